import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import * as errors from '../../functions/transfer/source-errors.ts';

it("every error has its class's name in logs and dashboards", () => {
  const errorClass =
    /class (\w+) extends \w*(?:Error|Request|Unusable)\b[^{]*\{\s+override readonly name(?:: string)? = '(\w+)'/g;
  const named = globSync('{functions,lib}/**/*.ts').flatMap((path) =>
    Array.from(readFileSync(path, 'utf8').matchAll(errorClass), ([, name, shown]) => ({ name, shown })),
  );
  // Fewer than exist: StrykerJS rewrites the errors of the file that it mutates, and the test must also pass then.
  expect(named.length).toBeGreaterThan(15);
  expect(named.filter(({ name, shown }) => name !== shown)).toEqual([]);
});

it('every error has its class name and message, and KeyRefused has advice only if it was given', () => {
  const { KeyRefused, KeyMissing, PlanExhausted, RateLimited, NoSlot, UnreadableReply } = errors;
  const { BadRequest, UpstreamUnavailable, PositionRefused } = errors;
  const classes = { KeyRefused, KeyMissing, PlanExhausted, RateLimited, NoSlot, UnreadableReply };
  for (const [name, Class] of Object.entries({
    ...classes,
    BadRequest,
    UpstreamUnavailable,
    PositionRefused,
  }))
    expect(Reflect.construct(Class, ['why', null])).toMatchObject({ name, message: 'why' });
  expect(new KeyRefused('why').whatToDo).toBe('');
  expect(new KeyRefused('why', 'Set the key.').whatToDo).toBe('Set the key.');
});

it("an unavailable API's error has the Retry-After, if there was one", () => {
  const { UpstreamUnavailable } = errors;
  expect(new UpstreamUnavailable('', 503, { retryAfterSeconds: 60 }).retryAfterSeconds).toBe(60);
  expect(new UpstreamUnavailable('', 503, { cause: 'x' }).retryAfterSeconds).toBeNull();
  expect(new UpstreamUnavailable('', null).retryAfterSeconds).toBeNull();
});
