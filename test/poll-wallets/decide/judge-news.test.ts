import { expect, it } from 'vitest';
import { judgeNews } from '../../../functions/poll-wallets/decide/judge-news.ts';
import { neverPolled } from '../../../functions/state/cursor.ts';
import { nobodyKnown } from '../../../functions/state/known-addresses.ts';
import type { Transfer } from '../../../functions/transfer/transfer.ts';
import { withKeys } from '../../../functions/transfer/transfer-key.ts';
import { coinOf, describedTransfer, gold, usdc, watchOf } from '../../support/alerts.ts';
import { memoryStates } from '../../support/fakes/memory-states.ts';
import { everyMinute } from '../../support/worlds/poll-world.ts';

/** Judges transfers that take this many milliseconds each. */
async function judgeAll(transfers: readonly Transfer[], milliseconds: number, isFromNode = false) {
  let now = 1_000;
  const turns: number[] = [];
  const asked: (readonly (string | null)[])[] = [];
  const judged = await judgeNews(
    withKeys(transfers).map((one) => ({ ...one, reissue: 0 })),
    nobodyKnown,
    { told: 0, warned: 0, singles: [], cursor: neverPolled },
    {
      watch: watchOf(),
      limits: { deadline: 60_000, publishUntil: 60_000 },
      pace: everyMinute,
      clock: { now: () => now, sleep: async (ms) => void turns.push(ms) },
      isReadFromNode: () => isFromNode,
      findPeople: async () => new Map(),
      states: memoryStates(() => now),
      prices: { find: async () => () => null },
      coins: {
        find: async (_chain, tokens) => {
          asked.push([...tokens]);
          return (token) => {
            now += milliseconds;
            return token === gold.address ? coinOf() : null;
          };
        },
      },
    },
  );
  return { judged, asked, turns };
}

it('each transfer is described by its own coin, all of them looked up together', async () => {
  const { judged, asked } = await judgeAll([describedTransfer(), describedTransfer({}, gold)], 0);
  expect(asked.map((tokens) => tokens.toSorted())).toEqual([[gold.address, usdc].toSorted()]);
  const coins = judged.map(({ described: { token, coin } }) => `${token.address} ${coin?.symbol}`);
  expect(coins.toSorted()).toEqual([`${gold.address} zUSDC`, `${usdc} undefined`].toSorted());
});

it('no coin is looked up for a chain that is read from its node, because its alerts need no API endpoint', async () => {
  const { judged, asked } = await judgeAll([describedTransfer({}, gold)], 0, true);
  expect({ judged: judged.length, asked }).toEqual({ judged: 1, asked: [[]] });
});

it('other wallets have a turn after each ten milliseconds of judging', async () => {
  const six = [1, 2, 3, 4, 5, 6].map((logIndex) => describedTransfer({ logIndex }));
  expect((await judgeAll(six, 5)).turns).toEqual([0, 0]);
  expect((await judgeAll(six, 1)).turns).toEqual([]);
});
