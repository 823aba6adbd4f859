import { expect, it } from 'vitest';
import type { NodeTroubles } from '../../functions/activity/chain-activity.ts';
import { recordRefused } from '../../functions/dispatch-polls/tick-incidents.ts';
import type { Watch } from '../../functions/wallet/watch.ts';
import { watchOf } from '../support/alerts.ts';
import { DispatchWorld } from '../support/dispatch-world.ts';

const wallets = Array.from({ length: 120 }, (_, n) =>
  watchOf({ wallet: `0x${String(n).padStart(40, '0')}` as never, fromBlock: 7 }),
);
const waiting = (refused: readonly Watch[]): NodeTroubles[] => [
  { chain: 'eth', doubt: null, lasts: false, missed: null, isSource: true, refused },
];

it('a wallet whose first poll still waits does not end its incident when others come before it in the table', async () => {
  const world = new DispatchWorld();
  const deps = world.dependencies();
  const tickWith = async (refused: readonly Watch[]) =>
    recordRefused(waiting(refused), await deps.incidents.list(), deps);
  await tickWith(wallets.slice(20));
  const reported = world.incidents.items.size;
  await tickWith(wallets);
  expect([reported, world.incidents.items.size]).toEqual([100, 100]);
  expect(world.operations.filter(({ state }) => state === 'ended')).toEqual([]);
  // One wallet begins; another one is reported in its place.
  await tickWith(wallets.slice(0, -1));
  expect(world.operations.filter(({ state }) => state === 'ended')).toMatchObject([
    { wallet: wallets.at(-1)?.wallet },
  ]);
  expect(world.operations.at(-1)).toMatchObject({ state: 'began', wallet: wallets[0]?.wallet });
});

it('a wallet whose first poll waits is not reported as over by a tick that can not read what is known of its chain', async () => {
  const world = new DispatchWorld();
  const deps = world.dependencies();
  await recordRefused(waiting(wallets.slice(0, 1)), [], deps);
  const unread: NodeTroubles = {
    chain: 'eth',
    doubt: 'throttled',
    lasts: false,
    missed: undefined,
    isSource: false,
  };
  await recordRefused([unread], await deps.incidents.list(), deps);
  expect(world.operations.map(({ state }) => state)).toEqual(['began']);
  await recordRefused(waiting([]), await deps.incidents.list(), deps);
  expect(world.operations.map(({ state }) => state)).toEqual(['began', 'ended']);
});
