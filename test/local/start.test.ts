import { describe, expect, it } from 'vitest';
import { startLocal } from './local-process.ts';

const wallet = `0x${'12'.repeat(20)}`;

/** What takes a process a few seconds; its stories and faults are in start.slow.test.ts. */
describe.concurrent('npm start', { timeout: 60_000 }, () => {
  it('prints a line an alert without colours into a pipe, and ends in time with a page open', async (test) => {
    const local = startLocal(test, [wallet, '--chain', '0x1']);
    const feed = await fetch(`${await local.page()}/events`);
    await local.told('12,500 USDC');
    expect(await local.interrupt()).toEqual({ code: 0, took: expect.toSatisfy((took) => took < 2_000) });
    expect(await feed.text()).toContain('12,500 USDC');
    expect(local.stdout()).not.toContain('\x1b');
    expect(local.stdout()).toMatch(/in +12,500 USDC +Treasury/);
    expect(local.stderr()).toContain('aws dynamodb put-item');
    const lines = local.stderr().split('\n');
    const command = lines.slice(lines.findIndex((line) => line.includes('AWS_ACCESS_KEY_ID=')));
    expect(command.findIndex((line) => !line.endsWith('\\'))).toBe(3);
    expect(Math.max(...command.slice(0, 4).map(({ length }) => length))).toBeLessThanOrEqual(80);
    expect(local.stderr()).toContain('CHAINBELL_API_KEY is not set');
    expect(local.stderr()).not.toMatch(/\n *at /);
  });

  it('explains itself', async (test) => {
    const local = startLocal(test, ['--help']);
    expect(await local.exit()).toBe(0);
    expect(local.stdout()).toContain('npm start');
  });

  it('says in one sentence what it can not use, and exits with 2', async (test) => {
    const local = startLocal(test, ['--bogus']);
    expect(await local.exit()).toBe(2);
    expect(local.stdout()).toBe('');
    expect(local.stderr()).toMatch(/^[^\n]+\n$/);
  });
});
