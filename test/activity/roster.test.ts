import { expect, it } from 'vitest';
import { newcomersOf, rosterOf } from '../../functions/activity/chain-record.ts';
import { watchOf } from '../support/alerts.ts';
import { walletNumber } from '../support/worlds/hinted-world.ts';

const watches = Array.from({ length: 2_000 }, (_, n) => watchOf({ wallet: walletNumber(n) }));
const [first, ...others] = watches;
const all = rosterOf(watches);
const without = rosterOf(others);

it('no wallet is new on a chain that was never scanned', () => {
  expect(newcomersOf(all, [], undefined)).toEqual([]);
});

it('a process that saw the last scan knows which wallets are new', () => {
  expect(newcomersOf(all, all.sums, all)).toEqual([]);
  expect(newcomersOf(without, all.sums, all)).toEqual([]);
  expect(newcomersOf(all, without.sums, without)).toEqual([first?.wallet]);
});

it.each([
  ['another process', undefined],
  ['a process that saw a scan long ago', rosterOf([])],
  ['a process that saw no scan since the wallet was paused', all],
])('%s takes some of the others for new along with a wallet that is', (_, known) => {
  expect(newcomersOf(all, all.sums, known)).toEqual([]);
  const newcomers = newcomersOf(all, without.sums, known);
  expect(newcomers).toContain(first?.wallet);
  // All wallets of one bucket out of 64.
  expect(newcomers.length).toBeGreaterThan(10);
  expect(newcomers.length).toBeLessThan(60);
});

it('a wallet that takes the place of another is new', () => {
  const [a, b] = [rosterOf(watches.slice(0, 1)), rosterOf(watches.slice(1, 2))];
  expect(newcomersOf(b, a.sums, a)).toEqual([watches[1]?.wallet]);
});
