import { beforeAll, describe, expect, it } from 'vitest';
import { parseAddress } from '../../functions/chain/address.ts';
import {
  type BatchRow,
  type NewRow,
  quietRow,
  type RowStatus,
  transferRow,
} from '../../functions/state/ledger-row.ts';
import {
  comparedAttributes,
  readBatchRow,
  readRowItem,
  toRowItem,
} from '../../functions/state/ledger-row-item.ts';
import { byPlace, endOfBlock, placeOf, positionOf, readPosition } from '../../functions/state/place.ts';
import { watchKey } from '../../functions/wallet/watch.ts';
import { sizeOf, writeUnits } from '../bench/day/item-size.ts';
import {
  describedTransfer,
  exchange,
  imitation,
  lure,
  party,
  transferAlert,
  treasury,
  watchingAlert,
  watchOf,
} from '../support/alerts.ts';
import { blockAt, PollWorld } from '../support/worlds/poll-world.ts';

const expiry = { told: 2_000_000_000, notes: 1_700_000_000 };
const quiet = (over: Partial<NewRow> = {}): NewRow => ({
  ...quietRow({ block: 7, order: '~', key: 'k' }, 'told', 0),
  ...over,
});
const itemOf = (row: NewRow, ends = expiry) => toRowItem(row, 7, ends);

/** All kinds of rows that polls write: a watch's first rows, all outcomes, a warning, a storm's digest, missed and taken-back transfers. */
async function everyRow(): Promise<BatchRow[]> {
  const world = new PollWorld();
  const watch = watchOf({ fromBlock: blockAt(-5), minAmount: { byToken: new Map(), otherwise: '0.001' } });
  const pays = { from: party(treasury), to: party(exchange) };
  world.chain.mine(blockAt(-3), pays);
  await world.poll(watch);
  world.chain.mine(blockAt(1), { from: party(imitation), value: 0n });
  world.chain.mine(blockAt(1), { possibleSpam: true }, { verified: false });
  world.chain.mine(blockAt(1), { value: 1n });
  await world.poll(watch);
  for (let i = 0; i < 12; i += 1) world.chain.mine(blockAt(2), { blockTimestamp: null });
  await world.poll(watch);
  world.chain.transfers.splice(-12);
  await world.poll(watch);
  await world.poll(watch);
  return rowsOf(world);
}

const rowsOf = ({ ledger }: PollWorld) =>
  ledger.rows
    .values()
    .flatMap((rows) => rows.values())
    .toArray();
const hiddenOf = (rows: readonly BatchRow[]) => rows.filter(({ status }) => status === 'hidden');

/** Size of the item in UTF-8, with each byte as a character. */
const bytesOf = (item: object) => sizeOf(JSON.parse(Buffer.from(JSON.stringify(item)).toString('latin1')));

const asRead = (item: object) => JSON.parse(JSON.stringify(item)) as Record<string, unknown>;

describe('a row of the ledger', () => {
  let rows: readonly BatchRow[];
  beforeAll(async () => {
    rows = await everyRow();
  });

  it('comes back from its item unchanged, for all rows that polls write', () => {
    const kinds = new Set<RowStatus>(['told', 'waiting', 'hidden', 'unwanted', 'reverted', 'message']);
    expect(new Set(rows.map(({ status }) => status))).toEqual(kinds);
    expect(rows.some(({ missed, alertAt }) => missed && alertAt !== null)).toBe(true);
    for (const row of rows) expect(readBatchRow(asRead(toRowItem(row, row.batch, expiry)))).toEqual(row);
  });

  it('comes back with all that is compared, from the requested attributes', () => {
    const asked = comparedAttributes.ProjectionExpression.split(', ').map((name) => name.replace('#', ''));
    for (const row of rows) {
      const item = asRead(toRowItem(row, row.batch, expiry));
      const projected = Object.fromEntries(Object.entries(item).filter(([name]) => asked.includes(name)));
      const { alert, turn, outgoing, learnt, ...known } = row;
      expect(readRowItem(projected)).toEqual(known);
    }
  });

  it.each<[RowStatus, boolean, number]>([
    ['told', true, expiry.told],
    ['hidden', true, expiry.told],
    ['message', true, expiry.told],
    ['reverted', true, expiry.told],
    ['unwanted', true, expiry.notes],
    ['old', false, expiry.notes],
    ['told', false, expiry.notes],
    ['waiting', true, expiry.told],
    ['waiting', false, expiry.told],
  ])('stays until its expiry if it is %s, with an alert or not (%s): %i', (status, hasAlert, expiresAt) => {
    const alert = hasAlert ? transferAlert() : null;
    expect(itemOf(quiet({ status, alert }))).toMatchObject({ expiresAt });
  });

  it("has attributes that readers can search without the alert's JSON", () => {
    const alert = transferAlert({ id: 'h', verdict: lure });
    const reasons = ['The name holds a web address: claim.xyz.', 'The name speaks like a lure: claim.'];
    const item = { id: 'h', status: 'hidden', type: 'transfer.received', reasons, alert };
    expect(itemOf(quiet({ status: 'hidden', alert }))).toMatchObject(item);
    const watching = quiet({ status: 'message', alert: watchingAlert() });
    expect(itemOf(watching)).toMatchObject({ type: 'wallet.watching', reasons: [] });
  });

  const made = { address: parseAddress(`0x${'57'.repeat(20)}`), verified: null, logo: null };
  const long = { name: 'Claim 5 ETH at claim.xyz! '.repeat(100), symbol: '\u3317'.repeat(1_000) };

  it.each<[string, Parameters<PollWorld['chain']['mine']>[1], object, number]>([
    ['that the API flags', { possibleSpam: true }, { ...made, name: 'Gift', symbol: 'GIFT' }, 2],
    ['of an imitation', { from: party(imitation), value: 1n }, {}, 2],
    ['with the longest of texts', { from: party(imitation, 'x'.repeat(3_000)) }, { ...made, ...long }, 3],
  ])(
    'of hidden dust %s is small: its sender must pay more than the owner',
    async (_what, over, token, units) => {
      const watch = watchOf({ fromBlock: blockAt(-5) });
      const world = new PollWorld();
      world.chain.mine(blockAt(-3), { from: party(treasury), to: party(exchange) });
      world.chain.mine(blockAt(-2), over, token);
      await world.poll(watch);
      const [row] = hiddenOf(rowsOf(world));
      if (row === undefined) throw new Error('nothing is hidden');
      const item = { watch: watchKey(watch), ...toRowItem(row, row.batch, expiry) };
      expect(writeUnits(bytesOf(item))).toBeLessThanOrEqual(units);
    },
  );

  it('has no empty attribute, because a storm has thousands of rows', () => {
    const names = ['batch', 'blockMark', 'expiresAt', 'minedAt', 'position', 'status'];
    expect(Object.keys(itemOf(quiet())).toSorted()).toEqual(names);
  });

  it('takes one write unit if it is only for polls', () => {
    const place = placeOf('iPV5gkDuIMMtLQDLaJUVig', describedTransfer());
    const row: NewRow = { ...quietRow(place, 'told', 1e12), missed: true, reissue: 1, blockMark: '0f0f0f0f' };
    const item = toRowItem({ ...row, alertAt: positionOf(place, 1e12) }, 1e12, expiry);
    expect(sizeOf(item)).toBeLessThan(400);
  });

  const wrongs = [
    { status: 'lost' },
    { minedAt: '7' },
    { alert: { id: 'a' } },
    { learnt: '[{}]' },
    { position: 7 },
  ];

  it.each(wrongs)('is not read from a malformed item: %o', (wrong) => {
    expect(() => readBatchRow({ ...itemOf(quiet()), ...wrong })).toThrow();
  });
});

describe('the row of a transfer', () => {
  const now = Date.parse('2026-03-04T05:06:07.890Z');

  it('has its place, and the first digits and the time of its block', () => {
    const place = { block: 18_000_000, order: '000003.0000041', key: 'k' };
    const minedAt = Date.parse('2026-01-02T03:04:05.000Z') / 1_000;
    const row = quiet({ place, status: 'old', blockMark: '0f0f0f0f', minedAt });
    expect(transferRow('k', describedTransfer(), 'old', now)).toEqual(row);
  });

  it("has the time of the read and no digits if the API omits the block's hash and time", () => {
    const silent = describedTransfer({ blockHash: null, blockTimestamp: null });
    const said = { blockMark: '', minedAt: Math.floor(now / 1_000) };
    expect(transferRow('k', silent, 'told', now)).toMatchObject(said);
  });
});

describe('the position of a row', () => {
  it('is read back as its place and batch', () => {
    const place = placeOf('iPV5gkDuIMMtLQDLaJUVig', describedTransfer());
    expect(positionOf(place, 1_767_323_045_000)).toBe(
      '0000000018000000#000003.0000041#iPV5gkDuIMMtLQDLaJUVig#01767323045000',
    );
    for (const one of [place, endOfBlock(7, 'past')])
      expect(readPosition(positionOf(one, 5))).toEqual({ place: one, batch: 5 });
  });

  it('sorts in chain order: block, transaction, log index, then what has no transaction, then messages, then batches of one place', () => {
    const at = (blockNumber: number, transactionIndex: number | null, logIndex: number | null) =>
      placeOf('k', describedTransfer({ blockNumber, transactionIndex, logIndex }));
    const inBlock = [at(10, 2, 9), at(10, 2, 10), at(10, 11, 1), at(10, null, null), endOfBlock(10, 'a')];
    const places = [at(9, 300, 1), ...inBlock, at(11, 0, 0)];
    const positions = places.flatMap((place) => [9, 10].map((batch) => positionOf(place, batch)));
    expect(positions.toSorted()).toEqual(positions);
    const rows = places.map((place) => ({ place }));
    expect(rows.toReversed().sort(byPlace)).toEqual(rows);
    for (const row of rows) expect(byPlace(row, { place: { ...row.place } })).toBe(0);
  });
});
