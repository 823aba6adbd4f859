import { randomBytes } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Address, parseAddress } from '../../functions/chain/address.ts';
import { plainDocumentClient } from '../../functions/runtime/aws-clients.ts';
import { tableItems } from '../../functions/runtime/table-items.ts';
import { createHistoryTable, type HistoryTable } from '../../functions/state/history-table.ts';
import { byPlace, placeOf, positionOf, startOfBlock } from '../../functions/state/place.ts';
import { type NewRow, quietRow } from '../../functions/state/row.ts';
import { type Watch, watchKey } from '../../functions/wallet/watch.ts';
import { describedTransfer, transferAlert, watchOf } from '../support/alerts.ts';
import { useEmbeddedAws } from '../support/embedded.ts';
import { LaggingTable } from '../support/lagging-table.ts';
import { virtualClock } from '../support/virtual-clock.ts';

const embedded = useEmbeddedAws();
let wallets = 0;
let watch: Watch;
let history: HistoryTable;
beforeEach(() => {
  wallets += 1;
  watch = watchOf({ wallet: walletNumber(wallets) });
  const { aws } = embedded;
  const clock = virtualClock({ passes: true });
  history = createHistoryTable(tableItems(plainDocumentClient(aws.dynamodb), aws.tables.history), 30, clock);
});

function walletNumber(n: number): Address {
  return parseAddress(`0x${n.toString(16).padStart(40, '0')}`);
}

const rowAt = (blockNumber: number, over: Partial<NewRow> = {}, key = 'k'): NewRow => ({
  ...quietRow(placeOf(key, describedTransfer({ blockNumber })), 'told', 1_767_323_045_000),
  ...over,
});
const blocksOf = (rows: readonly Pick<NewRow, 'place'>[]) => rows.map(({ place }) => place.block);
const inOrder = <Some extends Pick<NewRow, 'place'>>(rows: readonly Some[]) => rows.toSorted(byPlace);

describe('the rows above a block', () => {
  it('come in chain order, those of the block not among them, and of nobody else', async () => {
    await history.put(
      watch,
      5,
      [100, 99, 9, 10, 1_000_000].map((block) => rowAt(block)),
    );
    await history.put(watchOf({ wallet: walletNumber(999) }), 5, [rowAt(50)]);
    await history.put({ ...watch, chain: { ...watch.chain, id: '0x38' } }, 5, [rowAt(50)]);
    expect(blocksOf(await history.rowsAbove(watch, 9))).toEqual([10, 99, 100, 1_000_000]);
    expect(blocksOf(await history.rowsAbove(watch, -1))).toEqual([9, 10, 99, 100, 1_000_000]);
    expect(await history.rowsAbove(watch, 1_000_000)).toEqual([]);
  });

  it('are only the lowest if no more are asked for', async () => {
    await history.put(
      watch,
      5,
      [9, 10, 11, 12, 13].map((block) => rowAt(block)),
    );
    expect(blocksOf(await history.rowsAbove(watch, 9, 2))).toEqual([10, 11]);
  });

  it('can be asked for from a place on, in its block too', async () => {
    const [first, second] = [2, 3].map((transactionIndex) =>
      rowAt(12, { place: placeOf('k', describedTransfer({ blockNumber: 12, transactionIndex })) }),
    ) as [NewRow, NewRow];
    await history.put(watch, 5, [rowAt(11), first, second, rowAt(13)]);
    expect(blocksOf(await history.rowsFrom(watch, second.place))).toEqual([12, 13]);
    expect(blocksOf(await history.rowsFrom(watch, startOfBlock(12)))).toEqual([12, 12, 13]);
  });

  it('hold all that is compared, and nothing else', async () => {
    const row = rowAt(9, {
      missed: true,
      reissue: 2,
      blockMark: '0f0f',
      alertAt: 'x',
      alert: transferAlert(),
    });
    await history.put(watch, 5, [row]);
    const { alert, turn, outgoing, learnt, ...known } = row;
    expect(await history.rowsAbove(watch, 0)).toEqual([{ ...known, batch: 5 }]);
  });

  it('are one for each batch of a place: none is overwritten', async () => {
    for (const batch of [5, 12]) await history.put(watch, batch, [rowAt(9, { reissue: batch })]);
    expect((await history.rowsAbove(watch, 0)).map(({ batch, reissue }) => [batch, reissue])).toEqual([
      [5, 5],
      [12, 12],
    ]);
  });

  it('are all of them, even if they are more than a reply holds', async () => {
    const settings = [{ name: 'Tokens' as const, values: ['x'.repeat(60_000)] }];
    await history.put(
      watch,
      5,
      Array.from({ length: 20 }, (_, n) => rowAt(n + 1, { outgoing: { settings } })),
    );
    expect(await history.rowsAbove(watch, 0)).toHaveLength(20);
    expect(await history.rowsOf(watch, { batch: 5, from: 1, to: 20 })).toHaveLength(20);
  });
});

describe('the rows of an open batch', () => {
  const settings = [{ name: 'Spam' as const, values: ['hide'] }];
  const rows = [
    rowAt(9, { alert: transferAlert(), turn: 0, outgoing: { minedAt: '2026-01-02T03:04:05.000Z' } }),
    rowAt(10, { alert: transferAlert(), turn: 1, outgoing: { settings } }),
    rowAt(11, {
      learnt: [
        {
          paid: { address: walletNumber(1), lastPaidAt: null, proven: true },
          imitations: [],
          warnedOn: null,
        },
        { paid: null, imitations: [['AAAA-_09', null]], warnedOn: '2026-01-02' },
      ],
    }),
  ];
  const whole = { batch: 5, from: 9, to: 11 };

  it('come back as they were put, without those of other batches', async () => {
    await history.put(watch, 5, rows);
    await history.put(watch, 6, [rowAt(10)]);
    const written = inOrder(await history.rowsOf(watch, whole));
    expect(written).toEqual(rows.map((row) => ({ ...row, batch: 5 })));
  });

  it('are fewer if some were not written: then nothing of the batch was published', async () => {
    await history.put(watch, 5, rows.slice(0, 2));
    expect(await history.rowsOf(watch, whole)).toHaveLength(2);
    expect(await history.rowsOf(watch, { ...whole, batch: 7 })).toEqual([]);
  });

  it('may be put once more', async () => {
    for (let again = 0; again < 2; again += 1) await history.put(watch, 5, rows);
    expect(await history.rowsOf(watch, whole)).toHaveLength(3);
  });

  it('are hidden from readers once they are removed, unlike rows of other batches', async () => {
    await history.put(watch, 5, rows);
    await history.put(watch, 6, [rowAt(10)]);
    await history.remove(watch, await history.rowsOf(watch, whole));
    expect((await history.rowsAbove(watch, 0)).map(({ batch }) => batch)).toEqual([6]);
    await history.remove(watch, []);
  });
});

describe('the alert of a row', () => {
  it('is found by its position', async () => {
    const alert = transferAlert({ id: 'a7' });
    const row = rowAt(9, { alert });
    await history.put(watch, 5, [row, rowAt(10)]);
    expect(await history.alertAt(watch, positionOf(row.place, 5))).toEqual(alert);
    for (const [block, batch] of [
      [9, 6], // another batch's
      [10, 5], // a row without one
    ] as const)
      expect(await history.alertAt(watch, positionOf(rowAt(block).place, batch))).toBeNull();
  });
});

describe('what was taken back', () => {
  it('is found wherever it stood, in a partition that neither readers nor polls query', async () => {
    const gone = rowAt(9, { status: 'reverted', reissue: 1, alert: transferAlert() }, 'gone');
    await history.put(watch, 5, [rowAt(8), gone]);
    expect(await history.takenBack(watch)).toMatchObject([
      { place: gone.place, status: 'reverted', reissue: 1, batch: 5 },
    ]);
    expect(blocksOf(await history.rowsAbove(watch, 0))).toEqual([8, 9]);
    expect(await history.rowsOf(watch, { batch: 5, from: 8, to: 9 })).toHaveLength(2);
    expect(await history.takenBack(watchOf({ wallet: walletNumber(999) }))).toEqual([]);
  });

  it('is stored before its batch counts as written, and is deleted with an abandoned one', async () => {
    const table = new LaggingTable(['watch', 'position']);
    const slow = createHistoryTable(table.opened, 30, virtualClock({ passes: true }));
    const gone = rowAt(9, { status: 'reverted' });
    const send = table.client.send.bind(table.client);
    let batches = 0;
    // The table takes one write, and none from then on.
    const sendOnce = (command: Parameters<typeof send>[0]) => {
      batches += 1;
      table.perBatch = batches === 1 ? 25 : 0;
      return send(command);
    };
    Object.assign(table.client, { send: sendOnce });
    await expect(slow.put(watch, 5, [gone])).rejects.toThrow('unwritten');
    expect(await slow.takenBack(watch)).toHaveLength(1);
    expect(await slow.rowsOf(watch, { batch: 5, from: 9, to: 9 })).toEqual([]);

    for (const batch of [5, 6]) await history.put(watch, batch, [gone]);
    await history.remove(watch, await history.rowsOf(watch, { batch: 5, from: 9, to: 9 }));
    expect((await history.takenBack(watch)).map(({ batch }) => batch)).toEqual([6]);
  });
});

it('a batch is not written if the record of its reverted rows fails', async () => {
  const table = new LaggingTable(['watch', 'position']);
  const refusing = createHistoryTable(table.opened, 30, virtualClock({ passes: true }));
  const send = table.client.send.bind(table.client);
  const sendOthers = async (command: Parameters<typeof send>[0]) => {
    if (JSON.stringify(command.input).includes('#taken-back')) throw new Error('throttled');
    return send(command);
  };
  Object.assign(table.client, { send: sendOthers });
  await expect(refusing.put(watch, 5, [rowAt(9, { status: 'reverted' })])).rejects.toThrow('throttled');
  expect(await refusing.rowsOf(watch, { batch: 5, from: 9, to: 9 })).toEqual([]);
});

describe('the held transfers of a long read', () => {
  const transfers = [11, 9, 10].map((blockNumber) => {
    const { direction, coin, ...transfer } = describedTransfer({ blockNumber, blockTimestamp: null });
    return transfer;
  });

  it('comes back unchanged, separately for each read, and once if put twice', async () => {
    for (let again = 0; again < 2; again += 1) await history.hold(watch, 'one', transfers.slice(0, 2));
    await history.hold(watch, 'one', transfers.slice(2));
    await history.hold(watch, 'other', transfers.slice(0, 1));
    const held = await history.held(watch, 'one');
    expect(held.toSorted((a, b) => b.blockNumber - a.blockNumber)).toEqual(
      transfers.toSorted((a, b) => b.blockNumber - a.blockNumber),
    );
    expect(await history.held(watch, 'third')).toEqual([]);
    expect(await history.rowsAbove(watch, 0)).toEqual([]);
  });

  it('comes back with each of two that differ in one field alone', async () => {
    const two = [41, 42].map((logIndex) => ({ ...transfers[0], logIndex })) as typeof transfers;
    await history.hold(watch, 'one', two);
    expect((await history.held(watch, 'one')).map(({ logIndex }) => logIndex).toSorted()).toEqual([41, 42]);
  });

  it('takes few items, none of them larger than DynamoDB allows, whatever strangers write', async () => {
    const table = new LaggingTable(['watch', 'position']);
    const slow = createHistoryTable(table.opened, 30, virtualClock({ passes: true }));
    const text = () => randomBytes(4_000).toString('utf16le');
    const hostile = Array.from({ length: 100 }, (_, logIndex) => {
      const { direction, coin, ...transfer } = describedTransfer({ logIndex });
      return { ...transfer, token: { ...transfer.token, name: text(), symbol: text(), logo: text() } };
    });
    await slow.hold(watch, 'one', hostile);
    const sizes = table.items
      .values()
      .map(({ pack }) => (pack as Uint8Array).byteLength)
      .toArray();
    expect(sizes.length).toBeLessThan(10);
    expect(Math.max(...sizes)).toBeLessThan(390_000);
    expect(await slow.held(watch, 'one')).toHaveLength(100);
  });
});

describe('at its worst, the table', () => {
  const day = 86_400;

  it('is written 25 at a time, eight batches at once, and unprocessed items once more', async () => {
    const table = new LaggingTable(['watch', 'position']);
    const clock = virtualClock({ passes: true });
    const slow = createHistoryTable(table.opened, 30, clock);
    table.perBatch = 20;
    const rows = Array.from({ length: 30 }, (_, n) => rowAt(n));
    await slow.put(watch, 5, rows);
    expect(table.items.size).toBe(30);
    expect(table.batches).toEqual([25, 5, 5]);
    expect(clock.slept).toEqual([100]);
    await slow.remove(watch, [{ ...rowAt(31), batch: 5 }]);
    expect(table.batches.slice(3)).toEqual([1]);
    // Consistent: what was put a moment ago is there.
    expect(await slow.rowsAbove(watch, -1)).toHaveLength(30);
    expect(await slow.rowsOf(watch, { batch: 5, from: 0, to: 30 })).toHaveLength(30);
    table.perBatch = 0;
    const writes = [
      () => slow.put(watch, 6, rows.slice(0, 1)),
      () => slow.remove(watch, [{ ...rowAt(1), batch: 5 }]),
      () => slow.hold(watch, 'one', [describedTransfer()]),
    ];
    for (const write of writes) await expect(write()).rejects.toThrow('History rows unwritten');
  });

  it('keeps alerts for the days of the setting, and what only polls need for a week, counted from the write', async () => {
    const table = new LaggingTable(['watch', 'position']);
    const clock = virtualClock({ start: 1_000_500 });
    const slow = createHistoryTable(table.opened, 30, clock);
    const alert = transferAlert();
    await slow.put(watch, 5, [rowAt(1), rowAt(2, { alert }), rowAt(3, { alert, status: 'reverted' })]);
    await slow.hold(watch, 'one', [describedTransfer()]);
    clock.set(clock.now() + 5_000);
    await slow.put(watch, 6, [rowAt(2, { alert })]);
    const ends = table.items
      .values()
      .map(({ watch: of, position, expiresAt }) => [
        String(of).replace(watchKey(watch), ''),
        Number(String(position).slice(0, 16)),
        Number(expiresAt) - 30 * day,
      ]);
    const week = 1_000 - 23 * day;
    expect([...ends]).toEqual([
      ['#taken-back', 3, week],
      ['', 1, week],
      ['', 2, 1_000],
      ['', 3, 1_000],
      ['#held#one', Number.NaN, week],
      ['', 2, 1_005],
    ]);
  });
});
