import { expect, it } from 'vitest';
import type { Watch } from '../../../functions/wallet/watch.ts';
import { treasury, usdc, watchOf } from '../../support/alerts.ts';
import { walletNumber } from '../../support/worlds/hinted-world.ts';
import { SourceWorld } from '../../support/worlds/source-world.ts';

const kinds = new Set(['control'] as const);

/** A chain; `tick` returns the kinds of news that it leaves in the journal. */
function chainOf() {
  const world = new SourceWorld([]);
  const tick = async (...watches: Partial<Watch>[]) => {
    world.watches = watches.map((watch) => watchOf({ kinds, ...watch }));
    await world.tick();
    return world.events.map(({ kind }) => kind);
  };
  return { world, tick, node: world.node, table: world.table };
}

it('a delegation is compared with the last look, also after a pause, and a new wallet starts without news', async () => {
  const { world, tick, node, table } = chainOf();
  expect(await tick({})).toEqual([]);
  node.delegates.set(treasury, usdc);
  expect(await tick({})).toEqual(['control']);
  expect(await tick({})).toEqual([]);
  expect(table.marks.has(treasury)).toBe(true);
  expect(table.states.get(treasury)).toMatchObject({ delegate: usdc, expiresAt: null });

  const other = { wallet: walletNumber(5) };
  await tick(other);
  const end = world.now / 1_000 + 90 * 86_400;
  await tick(other);
  expect(table.states.get(treasury)?.expiresAt).toBe(end);
  node.delegates.clear();
  world.restart();
  expect(await tick(other)).toEqual([]);
  expect(await tick(other, {})).toEqual(['control']);
  expect(table.states.get(treasury)).toMatchObject({ delegate: null, expiresAt: null });
  expect(table.states.size).toBe(1);
});

it.each([null, 'busy'])(
  'a new wallet that delegates already is no news, though the node first says %s',
  async (says) => {
    const { tick, node } = chainOf();
    const other = { wallet: walletNumber(5) };
    await tick({});
    node.delegates.set(other.wallet, usdc);
    node.refusesState = says;
    expect(await tick({}, other)).toEqual([]);
    node.refusesState = null;
    expect(await tick({}, other)).toEqual([]);
  },
);

it.each([kinds, null])('a delegation of a paused row is news, its floors wait for it %#', async (of) => {
  const { tick, node } = chainOf();
  const row = { minBalance: new Map([[null, '2000000']]), kinds: of };
  await tick({ kinds: of, paused: true });
  node.delegates.set(treasury, usdc);
  expect(await tick({ ...row, paused: true })).toEqual(['control']);
  expect(await tick(row)).toEqual(['balance']);
  // A row whose floor can't be read is looked at like a paused one without a floor.
  expect(await tick({ kinds: of, paused: true })).toEqual([]);
  expect(await tick(row)).toEqual([]);
});

it('a delegation that no look has asked for yet is no news, even if other state of its wallet is known', async () => {
  const { tick, node } = chainOf();
  const minBalance = new Map([[null, '2000000']]);
  const both = (over: Partial<Watch> = {}) =>
    [treasury, walletNumber(5)].map((wallet) => ({ wallet, minBalance, ...over }));
  node.delegates.set(treasury, usdc);
  expect(await tick(...both({ kinds: new Set() }))).toEqual(['balance', 'balance']);
  expect(await tick(...both())).toEqual([]);
  node.delegates.set(walletNumber(5), usdc);
  expect(await tick(...both())).toEqual(['control']);
});

it.each([false, true])(
  'a wallet that was looked at stays known, however many are added in the same tick; after a cold start: %s',
  async (isCold) => {
    const { world, tick, node } = chainOf();
    await tick({});
    const others = Array.from({ length: 400 }, (_, n) => ({ wallet: walletNumber(n + 1) }));
    node.delegates.set(treasury, usdc);
    node.delegatedIn = node.head.number + 1;
    if (isCold) world.restart();
    expect(await tick({}, ...others)).toEqual(['control']);
  },
);

it('a state no longer expires once its row is back, even if it is unchanged', async () => {
  const { tick, node, table } = chainOf();
  await tick({});
  node.delegates.set(treasury, usdc);
  await tick({});
  await tick({ wallet: walletNumber(5) });
  expect(table.states.get(treasury)?.expiresAt).not.toBeNull();
  expect(await tick({})).toEqual([]);
  expect(table.states.get(treasury)).toMatchObject({ delegate: usdc, expiresAt: null });
});

it('a wallet below its floor is reported again if no row asked for the floor meanwhile', async () => {
  const { tick } = chainOf();
  const row = { minBalance: new Map([[null, '2000000']]) };
  const other = { wallet: walletNumber(5) };
  expect(await tick(row, other)).toEqual(['balance']);
  expect(await tick(row, other)).toEqual([]);
  for (const rows of [[other], [{}, other]]) {
    await tick(...rows);
    expect(await tick(row, other)).toEqual(['balance']);
  }
});
