import { describe, expect, it } from 'vitest';
import { treasury } from '../support/alerts.ts';
import { expectRefusal, run } from './chainbell.ts';

describe('chainbell estimate', () => {
  it('says what a thousand wallets take, with and without a node', async () => {
    const { code, stdout, stderr } = await run('estimate --wallets 1000 --every 1m --activity 5m'.split(' '));
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^API calls a day +1,440,000 +28,\d{3}$/m);
    expect(stdout).toMatch(/^RPC calls a day +- +30,240$/m);
    expect(stdout).toMatch(/^if transfers are read there +- +56,160$/m);
    expect(stdout).toMatch(/^AWS a month: all +\$[\d.]+ +\$[\d.]+$/m);
    expect(stdout).toMatch(/^AWS a month: all, CloudWatch included +\$[\d.]+ +\$[\d.]+$/m);
    expect(stdout).toMatch(/^each destination +\$0\.26 +\$0\.26$/m);
    expect(stdout).toContain('1,000 wallets every minute, each active in 5 minutes of a day.');
    expect(stdout).toContain(
      'it takes a plan of 1,800,000 API calls (90,000,000 units) a day, of which a fifth is kept for bursts, and ',
    );
    expect(stdout).toContain('us-east-1, published 2025');
  });

  it('says the same as JSON', async () => {
    const { code, stdout } = await run(['estimate', '--wallets', '10', '--activity', '0m', '--json']);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      wallets: 10,
      activeMinutes: 0,
      prices: { currency: 'USD', where: 'us-east-1', published: '2025' },
      withoutNode: { apiCallsADay: 14_400, apiUnitsADay: 720_000, rpcCallsADay: 0, plan: { isFree: false } },
      withNode: { apiCallsADay: 40, alertsAMonth: 0, plan: { isFree: true, callsPerDay: 50 } },
    });
  });

  it('takes the wallets of a file, each at its own interval', async () => {
    const rows = ['wallet,chain,every,paused', `${treasury},eth,5m,`, `${treasury},polygon,,`];
    const paused = `${treasury},bsc,1m,true`;
    const input = [...rows, paused, 'nobody,eth,,'].join('\n');
    const { code, stdout, stderr } = await run(['estimate', '--file', '-', '--every', '1h', '--json'], input);
    expect([code, stderr]).toEqual([1, expect.stringMatching(/^line 5: /)]);
    expect(JSON.parse(stdout)).toMatchObject({
      wallets: 2,
      groups: [
        { chain: '0x1', everySeconds: 300, wallets: 1 },
        { chain: '0x89', everySeconds: 3_600, wallets: 1 },
      ],
      // Five calls to each chain's node a scan, four times a minute, and one more a tick.
      withNode: { rpcCallsADay: 2 * (4 * 5 + 1) * 1_440 },
    });
  });

  it('counts scans that are further apart', async () => {
    const { stdout } = await run(['estimate', '--wallets', '10', '--scan-every', '1m', '--json']);
    expect(JSON.parse(stdout)).toMatchObject({ scanSeconds: 60, withNode: { rpcCallsADay: 6 * 1_440 } });
  });

  it('says what a plan makes of the intervals', async () => {
    const { stdout } = await run(['estimate', '--wallets', '1', '--calls-per-day', '800']);
    expect(stdout).toMatch(/^API calls a day +640 /m);
    expect(stdout).toContain(
      'Your plan would stretch all intervals 2.3 times, to every 2 minutes 15 seconds.',
    );
    expect(stdout).toMatch(/^With a node: .*Your plan has enough\./m);
  });

  it.each([
    [[], /takes --wallets or --file/],
    [['--wallets', '5', '--file', 'wallets.csv'], /takes --wallets or --file/],
    [['--wallets', 'many'], /--wallets: "many" is not a whole number above 0/],
    [['--wallets', '5', '--activity', '25h'], /--activity: "25h" is no time of a day/],
    [['--wallets', '5', '--every', '1x'], /--every: /],
    [['--wallets', '5', '--scan-every', '5m'], /--scan-every/],
    [['--wallets', '5', '--calls-per-second', '0.1'], /no number of 0.5 or more/],
    [['--file', '/nowhere/at/all'], /can't be read \(ENOENT\)/],
  ])('%j ends with one sentence and exit code 2', async (argv, sentence) => {
    expectRefusal(await run(['estimate', ...argv]), sentence);
  });
});
