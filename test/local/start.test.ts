import { describe, expect, it } from 'vitest';
import { startLocal } from './local-process.ts';

/** Stories and faults are in start.slow.test.ts. */
describe('npm start', { timeout: 60_000 }, () => {
  it('says in one sentence what it can not use, and exits with 2', async (test) => {
    const local = startLocal(test, ['--bogus']);
    expect(await local.exit()).toBe(2);
    expect(local.stdout()).toBe('');
    expect(local.stderr()).toMatch(/^[^\n]+\n$/);
  });
});
