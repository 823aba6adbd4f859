import type { EpochMilliseconds } from '../../chain/units.ts';
import { dayMs } from '../../runtime/clock.ts';
import { once } from '../../runtime/once.ts';
import type { LongRead } from '../../state/cursor.ts';
import type { PageRequest } from '../../transfer/source.ts';
import { NoSlot, PositionRefused, TurnMissed } from '../../transfer/source-errors.ts';
import type { KeyedTransfer } from '../../transfer/transfer-key.ts';
import type { Poll, PollLimits, StormTurn } from '../dependencies.ts';
import type { PollOutcome } from '../poll-outcome.ts';
import { type Collected, collectPages, type LookAtPage } from './collect-pages.ts';
import { askLedger, newRead } from './head-read.ts';
import { isNewTheft, mayBeTheft } from './look-ahead.ts';
import { isLastPage, toPollRead } from './part-of-read.ts';
import { type BegunCursor, type PollRead, throughBlock, unsettledBlocks } from './poll-read.ts';

/** An older read starts again: held rows last a week, and a wallet may be polled only once a day. */
const longestRead = 6 * dayMs;
/** Refusals in one block after which the read continues below the block, or everything above would wait forever. */
const maxRefusals = 3;
const noPages = { transfers: [], unreadable: [], isCutShort: true, waitsFor: null, fault: null };

const restUnread =
  'the block has more transfers than a poll can read, and the API refused to continue at three polls in a row: the rest of the block is not reported';

export function readingOf(
  { reading }: Pick<BegunCursor, 'reading'>,
  { clock }: Pick<Poll, 'clock'>,
): LongRead | null {
  return reading === null || reading.begunAt <= clock.now() - longestRead ? null : reading;
}

/** The read as if its lowest block were the chain's head. The next read reports the blocks above. */
export function anewBelow(reading: LongRead, begunAt: EpochMilliseconds): LongRead {
  return { ...reading, ...newRead(), begunAt, position: '', isBelowOthers: true };
}

interface NextPart {
  readonly reading: LongRead;
  /** The position is an earlier poll's. */
  readonly isKept: boolean;
  readonly seen: readonly KeyedTransfer[];
}

/** Reads the next part of a long read. Its transfers are held in the ledger until the last part is read. */
export async function readOn(
  cursor: BegunCursor,
  { reading, isKept, seen }: NextPart,
  poll: Pick<Poll, 'watch' | 'limits' | 'source' | 'history' | 'clock'>,
): Promise<PollRead> {
  const { watch, limits, source, clock } = poll;
  const basis = { chain: watch.chain, cursor, known: await askLedger(cursor, poll) };
  const lookAtPage: LookAtPage = (page, shown) => isLastPage(page, shown, reading, basis);
  const request = unsettledBlocks(watch, cursor);
  const collect: Collect = (at) =>
    collectPages(source.pages({ ...request, ...at }, limits), reading.position, lookAtPage, clock, limits);
  const { collected, before } = await collectOn(reading, isKept, collect);
  const earlier = collected.isCutShort ? [] : await poll.history.held(watch, reading.name);
  const read = toPollRead(collected, { ...before, earlier }, basis);
  const shown = new Set(read.transfers.map(({ key }) => key));
  // The stored block moves now, past transfers that were added below it since the read began.
  const through = throughBlock(read);
  const isBelow = ({ key, transfer }: KeyedTransfer) => transfer.blockNumber <= through && !shown.has(key);
  return { ...read, ahead: seen.filter(isBelow) };
}

type Collect = (at: Pick<PageRequest, 'to' | 'position'>) => Promise<Collected>;

/** Continues at the source's position, or from the lowest block read so far if the source refuses the position. */
async function collectOn(
  reading: LongRead,
  isKept: boolean,
  collect: Collect,
): Promise<{ readonly collected: Collected; readonly before: LongRead }> {
  const { below, position } = reading;
  try {
    if (position !== '') {
      const before = isKept ? { ...reading, refusals: 0 } : reading;
      return { collected: await collect({ to: null, position }), before };
    }
  } catch (error) {
    if (!(error instanceof PositionRefused)) throw error;
  }
  const refusals = reading.refusals + 1;
  if (below === null || refusals < maxRefusals)
    return { collected: await collect({ to: below, position: null }), before: { ...reading, refusals } };
  const unreadable = [{ transactionHash: null, blockNumber: below, reason: restUnread }];
  const collected = { ...noPages, unreadable, next: '' };
  // Two polls show the entry, because an unreadable entry is reported when it is seen the second time.
  const isShown = refusals > maxRefusals;
  const before = isShown ? { ...reading, below: below - 1, refusals: 0 } : { ...reading, refusals };
  return { collected, before };
}

/** The thefts that a look ahead shows, as a part that does not advance the read. */
export async function readThefts(
  cursor: BegunCursor,
  reading: LongRead,
  seen: readonly KeyedTransfer[],
  poll: Pick<Poll, 'watch' | 'history' | 'turn'>,
): Promise<PollRead | null> {
  const { watch } = poll;
  const ahead = seen.filter((one) => mayBeTheft(one, watch));
  if (ahead.length === 0) return null;
  if (ahead.some(({ transfer }) => isNewTheft(transfer, cursor, watch))) poll.turn.skip();
  const nothing = { ...noPages, next: reading.position };
  const basis = { chain: watch.chain, cursor, known: await askLedger(cursor, poll) };
  return { ...toPollRead(nothing, reading, basis), ahead };
}

/** Reads further parts until half of the poll's time is over: the rest is enough for one more part and its alerts. */
export async function readOnWhileEarly(
  outcome: PollOutcome,
  poll: Pick<Poll, 'turn' | 'clock' | 'limits'>,
  next: (before: PollOutcome, reading: LongRead) => Promise<PollOutcome>,
): Promise<PollOutcome> {
  const half = (poll.clock.now() + poll.limits.deadline) / 2;
  let last = outcome;
  while (last.cursor.reading !== null && poll.clock.now() < half) {
    const { reading } = last.cursor;
    try {
      await poll.turn.take();
      last = await next(last, reading);
      const { position, below } = last.cursor.reading ?? {};
      // A source that repeats a position would be read forever.
      if (position === reading.position && below === reading.below) return last;
    } catch (error) {
      return waiting(last, error);
    }
  }
  return last;
}

export function stormTurn(
  { storms, clock }: Pick<Poll, 'storms' | 'clock'>,
  { deadline }: PollLimits,
): StormTurn {
  const [begun, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const queue = once(async () => {
    void storms(() => {
      begun.resolve();
      return ended.promise;
    });
  });
  let isUrgent = false;
  return {
    async take() {
      await queue();
      await begun.promise;
      if (!isUrgent && clock.now() > deadline)
        throw new TurnMissed('Other wallets have many transfers too: the next poll continues.');
    },
    skip() {
      isUrgent = true;
      begun.resolve();
    },
    end: ended.resolve,
  };
}

/** If the plan has no call left, the poll ends and the next one continues. */
export function waiting(last: PollOutcome, error: unknown): PollOutcome {
  if (error instanceof NoSlot) return { ...last, isBehind: true, waitsFor: error.message };
  throw error;
}
