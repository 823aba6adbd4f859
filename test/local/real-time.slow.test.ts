import { setTimeout as pass } from 'node:timers/promises';
import { describe, expect, it, type TestContext } from 'vitest';
import { FakeApi, faults } from '../support/fakes/fake-api.ts';
import { testKey } from '../support/test-key.ts';
import { startLocal } from './local-process.ts';

/** Behaviour that only a real clock shows; the simulator checks the same in virtual time. */

const numbered = (n: number) => `0x${String(n).padStart(40, '0')}`;

async function apiOf({ onTestFinished }: Pick<TestContext, 'onTestFinished'>): Promise<[FakeApi, string]> {
  const api = new FakeApi(testKey);
  onTestFinished(() => api.close());
  return [api, await api.listen()];
}

/** The maximum number of calls within any four seconds. */
function maxInFourSeconds(calls: FakeApi['calls']): number {
  const counts = calls.map(({ at }, last) => calls.slice(0, last + 1).filter((one) => one.at > at - 4_000));
  return Math.max(0, ...counts.map(({ length }) => length));
}

describe.concurrent('npm start, in real time', { timeout: 60_000 }, () => {
  it('reports a transfer of one wallet while the API does not answer the call for another', async (test) => {
    const [api, base] = await apiOf(test);
    const [silent, heard] = [numbered(1), numbered(2)];
    api.faultFor = ({ wallet }) => (wallet === silent ? faults.hang : null);
    const environment = { CHAINBELL_BASE_URL: base, CHAINBELL_API_KEY: testKey };
    const local = startLocal(test, [silent, heard, '--every', '5s', '--json'], environment);
    await local.told('wallet.watching');
    const mined = Date.now();
    api.mine({ chain: 'eth', from: numbered(9), to: heard, value: 12_500_000n });
    await local.told('"amount":"12.5"');
    // By the next tick but one at the latest, though the call for the other wallet is still open.
    expect(Date.now() - mined).toBeLessThan(15_000);
    expect(api.calls.some(({ wallet }) => wallet === silent)).toBe(true);
  });

  it('guarantee 6: keeps to ten calls a second over any four seconds, however many wallets are due', async (test) => {
    const [api, base] = await apiOf(test);
    const environment = { CHAINBELL_BASE_URL: base, CHAINBELL_API_KEY: testKey };
    const wallets = Array.from({ length: 80 }, (_, n) => numbered(n));
    startLocal(test, [...wallets, '--every', '5s', '--json'], environment);
    while (api.calls.length < 70) await pass(100);
    const most = maxInFourSeconds(api.calls);
    expect(most).toBeLessThanOrEqual(40);
    // Also a lower bound: a slow run would stay within the plan too.
    expect(most).toBeGreaterThan(25);
  });
});
