import { beforeEach, describe, expect, it } from 'vitest';
import { takeBack } from '../../../functions/poll-wallets/decide/take-back.ts';
import { type LedgerRow, quietRow, type RowStatus } from '../../../functions/state/ledger-row.ts';
import { transferAlert, watchOf } from '../../support/alerts.ts';
import { type LogLine, linesOf } from '../../support/worlds/log-lines.ts';
import { PollWorld } from '../../support/worlds/poll-world.ts';

const watch = watchOf();

function rowIn(block: number, status: RowStatus = 'told'): LedgerRow {
  const place = { block, order: '000001.0000001', key: `${block}` };
  const { alert, turn, outgoing, learnt, ...row } = quietRow(place, status, 0);
  return { ...row, missed: true, batch: 5 };
}

describe('a transfer that the chain has dropped', () => {
  let world: PollWorld;
  let lines: readonly LogLine[];
  beforeEach(() => {
    world = new PollWorld();
    lines = linesOf(world);
  });

  it('is taken back, the oldest first, by the alerts that reported it', async () => {
    const rows = [9, 7].map((block) => rowIn(block));
    const told = rows.map(({ place }) => ({
      ...quietRow(place, 'told', 0),
      alert: transferAlert({ id: `told ${place.block}` }),
    }));
    await world.ledger.put(watch, 5, told);
    const gone = { status: 'reverted', missed: false, alertAt: null };
    expect(await takeBack(rows, { ...world.deps, watch })).toMatchObject([
      { ...gone, place: { block: 7 }, alert: { type: 'transfer.reverted', reverts: 'told 7' } },
      { ...gone, place: { block: 9 }, alert: { type: 'transfer.reverted', reverts: 'told 9' } },
    ]);
    expect(lines).toEqual([]);
  });

  it('is looked up in parallel, because ten thousand one by one would outlast an invocation', async () => {
    let [reading, most] = [0, 0];
    const alertAt = async () => {
      reading += 1;
      most = Math.max(most, reading);
      await new Promise(setImmediate);
      reading -= 1;
      return transferAlert();
    };
    const history = Object.assign(Object.create(world.deps.history), { alertAt });
    const many = Array<LedgerRow>(60).fill(rowIn(7));
    expect(await takeBack(many, { ...world.deps, history, watch })).toHaveLength(60);
    expect(most).toBe(20);
  });
});

it('of a digest has an alert of its own if it is among the thirty of most worth; History keeps the others', async () => {
  const world = new PollWorld();
  const rows = Array.from({ length: 50 }, (_, i) => rowIn(i, i < 5 ? 'told' : 'waiting'));
  const told = rows.map(({ place, status }) => ({
    ...quietRow(place, status, 0),
    alert: transferAlert({ transfer: { value: BigInt(place.block * 1_000_000) } }),
  }));
  await world.ledger.put(watch, 5, told);
  const back = await takeBack(rows, { ...world.deps, watch });
  const spoken = back.filter(({ turn }) => turn !== null);
  expect(spoken.map(({ place }) => place.block)).toEqual([
    0,
    1,
    2,
    3,
    4,
    ...Array.from({ length: 30 }, (_, i) => i + 20),
  ]);
  expect(back.map(({ alert }) => alert?.type)).toEqual(Array(50).fill('transfer.reverted'));
  expect(spoken.at(-1)?.alert).toMatchObject({
    others: { count: 15, totals: [{ count: 15, amount: '180' }] },
  });
  expect(spoken.slice(0, -1).map(({ alert }) => alert)).toEqual(
    Array(34).fill(expect.objectContaining({ others: null })),
  );
});
