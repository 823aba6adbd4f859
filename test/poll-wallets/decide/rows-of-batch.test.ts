import { beforeEach, describe, expect, it } from 'vitest';
import { inTurn } from '../../../functions/poll-wallets/decide/batches.ts';
import { takeBack } from '../../../functions/poll-wallets/decide/take-back.ts';
import { byPlace } from '../../../functions/state/place.ts';
import { type NewRow, quietRow, type Row } from '../../../functions/state/row.ts';
import {
  exchange,
  imitation,
  party,
  revertedAlert,
  transferAlert,
  treasury,
  watchOf,
} from '../../support/alerts.ts';
import { type LogLine, linesOf } from '../../support/log-lines.ts';
import { begunWorld, blockAt, PollWorld } from '../../support/poll-world.ts';

const watch = watchOf();
const rowIn = (block: number): NewRow =>
  quietRow({ block, order: '000001.0000001', key: `${block}` }, 'told', 0);

describe('the messages of a batch', () => {
  it('go out one by one up to ten; more become a digest, which counts hidden transfers', async () => {
    const world = await begunWorld(watch);
    const typesOf = async (count: number) => {
      world.published.length = 0;
      for (let i = 0; i < count; i += 1) world.chain.mine(blockAt(count));
      for (let i = 0; i < 2; i += 1)
        world.chain.mine(blockAt(count), { possibleSpam: true }, { verified: false });
      await world.poll(watch, { after: 3_600_000 });
      return world.published.map(({ type }) => type);
    };
    expect(await typesOf(10)).toEqual(Array(10).fill('transfer.received'));
    expect(await typesOf(11)).toEqual(['transfers.digest']);
    expect(world.published).toMatchObject([{ digest: { count: 11, hidden: 2 } }]);
  });

  it("keep what their transfer's row says: whom the wallet paid, and of whom it was warned on which day", async () => {
    const world = await begunWorld(watch);
    world.chain.mine(blockAt(1), { from: party(treasury), to: party(exchange) });
    await world.poll(watch);
    world.ledger.rows.clear();
    world.chain.mine(blockAt(2), { from: party(imitation), value: 0n });
    world.chain.mine(blockAt(2));
    world.chain.mine(blockAt(2), { from: party(imitation), value: 0n });
    world.chain.mine(blockAt(2), { from: party(treasury), to: party(exchange) });
    await world.poll(watch);
    const rows = [...world.ledger.rows.values()].flatMap((of) => [...of.values()]).sort(byPlace);
    const taught = rows.filter(({ status }) => status !== 'message').map(({ learnt }) => learnt);
    expect(taught).toMatchObject([
      [{ paid: { address: exchange } }],
      [{ paid: null, imitations: [[expect.any(String), { told: true }]], warnedOn: '2026-01-02' }],
      [],
      [{ paid: null, imitations: [[expect.any(String), { told: false }]], warnedOn: null }],
      [{ paid: { address: exchange }, imitations: [], warnedOn: null }],
    ]);
  });

  it('are numbered in the order of their rows; a row without an alert has no number', () => {
    const told = { ...rowIn(1), alert: transferAlert(), turn: 0 };
    const reverted = { ...rowIn(2), status: 'reverted', alert: revertedAlert() } as const;
    const turns = [rowIn(0), told, reverted, { ...reverted, alert: null }, { ...told, alert: null }, told];
    expect(inTurn(turns).map(({ turn }) => turn)).toEqual([null, 0, 1, null, null, 2]);
  });
});

describe('a transfer that the chain has dropped', () => {
  let world: PollWorld;
  let lines: readonly LogLine[];
  beforeEach(() => {
    world = new PollWorld();
    lines = linesOf(world);
  });

  it('is taken back oldest first, by the alerts that reported it', async () => {
    const rows = [9, 7].map((block) => ({ ...rowIn(block), alert: transferAlert({ id: `told ${block}` }) }));
    await world.ledger.put(watch, 5, rows);
    const dropped = rows.map(
      ({ alert, turn, outgoing, learnt, ...row }): Row => ({ ...row, missed: true, batch: 5 }),
    );
    const back = await takeBack(dropped, { ...world.deps, watch });
    expect(back).toMatchObject(
      [7, 9].map((block) => ({
        place: { block },
        status: 'reverted',
        missed: false,
        alertAt: null,
        alert: { type: 'transfer.reverted', reverts: `told ${block}` },
      })),
    );
    expect(lines).toEqual([]);
  });

  it('is looked up in parallel: ten thousand one by one would outlast an invocation', async () => {
    const { alert, turn, outgoing, learnt, ...row } = rowIn(7);
    let [reading, most] = [0, 0];
    const alertAt = async () => {
      reading += 1;
      most = Math.max(most, reading);
      await new Promise(setImmediate);
      reading -= 1;
      return transferAlert();
    };
    const many = Array.from({ length: 60 }, () => ({ ...row, batch: 5 }));
    const history = Object.assign(Object.create(world.deps.history), { alertAt });
    expect(await takeBack(many, { ...world.deps, history, watch })).toHaveLength(60);
    expect(most).toBe(20);
  });

  it('is logged if its row no longer describes it', async () => {
    const { alert, turn, outgoing, learnt, ...row } = rowIn(7);
    expect(await takeBack([{ ...row, batch: 5 }], { ...world.deps, watch })).toMatchObject([{ alert: null }]);
    expect(lines).toMatchObject([{ level: 'error', details: { block: 7, key: '7' } }]);
  });
});
