import { expect, it } from 'vitest';
import { parseAddress } from '../../../functions/chain/address.ts';
import type { PageRequest, SourcePage, TransferSource } from '../../../functions/transfer/source.ts';
import { UpstreamUnavailable } from '../../../functions/transfer/source-errors.ts';
import { dryPolls, type Replayed } from '../../../lib/cli/replay/dry-polls.ts';
import { describedTransfer, watchOf } from '../../support/alerts.ts';
import { PollWorld } from '../../support/worlds/poll-world.ts';

const watch = watchOf({ fromBlock: 100 });
const nothing: SourcePage = { transfers: [], unreadable: [], next: null };

/** Transfers of different transactions, the first one the newest. */
const numbered = (n: number) =>
  describedTransfer({ blockNumber: 400 - n, transactionHash: `0x${String(n).padStart(64, '0')}` });

/** Runs dry polls over a source. */
function play(pages: (request: PageRequest) => AsyncIterable<SourcePage>, of = watch) {
  const world = new PollWorld();
  const source: TransferSource = {
    open: async () => {},
    async *pages(request) {
      for await (const page of pages(request)) {
        world.advance(1_000);
        yield page;
      }
    },
  };
  const taken: Replayed[] = [];
  const ended = dryPolls(of, { ...world.deps, source }, null, (one) => void taken.push(one));
  return { taken, ended, world };
}

const hashes = (taken: readonly Replayed[]) =>
  taken.flatMap(({ alert }) => ('transfer' in alert ? [alert.transfer.transactionHash] : []));

it('transfers that were seen before a call fails count', async () => {
  // More pages than one poll reads, with a theft on the first one, which is reported as soon as it is seen.
  let calls = 0;
  const { from, to, ...received } = describedTransfer({ blockNumber: 400 });
  const theft = { ...received, from: to, to: from };
  const { taken, ended, world } = play(async function* () {
    calls += 1;
    if (calls > 1) throw new UpstreamUnavailable('The API is away.', null);
    for (let page = 0; page < 50; page += 1)
      yield { ...nothing, transfers: [page === 0 ? theft : numbered(page)], next: `page ${page + 1}` };
  });
  await expect(ended).rejects.toThrow('The API is away.');
  expect(taken.map(({ status, alert }) => [status, alert.type])).toEqual([['told', 'transfer.sent']]);
  expect(world.published).toEqual([]);
  expect(world.states.saves).toBe(0);
  expect(world.ledger.rows.size).toBe(0);
});

it('continues a read over several polls, and reports each transfer once', async () => {
  const all = Array.from({ length: 45 }, (_, n) => numbered(n));
  const positions: (string | null)[] = [];
  const { taken, ended } = play(async function* ({ position }) {
    positions.push(position);
    for (let page = Number(position ?? 0); page < all.length; page += 1)
      yield {
        ...nothing,
        transfers: all.slice(page, page + 1),
        next: page + 1 === all.length ? null : String(page + 1),
      };
  });
  expect(await ended).toEqual({ isBehind: false, unreadable: [] });
  expect(positions.filter((position) => position !== null)).toEqual(['20', '40']);
  const [digest] = taken.map(({ alert }) => ('digest' in alert ? alert.digest.count : 0));
  expect([taken.length, hashes(taken).length, digest]).toEqual([1, 0, 45]);
});

it('also reports transfers that would wait for the end of an hour', async () => {
  const made = { address: parseAddress(`0x${'9'.repeat(40)}`), symbol: 'GIFT', name: 'Gift', verified: null };
  const transfers = [1, 2, 3, 4, 5, 6].map((n) => {
    const { from, to } = describedTransfer();
    const sides = n > 3 ? { from: to, to: from } : { from, to };
    return describedTransfer(
      { ...sides, blockNumber: 120 + n, transactionHash: `0x${`${n}`.repeat(64)}` },
      made,
    );
  });
  const { taken, ended } = play(
    async function* () {
      yield { ...nothing, transfers: transfers.toReversed() };
    },
    { ...watch, singles: 1 },
  );
  await ended;
  expect(taken.map(({ alert }) => ('digest' in alert ? alert.digest.count : 1))).toEqual([1, 1, 2, 2]);
});

it('an unreadable entry is reported, and that the rest was not reached', async () => {
  const unreadable = [{ transactionHash: null, blockNumber: 120, reason: 'value: none' }];
  const { ended } = play(async function* () {
    yield { ...nothing, unreadable };
  });
  expect(await ended).toEqual({ isBehind: false, unreadable });
  const stuck = play(async function* () {
    for (let logIndex = 0; ; logIndex += 1)
      yield { ...nothing, transfers: [{ ...numbered(0), logIndex }], next: 'the same' };
  });
  expect(await stuck.ended).toEqual({ isBehind: true, unreadable: [] });
});

it("does not consume a node's events, so the real polls report them", async () => {
  const world = new PollWorld();
  world.isFromNode = true;
  const reached: string[] = [];
  world.atAwait = (point) => void reached.push(point);
  await dryPolls(watch, world.deps, null, () => {});
  expect(reached.filter((point) => /events|drop/.test(point))).toEqual([]);
});
