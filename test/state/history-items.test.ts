import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, it } from 'vitest';
import { findChain } from '../../functions/chain/chains.ts';
import { createHistoryTable } from '../../functions/state/history-table.ts';
import { lure, revertedAlert, transferAlert, treasury, watchOf } from '../support/alerts.ts';
import { LaggingTable } from '../support/lagging-table.ts';
import { virtualClock } from '../support/virtual-clock.ts';

const day = 86_400;
let table: LaggingTable;
beforeEach(() => {
  table = new LaggingTable(['watch', 'position']);
});

function historyOf(days = 30, clock = virtualClock({ passes: true })) {
  return { clock, history: createHistoryTable(table.client, table.name, days, clock) };
}
const told = (count: number) =>
  Array.from({ length: count }, (_, n) => ({
    alert: transferAlert({ id: `a${n}` }),
    status: 'told' as const,
  }));

describe('what History keeps of an alert', () => {
  it('stays for the days of the setting, from when it was written', async () => {
    const { clock, history } = historyOf(30, virtualClock({ start: 1_000_500 }));
    await history.put(told(1));
    expect([...table.items.values()]).toMatchObject([{ expiresAt: 1_000 + 30 * day }]);
    clock.set(clock.now() + 5_000);
    await history.put(told(1));
    expect([...table.items.values()]).toMatchObject([{ expiresAt: 1_005 + 30 * day }]);
  });

  it('sorts as the chain does, and can be filtered without its JSON', async () => {
    const { history } = historyOf();
    const hidden = transferAlert({ id: 'h', verdict: lure });
    const reverted = revertedAlert({ transfer: { blockNumber: 9 } });
    await history.put([
      { alert: hidden, status: 'hidden' },
      { alert: reverted, status: 'told' },
    ]);
    expect([...table.items.values()]).toEqual([
      expect.objectContaining({
        watch: `${treasury}#0x1`,
        position: '0000000018000000#h',
        id: 'h',
        status: 'hidden',
        type: 'transfer.received',
        reasons: ['The name holds a web address: claim.xyz.', 'The name speaks like a lure: claim.'],
        alert: hidden,
      }),
      expect.objectContaining({
        position: `0000000000000009#${reverted.id}`,
        status: 'told',
        type: 'transfer.reverted',
        reasons: [],
      }),
    ]);
  });

  it('is written 25 at a time, and what the table left once more', async () => {
    const { clock, history } = historyOf();
    table.perBatch = 20;
    await history.put(told(30));
    expect(table.items.size).toBe(30);
    expect(table.batches).toEqual([25, 5, 5]);
    expect(clock.slept).toEqual([100]);
    table.perBatch = 0;
    await expect(history.put(told(1))).rejects.toThrow('History entries unwritten');
  });
});

describe('the alert of a transfer', () => {
  const { rescanBlocks } = watchOf().chain;
  const at = 18_000_000;

  async function foundFrom(block: number, id = 'a0') {
    const { history } = historyOf();
    table.lags = false; // it was written minutes ago
    await history.put(told(2));
    return (await history.find(watchOf(), block, id))?.id ?? null;
  }

  it('is found with one look where it did not move: a storm has thousands beside it', async () => {
    let looks = 0;
    const send = table.client.send.bind(table.client) as (command: unknown) => Promise<unknown>;
    const counted = async (command: unknown) => {
      if (command instanceof QueryCommand) looks += 1;
      return send(command);
    };
    Object.assign(table.client, { send: counted });
    expect(await foundFrom(at)).toBe('a0');
    expect(looks).toBe(1);
  });

  const hour = 12 * rescanBlocks;

  it.each([0, rescanBlocks, -rescanBlocks, hour, -hour])(
    'is found where it moved by %i blocks since',
    async (by) => {
      expect(await foundFrom(at + by)).toBe('a0');
      expect(await foundFrom(at + by, 'a1')).toBe('a1');
    },
  );

  it('is found where re-orgs of its own chain carried it in an hour', async () => {
    const { history } = historyOf();
    table.lags = false;
    await history.put(told(1));
    const arbitrum = watchOf({ chain: { ...findChain('arbitrum'), id: '0x1' } });
    for (const by of [-14_400, 14_400]) expect((await history.find(arbitrum, at + by, 'a0'))?.id).toBe('a0');
    expect(await history.find(arbitrum, at + 14_401, 'a0')).toBeNull();
  });

  it('is not looked for further than an hour of blocks', async () => {
    expect(await foundFrom(at + hour + 1)).toBeNull();
    expect(await foundFrom(at - hour - 2)).toBeNull();
  });

  it('is not another one’s of the same block', async () => {
    expect(await foundFrom(at, 'a9')).toBeNull();
  });
});
