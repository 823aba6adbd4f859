import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import * as errors from '../../functions/transfer/source-errors.ts';

it('every error goes by the name of its class in logs and dashboards', () => {
  const errorClass =
    /class (\w+) extends \w*(?:Error|Request|Unusable)\b[^{]*\{\s+override readonly name(?:: string)? = '(\w+)'/g;
  const named = globSync('{functions,lib}/**/*.ts').flatMap((path) =>
    Array.from(readFileSync(path, 'utf8').matchAll(errorClass), ([, name, shown]) => ({ name, shown })),
  );
  // Fewer than there are: StrykerJS rewrites those of the file that it mutates, and the test must pass there too.
  expect(named.length).toBeGreaterThan(15);
  expect(named.filter(({ name, shown }) => name !== shown)).toEqual([]);
});

it('an unavailable API says when to come back if it told', () => {
  const { UpstreamUnavailable } = errors;
  expect(new UpstreamUnavailable('', 503, { retryAfterSeconds: 60 }).retryAfterSeconds).toBe(60);
  expect(new UpstreamUnavailable('', 503, { cause: 'x' }).retryAfterSeconds).toBeNull();
  expect(new UpstreamUnavailable('', null).retryAfterSeconds).toBeNull();
});
