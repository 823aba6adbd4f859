import { expect, it } from 'vitest';
import {
  bucketOf,
  changedBuckets,
  emptyRoster,
  isOnRoster,
  printOf,
  rosterOf,
} from '../../functions/activity/roster.ts';
import { watchOf } from '../support/alerts.ts';
import { walletNumber } from '../support/hinted-world.ts';

const prints = Array.from({ length: 2_000 }, (_, n) => printOf(watchOf({ wallet: walletNumber(n) })));
const [first = 0] = prints;

it('wallets are spread evenly over 64 buckets, and are found there', () => {
  const sizes = rosterOf(prints).map(({ size }) => size);
  expect(sizes).toHaveLength(64);
  expect(Math.min(...sizes)).toBeGreaterThan(10);
  expect(Math.max(...sizes)).toBeLessThan(60);
  const roster = rosterOf(prints.slice(1));
  expect(prints.filter((print) => !isOnRoster(roster, print))).toEqual([first]);
});

it('a wallet that comes, goes or takes the place of another changes its own bucket alone', () => {
  const all = rosterOf(prints);
  const without = rosterOf(prints.slice(1));
  expect(changedBuckets(all, rosterOf(prints))).toEqual([]);
  expect(changedBuckets(without, all)).toEqual([bucketOf(first)]);
  expect(changedBuckets(all, without)).toEqual([bucketOf(first)]);
  const other = prints.find((print) => print !== first && bucketOf(print) === bucketOf(first)) ?? 0;
  expect(changedBuckets(rosterOf([first]), rosterOf([other]))).toEqual([bucketOf(first)]);
  expect(changedBuckets(emptyRoster, rosterOf([first]))).toEqual([bucketOf(first)]);
});
