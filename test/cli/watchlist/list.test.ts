import { describe, expect, it } from 'vitest';
import { checksumAddress, parseAddress } from '../../../functions/chain/address.ts';
import { createIncidentTable } from '../../../functions/incidents/incident-table.ts';
import { type Cursor, neverPolled } from '../../../functions/state/cursor.ts';
import { createStateTable } from '../../../functions/state/state-table.ts';
import { transferAlert, treasury, watchOf } from '../../support/alerts.ts';
import { commandTime, useCommandLine } from '../../support/command-line.ts';
import { stateTable } from '../../support/embedded.ts';
import { historyRow, historyTable } from '../../support/history-row.ts';
import { virtualClock } from '../../support/virtual-clock.ts';

const line = useCommandLine();
const address = checksumAddress(parseAddress(treasury));
const watch = watchOf({ wallet: treasury });

const failing = {
  since: Date.parse('2026-01-02T01:00:00Z'),
  reason: 'the API\u001b[31m says no',
  published: true,
};

async function putState(over: Partial<Cursor> = {}): Promise<void> {
  const states = createStateTable(stateTable(line.aws), virtualClock());
  const start = { since: '2026-01-01T00:00:00.000Z', block: 17_999_000, timedTo: 0 };
  await states.save(watch, { ...neverPolled, start, block: 18_000_123, ...over });
}

async function putHistory(): Promise<void> {
  const alert = { ...transferAlert(), detectedAt: '2026-01-01T12:34:56.000Z' };
  const hidden = { ...transferAlert(), id: 'hidden', detectedAt: '2026-01-02T00:00:00.000Z' };
  const later = { ...hidden.transfer, blockNumber: alert.transfer.blockNumber + 1 };
  await historyTable(line.aws).put(watch, 7, [
    historyRow(alert, 'told'),
    historyRow({ ...hidden, transfer: later }, 'hidden'),
  ]);
}

describe('chainbell list', () => {
  it('says of each wallet its last block, last alert, next poll and state', async () => {
    await line.putRow({ wallet: treasury, chain: 'eth', label: 'Treasury' });
    await putState();
    await putHistory();
    const { code, stdout, stderr } = await line.run(['list']);
    expect([code, stderr]).toEqual([0, '']);
    const [head, row, end] = stdout.split('\n');
    expect(head).toMatch(/^Wallet +Chain +Label +Last block +Last alert +Next poll +State$/);
    const cells = [address, 'eth', 'Treasury', '18000123', '2026-01-01 12:34', '2026-01-02 03:05', 'ok'];
    expect(row?.split(/ {2,}/)).toEqual(cells);
    expect(end).toBe('');
  });

  it('says why a wallet is not polled at all, which ticks have on record', async () => {
    await line.putRow({ wallet: treasury, chain: 'eth', fromBlock: 1 });
    const incidents = createIncidentTable(stateTable(line.aws));
    const reason = 'Its first poll waits: the node of eth gives no logs from block 1 on.';
    const key = { key: 'wallet.failing#1', type: 'wallet.failing', wallet: treasury, chain: 'eth' } as const;
    const since = failing.since;
    await incidents.add({ ...key, reason, whatToDo: 'Wait.', since, claimedAt: since, published: true });
    const { stdout } = await line.run(['list']);
    expect(stdout).toContain(`failing since 2026-01-02 01:00: ${reason}\n`);
    await incidents.remove(key.key);
    expect((await line.run(['list'])).stdout).toContain('waits for its first poll\n');
  });

  it('has the same as JSON', async () => {
    await line.putRow({ wallet: treasury, chain: 'eth', every: '1h' });
    await putState({ failing });
    const [only, ...others] = JSON.parse((await line.run(['list', '--json'])).stdout);
    expect(others).toEqual([]);
    expect(only).toMatchObject({
      wallet: treasury,
      chain: 'eth',
      label: null,
      paused: false,
      problem: null,
      block: 18_000_123,
      lastAlertAt: null,
      failing: { since: '2026-01-02T01:00:00.000Z', reason: 'the API[31m says no' },
    });
    const wait = Date.parse(only.nextPollAt) - commandTime;
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(3_600_000);
  });

  it('keeps the last block and the last alert of a row that somebody broke', async () => {
    await line.putRow({ wallet: treasury, chain: 'eth', every: 'often' });
    await putState();
    await putHistory();
    const [, row] = (await line.run(['list'])).stdout.split('\n');
    const cells = [treasury, 'eth', '-', '18000123', '2026-01-01 12:34', '-'];
    expect(row?.split(/ {2,}/).slice(0, -1)).toEqual(cells);
    const [only] = JSON.parse((await line.run(['list', '--json'])).stdout);
    expect(only).toMatchObject({ block: 18_000_123, lastAlertAt: '2026-01-01T12:34:56.000Z' });
  });

  it('tells a polled wallet without transfers from one that was never polled', async () => {
    await line.putRow({ wallet: treasury, chain: 'eth' });
    await line.putRow({ wallet: treasury, chain: 'base' });
    await putState({ block: null });
    const { stdout } = await line.run(['list']);
    expect(stdout).toMatch(/ eth +- +no transfer +- .* ok$/m);
    expect(stdout).toMatch(/ base +- +- +- .* waits for its first poll$/m);
    expect((await line.run(['show', address])).stdout).toMatch(/^last block +no transfer$/m);
  });

  it('lists rows that nobody polls, with the reason', async () => {
    await line.putRow({ wallet: treasury, chain: 'eth' });
    await line.putRow({ wallet: address, chain: 'eth' });
    await line.putRow({ wallet: '0x12\u001b[2J', chain: 'eth', label: 'Payroll' });
    const { stdout } = await line.run(['list']);
    expect(stdout).not.toContain('\u001b');
    expect(stdout).toMatch(/^0x12.* eth +Payroll +- /m);
    expect(stdout).toMatch(new RegExp(`${address}.*The row ${treasury} on eth stands in for this one\\.`));
    expect(stdout).toMatch(/0x12.*is not an address/);
    const problems = JSON.parse((await line.run(['list', '--json'])).stdout).map(
      (row: { problem: string | null }) => row.problem,
    );
    expect(problems).toHaveLength(3);
    expect(problems).toContain(null);
  });

  it('keeps to the order of wallets and chains, whatever order the table gives them in', async () => {
    const wallets = ['c', 'a', 'd', 'b'].map((digit) => `0x${digit.repeat(40)}`);
    for (const wallet of wallets) await line.putRow({ wallet, chain: 'eth' });
    await line.putRow({ wallet: wallets[0] ?? '', chain: 'base' });
    const listed = JSON.parse((await line.run(['list', '--json'])).stdout);
    expect(listed.map(({ wallet, chain }: Record<string, string>) => `${wallet?.at(-1)} ${chain}`)).toEqual([
      'a eth',
      'b eth',
      'c base',
      'c eth',
      'd eth',
    ]);
  });

  it('says how to begin if nothing is watched', async () => {
    expect((await line.run(['list'])).stdout).toMatch(/^No wallet is watched yet: chainbell add/);
    expect((await line.run(['list', '--json'])).stdout).toBe('[]\n');
  });

  it('leaves out the next poll if it may not look at the function', async () => {
    await line.putRow({ wallet: treasury, chain: 'eth' });
    line.refuse('lambda:GetFunctionConfiguration');
    const [row] = JSON.parse((await line.run(['list', '--json'])).stdout);
    expect(row.nextPollAt).toBeNull();
  });
});

describe('chainbell show', () => {
  it('has the row as it stands, what is wrong with it, and how it is doing', async () => {
    await line.putRow({
      wallet: treasury,
      chain: 'eth',
      label: 'Bank\u001b]0;x\u0007',
      evry: 'x',
      tags: ['a', 'b'],
    });
    await putState({ failing });
    const { stdout } = await line.run(['show', address]);
    expect(stdout).not.toContain('\u001b');
    expect(stdout).toMatch(/^wallet +0xd8dA/);
    expect(stdout).toMatch(/^label +Bank\]0;x$/m);
    expect(stdout).toMatch(/^tags +a,b$/m);
    expect(stdout).toMatch(/^note +evry is not read: did you mean every\?$/m);
    expect(stdout).toMatch(/^state +failing since 2026-01-02 01:00: the API\[31m says no$/m);
    expect(stdout).toMatch(/^last block +18000123$/m);
    expect((await line.run(['list'])).stdout).toMatch(/says no; evry is not read: did you mean every\?$/m);
  });

  it.each([
    ['waits for its first poll', {}],
    ['paused', { paused: true }],
  ])('is in list and show alike: %s', async (state, attributes) => {
    await line.putRow({ wallet: treasury, chain: 'eth', ...attributes });
    expect((await line.run(['list'])).stdout).toMatch(new RegExp(`${state}$`, 'm'));
    expect((await line.run(['show', address])).stdout).toMatch(new RegExp(`^state +${state}$`, 'm'));
  });

  it('has the same as JSON, in which a label keeps all of its characters and sends none of them to a terminal', async () => {
    const label = 'Bank\u009b31m\u202e';
    await line.putRow({ wallet: treasury, chain: 'eth', label });
    const { stdout } = await line.run(['show', address, '--json']);
    expect(stdout).not.toMatch(/[\u007f-\u009f\u202e]/);
    expect(JSON.parse(stdout)).toMatchObject({
      row: { wallet: treasury, label },
      problem: null,
      since: null,
    });
  });

  it('has numbers with all the digits that somebody typed in the console', async () => {
    const digits = '1234567890123456789012';
    await line.putRow({ wallet: treasury, chain: 'eth', minAmount: BigInt(digits) });
    const { code, stdout } = await line.run(['show', treasury]);
    expect([code, stdout]).toEqual([0, expect.stringContaining(digits)]);
  });

  it('says of a row that nobody can read what is wrong', async () => {
    await line.putRow({ wallet: treasury, chain: 'eth', every: 'often' });
    expect((await line.run(['show', address])).stdout).toMatch(/^problem +every: "often" is no interval/m);
  });

  it('exits with 1 if it is not watched', async () => {
    expect(await line.run(['show', address])).toMatchObject({ code: 1, stdout: '' });
  });
});
