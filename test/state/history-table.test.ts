import { randomBytes } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Address, parseAddress } from '../../functions/chain/address.ts';
import { plainDocumentClient } from '../../functions/runtime/aws-clients.ts';
import { tableItems } from '../../functions/runtime/table-items.ts';
import { createHistoryTable, type HistoryTable } from '../../functions/state/history-table.ts';
import { type NewRow, quietRow } from '../../functions/state/ledger-row.ts';
import { byPlace, placeOf, positionOf } from '../../functions/state/place.ts';
import type { Transfer } from '../../functions/transfer/transfer.ts';
import { type Watch, watchKey } from '../../functions/wallet/watch.ts';
import { describedTransfer, transferAlert, watchOf } from '../support/alerts.ts';
import { useEmbeddedAws } from '../support/embedded.ts';
import { LaggingTable } from '../support/fakes/lagging-table.ts';
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

/** A table with a clock and faults that the test sets. */
function slowTable(clock = virtualClock({ passes: true })) {
  const table = new LaggingTable(['watch', 'position']);
  return { table, clock, slow: createHistoryTable(table.opened, 30, clock) };
}

const rowAt = (blockNumber: number, over: Partial<NewRow> = {}, key = 'k'): NewRow => ({
  ...quietRow(placeOf(key, describedTransfer({ blockNumber })), 'told', 1_767_323_045_000),
  ...over,
});
const rowsAt = (...blocks: number[]) => blocks.map((block) => rowAt(block));
const blocksOf = (rows: readonly Pick<NewRow, 'place'>[]) => rows.map(({ place }) => place.block);

const transferAt = (blockNumber: number, over: Partial<Transfer> = {}): Transfer => {
  const { direction, coin, ...transfer } = describedTransfer({ blockNumber, ...over });
  return transfer;
};

describe('the rows above a block', () => {
  it('come in chain order, without those of the block and those of others', async () => {
    await history.put(watch, 5, rowsAt(100, 99, 9, 10, 1_000_000));
    await history.put(watchOf({ wallet: walletNumber(999) }), 5, rowsAt(50));
    await history.put({ ...watch, chain: { ...watch.chain, id: '0x38' } }, 5, rowsAt(50));
    expect(blocksOf(await history.rowsAbove(watch, 9))).toEqual([10, 99, 100, 1_000_000]);
    expect(blocksOf(await history.rowsAbove(watch, 9, 2))).toEqual([10, 99]);
    expect(blocksOf(await history.rowsAbove(watch, -1))).toEqual([9, 10, 99, 100, 1_000_000]);
    expect(await history.rowsAbove(watch, 1_000_000)).toEqual([]);
  });

  it('can be read from a place on, also within its block', async () => {
    const at = (transactionIndex: number) =>
      rowAt(12, { place: placeOf('k', describedTransfer({ blockNumber: 12, transactionIndex })) });
    await history.put(watch, 5, [rowAt(11), at(2), at(3), rowAt(13)]);
    expect(blocksOf(await history.rowsFrom(watch, at(3).place))).toEqual([12, 13]);
    expect(blocksOf(await history.rowsFrom(watch, { block: 12, order: '', key: '' }))).toEqual([12, 12, 13]);
  });

  it("have only what is compared; none overwrites another batch's row", async () => {
    const change = { missed: true, reissue: 2, blockMark: '0f0f', alertAt: 'x', alert: transferAlert() };
    for (const batch of [5, 12]) await history.put(watch, batch, [rowAt(9, change)]);
    const { alert, turn, outgoing, learnt, ...known } = rowAt(9, change);
    const expected = [5, 12].map((batch) => ({ ...known, batch }));
    expect(await history.rowsAbove(watch, 0)).toEqual(expected);
  });

  it('are complete, even if they are more than a reply holds', async () => {
    const rows = Array.from({ length: 20 }, (_, n) => rowAt(n + 1, { digest: 'x'.repeat(60_000) }));
    await history.put(watch, 5, rows);
    expect(await history.rowsAbove(watch, 0)).toHaveLength(20);
    expect(await history.rowsOf(watch, { batch: 5, from: 1, to: 20 })).toHaveLength(20);
  });
});

describe('the rows of an open batch', () => {
  const paid = { address: walletNumber(1), lastPaidAt: null, proven: true };
  const learnt = [
    { paid, imitations: [], warnedOn: null },
    { paid: null, imitations: [['AAAA-_09', null] as const], warnedOn: '2026-01-02' },
  ];
  const rows = [
    rowAt(9, { alert: transferAlert(), turn: 0, outgoing: { minedAt: '2026-01-02T03:04:05.000Z' } }),
    rowAt(10, { alert: transferAlert(), turn: 1 }),
    rowAt(11, { learnt }),
  ];
  const whole = { batch: 5, from: 9, to: 11 };

  it("come back as written, however often, without other batches' rows", async () => {
    for (let again = 0; again < 2; again += 1) await history.put(watch, 5, rows);
    await history.put(watch, 6, [rowAt(10)]);
    const written = (await history.rowsOf(watch, whole)).toSorted(byPlace);
    expect(written).toEqual(rows.map((row) => ({ ...row, batch: 5 })));
  });

  it('are incomplete if some were not written: then no message of the batch was published', async () => {
    await history.put(watch, 5, rows.slice(0, 2));
    expect(await history.rowsOf(watch, whole)).toHaveLength(2);
    expect(await history.rowsOf(watch, { ...whole, batch: 7 })).toEqual([]);
  });

  it.each(['reverted', 'dropped'] as const)(
    'are hidden from readers once they are removed, unlike rows of other batches (%s)',
    async (status) => {
      for (const batch of [5, 6]) await history.put(watch, batch, [rowAt(9, { status }), rowAt(10)]);
      await history.remove(watch, await history.rowsOf(watch, whole));
      const left = [...(await history.rowsAbove(watch, 0)), ...(await history.takenBack(watch))];
      expect(left.map(({ batch, place }) => [batch, place.block])).toEqual([
        [6, 9],
        [6, 10],
        [6, 9],
      ]);
      await history.remove(watch, []);
    },
  );
});

it("an alert is found by its row's position, and no other batch's or row's", async () => {
  const alert = transferAlert({ id: 'a7' });
  await history.put(watch, 5, [rowAt(9, { alert }), rowAt(10)]);
  const alertOf = (block: number, batch: number) =>
    history.alertAt(watch, positionOf(rowAt(block).place, batch));
  expect([await alertOf(9, 5), await alertOf(9, 6), await alertOf(10, 5)]).toEqual([alert, null, null]);
});

describe('a transfer that was taken back', () => {
  const gone = rowAt(9, { status: 'reverted', reissue: 1, alert: transferAlert() }, 'gone');

  it('is found whatever its block was, in a partition outside all other queries', async () => {
    await history.put(watch, 5, [rowAt(8), gone]);
    const found = { place: gone.place, status: 'reverted', reissue: 1, batch: 5 };
    expect(await history.takenBack(watch)).toMatchObject([found]);
    expect(blocksOf(await history.rowsAbove(watch, 0))).toEqual([8, 9]);
    expect(await history.rowsOf(watch, { batch: 5, from: 8, to: 9 })).toHaveLength(2);
    expect(await history.takenBack(watchOf({ wallet: walletNumber(999) }))).toEqual([]);
  });

  it('is stored before its batch counts as written', async () => {
    const { table, slow } = slowTable();
    const send = table.client.send.bind(table.client);
    const sendOthers = async (command: Parameters<typeof send>[0]) => {
      if (JSON.stringify(command.input).includes('#taken-back')) throw new Error('throttled');
      return send(command);
    };
    Object.assign(table.client, { send: sendOthers });
    await expect(slow.put(watch, 5, [gone])).rejects.toThrow('throttled');
    expect(await slow.rowsOf(watch, { batch: 5, from: 9, to: 9 })).toEqual([]);
  });
});

describe('the held transfers of a long read', () => {
  const transfers = [11, 9, 10].map((block) =>
    transferAt(block, { blockTimestamp: null, value: 2n ** 256n - 1n, from: { address: null, label: null } }),
  );
  const byBlock = (some: readonly Transfer[]) => some.toSorted((a, b) => b.blockNumber - a.blockNumber);

  it('come back to the last digit, separately for each read, and once if they are written twice', async () => {
    for (let again = 0; again < 2; again += 1) await history.hold(watch, 'one', transfers.slice(0, 2));
    await history.hold(watch, 'one', transfers.slice(2));
    await history.hold(watch, 'other', transfers.slice(0, 1));
    expect(byBlock(await history.held(watch, 'one'))).toEqual(byBlock(transfers));
    expect(await history.held(watch, 'third')).toEqual([]);
    expect(await history.rowsAbove(watch, 0)).toEqual([]);
  });

  it('take few items, none larger than DynamoDB allows, and keep more of each name than alerts show', async () => {
    const { table, slow } = slowTable();
    const text = () => randomBytes(4_000).toString('utf16le');
    const { token } = transferAt(9);
    const hostile = Array.from({ length: 100 }, (_, logIndex) =>
      transferAt(9, { logIndex, token: { ...token, name: text(), symbol: text(), logo: 'x'.repeat(1_024) } }),
    );
    await slow.hold(watch, 'one', hostile);
    const sizes = Array.from(table.items.values(), ({ pack }) => (pack as Uint8Array).byteLength);
    expect(sizes.length).toBeLessThan(10);
    expect(Math.max(...sizes)).toBeLessThan(390_000);
    const held = await slow.held(watch, 'one');
    expect(held).toHaveLength(100);
    for (const { token: kept } of held)
      expect([kept.name?.length, kept.symbol?.length, kept.logo?.length]).toEqual([256, 256, 1_024]);
  });

  it('keep a lure behind blanks in their names', async () => {
    const { slow } = slowTable();
    const name = `USD${' '.repeat(300)}claim.xyz`;
    await slow.hold(watch, 'one', [transferAt(9, { token: { ...transferAt(9).token, name } })]);
    const [held] = await slow.held(watch, 'one');
    expect(held?.token.name).toMatch(/^USD +claim\.xyz$/);
  });

  it('share the texts of their token, or a storm in one long name would fill the memory', async () => {
    const { slow } = slowTable();
    const inToken = (logIndex: number) => transferAt(9, { logIndex, token: { ...transferAt(9).token } });
    const storm = Array.from({ length: 1_000 }, (_, logIndex) => inToken(logIndex));
    await slow.hold(watch, 'one', storm);
    const held = await slow.held(watch, 'one');
    expect(held).toHaveLength(1_000);
    expect(new Set(held.map(({ token }) => token)).size).toBe(1);
  });

  it.each([undefined, 'text', new Uint8Array([1, 2, 3])])(
    'are read only from completely written packs: %o',
    async (pack) => {
      const { table, slow } = slowTable();
      await slow.hold(watch, 'one', transfers);
      for (const [key, item] of table.items) table.items.set(key, { ...item, pack });
      await expect(slow.held(watch, 'one')).rejects.toThrow();
    },
  );
});

describe('at its worst, the table', () => {
  it('is written in batches of 25, eight at once, and unprocessed items are repeated', async () => {
    const { table, clock, slow } = slowTable();
    table.perBatch = 20;
    const rows = Array.from({ length: 30 }, (_, n) => rowAt(n));
    await slow.put(watch, 5, rows);
    expect(table.items.size).toBe(30);
    expect(table.batches).toEqual([25, 5, 5]);
    expect(clock.slept).toEqual([100]);
    await slow.remove(watch, [{ ...rowAt(31), batch: 5 }]);
    expect(table.batches.slice(3)).toEqual([1]);
    // A consistent read: a fresh write is visible.
    expect(await slow.rowsAbove(watch, -1)).toHaveLength(30);
    expect(await slow.rowsOf(watch, { batch: 5, from: 0, to: 30 })).toHaveLength(30);
    table.perBatch = 0;
    for (const write of [
      () => slow.put(watch, 6, rows.slice(0, 1)),
      () => slow.remove(watch, [{ ...rowAt(1), batch: 5 }]),
      () => slow.hold(watch, 'one', [describedTransfer()]),
    ])
      await expect(write()).rejects.toThrow('History rows unwritten');
  });

  it("keeps alerts for the setting's days, and rows only for polls a week, counted from the write", async () => {
    const { table, clock, slow } = slowTable(virtualClock({ start: 1_000_500 }));
    const alert = transferAlert();
    await slow.put(watch, 5, [rowAt(1), rowAt(2, { alert }), rowAt(3, { alert, status: 'reverted' })]);
    await slow.hold(watch, 'one', [describedTransfer()]);
    clock.set(clock.now() + 5_000);
    await slow.put(watch, 6, [rowAt(2, { alert })]);
    const [month, week] = [1_000 + 30 * 86_400, 1_000 + 7 * 86_400];
    const ends = Array.from(table.items.values(), ({ watch: of, position, expiresAt }) => [
      String(of).replace(watchKey(watch), ''),
      Number(String(position).slice(0, 16)),
      expiresAt,
    ]);
    expect(ends).toEqual([
      ['#taken-back', 3, week],
      ['', 1, week],
      ['', 2, month],
      ['', 3, month],
      ['#held#one', Number.NaN, week],
      ['', 2, month + 5],
    ]);
  });
});
