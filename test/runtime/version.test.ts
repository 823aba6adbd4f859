import { expect, it } from 'vitest';
import { version } from '../../functions/runtime/version.ts';
import packageJson from '../../package.json' with { type: 'json' };

it("the version that webhooks are told is the package's", () => {
  expect(version).toBe(packageJson.version);
});
