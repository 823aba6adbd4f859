import { expect, it } from 'vitest';
import { version } from '../../functions/runtime/version.ts';
import packageJson from '../../package.json' with { type: 'json' };

it("webhooks get the package's version", () => {
  expect(version).toBe(packageJson.version);
});
