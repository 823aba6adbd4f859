import { expect, test } from 'vitest';
import type {
  BlockHash,
  BlockNumber,
  EpochMilliseconds,
  EpochSeconds,
  IsoTime,
  Milliseconds,
  Seconds,
  TransactionHash,
} from '../../functions/chain/units.ts';
import { systemClock } from '../../functions/runtime/clock.ts';
import { quietRow } from '../../functions/state/ledger-row.ts';

/** The compiler is the test: an expected error that does not occur is itself an error. */
test('no value of one unit is an argument of another', () => {
  const accepts = {
    milliseconds: (_: Milliseconds) => true,
    epochSeconds: (_: EpochSeconds) => true,
    block: (_: BlockNumber | null) => true,
    transaction: (_: TransactionHash) => true,
    iso: (_: IsoTime) => true,
  };
  const seconds = 5 as Seconds;
  const block = 18_000_000 as BlockNumber;
  const now: EpochMilliseconds = systemClock.now();
  // @ts-expect-error seconds are not milliseconds
  accepts.milliseconds(seconds);
  // @ts-expect-error a time in milliseconds is not one in seconds
  accepts.epochSeconds(now);
  // @ts-expect-error a point in time is not a duration
  accepts.milliseconds(now);
  // @ts-expect-error a time is not a block number
  accepts.block(now);
  // @ts-expect-error a block's hash is not a transaction's
  accepts.transaction('0x' as BlockHash);
  // @ts-expect-error a hash is not a time
  accepts.iso('0x' as TransactionHash);
  const { place, minedAt } = quietRow({ block, order: '', key: '' }, 'old', now);
  // @ts-expect-error a row's time is in seconds
  quietRow(place, 'old', minedAt);
  expect(minedAt).toBe(Math.floor(now / 1_000));
});

test('a literal and the result of arithmetic have any unit', () => {
  const wait: Milliseconds = 2 * (30 as Seconds) * 1_000;
  expect(wait).toBe(60_000);
});
