import type { Credit } from '../../activity/chain-record.ts';
import type { Hints } from '../../activity/hints.ts';
import { kindAsking, type Mark } from '../../activity/marks.ts';
import type { SentOfChain } from '../../activity/store-scan.ts';
import type { PollActivity } from '../../queue/poll-message.ts';
import { tickMinute } from '../../runtime/clock.ts';
import type { WatchedRow } from '../../wallet/read-watchlist.ts';
import { watchKey } from '../../wallet/watch.ts';
import { type DuePoll, dueNow, isFirstOfSweep } from '../due-polls.ts';
import type { Tick } from '../open-tick.ts';
import { type SentPolls, sendDue } from '../send-due.ts';
import { type ActivePolls, type Allowance, affordablePolls } from './credit.ts';
import type { Shares } from './demand.ts';

/** `nodelessStretch` is the factor by which the plan would stretch the chain's intervals without a node. */
type ChainShares = Shares & { readonly nodelessStretch: number };

interface AskedChain {
  readonly rows: readonly WatchedRow[];
  readonly credit: Credit | null;
  readonly hints: Hints;
  readonly shares: ChainShares;
  readonly allowance: Allowance | null;
  /** Polls of all wallets. */
  readonly pollsADay: number;
}

/** Sends the polls of a chain whose node was asked, first the polls for money that surely left a wallet. */
export async function sendHinted(
  { rows, credit, hints, shares, allowance, pollsADay }: AskedChain,
  tick: Tick,
): Promise<SentPolls & SentOfChain> {
  const { stretch, sweepStretch } = shares;
  const { sweepSeconds, isBetween, isSpent } = tick;
  const asking = isBetween ? rows.filter((row) => isPolledAtOnce(row, hints, tick)) : rows;
  const hinted = asking.map((row) => pollsOf(row, hints, shares, tick));
  const due = hinted.flatMap(({ atInterval = [] }) => atInterval);
  const active = hinted.flatMap(({ active }) => active ?? []);
  const affordable = affordablePolls(active, credit, allowance, tick.at);
  // A wallet that is polled for its activity needs no sweep; a wallet that waits for such a poll is swept.
  const polled = new Set([...affordable.sent, ...affordable.others].map(({ watch }) => watch.wallet));
  const sweeps = isBetween ? [] : hinted.flatMap(({ swept }) => swept ?? []);
  const swept = sweeps.filter(({ watch }) => !polled.has(watch.wallet));
  if (affordable.waiting.size > 0)
    tick.log.warn("polls of active wallets wait for the plan's calls", {
      chain: rows[0]?.watch.chain.name,
      wallets: affordable.waiting.size,
    });

  const pace = { pollsADay, sweepSeconds: sweepSeconds * sweepStretch };
  const sent = await sendDue(affordable.sent, { ...pace, isUrgent: true }, tick);
  const others = await sendDue([...swept, ...affordable.others], pace, tick);
  const rest = await sendDue(markedPolls(due, hints), { pollsADay, stretch }, tick);
  const unsent = sent.unsent + others.unsent + rest.unsent;
  return {
    polls: sent.polls + others.polls + rest.polls,
    unsent,
    areAllSent: unsent === 0,
    areSweepsSent: !isSpent && !isBetween,
    // If the day has no calls left, only polls of new wallets were sent.
    credit: isSpent ? credit : affordable.credit,
    waiting: affordable.waiting.union(hints.repeated),
  };
}

/**
 * `atInterval`: polls at the row's interval. If the node is in doubt, every wallet gets them. If the plan stretches that interval beyond the
 * sweeps', the wallet still gets sweeps, and polls for outgoing money. `active`: polls for its activity; `swept`: its due sweep.
 */
export function pollsOf(
  row: WatchedRow,
  hints: Hints,
  { stretch, sweepStretch, nodelessStretch }: Omit<ChainShares, 'rows' | 'activity'>,
  tick: Pick<Tick, 'at' | 'last' | 'notBegun' | 'isBetween' | 'everySeconds' | 'sweepSeconds'>,
): { atInterval?: readonly DuePoll[]; active?: ActivePolls; swept?: DuePoll } {
  const { watch } = row;
  const isNew = tick.notBegun.has(watchKey(watch));
  const isOrdinary = isNew || !hints.isReliable || hints.ordinary.has(watch.wallet);
  const isAtInterval = (isOrdinary || isUnmarked(row, hints, nodelessStretch, tick)) && !tick.isBetween;
  const atInterval = isAtInterval ? dueNow(row, stretch, tick) : [];
  if (isNew || atInterval.length > 0) return { atInterval };
  const minute = tickMinute(tick.at);
  const { sweptThrough, scanned } = hints;
  const last = sweptThrough !== null && sweptThrough < minute ? sweptThrough : minute - 1;
  const due = dueNow(row, 1, { ...tick, last });
  const [first] = due;
  if (first === undefined) return {};
  const mark = hints.marks.get(watch.wallet);
  const kind = mark === undefined ? null : kindAsking(mark, minute);
  const isActive = kind === 'sent' || (kind !== null && !isOrdinary);
  const active = isActive && { kind, polls: markedPolls(due, hints), isFirst: mark?.polledAt === null };
  const pollSeconds = first.intervalSeconds;
  const sweepSeconds = Math.max(tick.sweepSeconds, pollSeconds) * sweepStretch;
  const isSwept = isFirstOfSweep(watchKey(watch), { pollSeconds, sweepSeconds }, { minute, last });
  return {
    ...(active && { active }),
    ...(isSwept && { swept: { ...first, activity: { ...sightOf(mark), sweep: scanned } } }),
  };
}

/**
 * Whether a wallet's last poll at its interval was made without the node, and left no mark of unfinished work. Such a wallet is polled
 * once more at its interval, unless a sweep is sooner.
 */
export function isUnmarked(
  { watch }: WatchedRow,
  { markedSince }: Pick<Hints, 'markedSince'>,
  nodelessStretch: number,
  { at, everySeconds, sweepSeconds }: Pick<Tick, 'at' | 'everySeconds' | 'sweepSeconds'>,
): boolean {
  const interval = (watch.everySeconds ?? everySeconds) * nodelessStretch;
  return interval < sweepSeconds && tickMinute(at) < markedSince + interval / 60;
}

/** Polls a chain that is read from its node: wallets that scans saw, and new wallets whose past is read. */
export async function sendByNode(rows: readonly WatchedRow[], hints: Hints, tick: Tick): Promise<SentPolls> {
  const minute = tickMinute(tick.at);
  const asks = (row: WatchedRow) => {
    if (tick.isBetween) return isPolledAtOnce(row, hints, tick);
    const { watch } = row;
    if (tick.notBegun.has(watchKey(watch)))
      return hints.scanned !== null && !hints.unreadPast.has(watch.wallet);
    const mark = hints.marks.get(watch.wallet);
    return mark !== undefined && kindAsking(mark, minute) !== null;
  };
  // An old journal may hold transfers that a re-org has dropped since.
  const due = (hints.isCurrent ? rows : []).filter(asks).flatMap((row) => dueNow(row, 1, tick));
  return sendDue(markedPolls(due, hints), { pollsADay: 0, isUrgent: true }, { ...tick, isSpent: false });
}

/** Whether a wallet is polled between two ticks: this scan saw it, and its row allows a poll at each tick. */
function isPolledAtOnce(
  { watch }: WatchedRow,
  { seen, repeated }: Pick<Hints, 'seen' | 'repeated'>,
  { notBegun, everySeconds }: Tick,
): boolean {
  const { wallet } = watch;
  if (!seen.has(wallet) || repeated.has(wallet) || notBegun.has(watchKey(watch))) return false;
  return (watch.everySeconds ?? everySeconds) <= 60;
}

/** Due polls with the activity that they are made for. */
function markedPolls(
  due: readonly DuePoll[],
  { marks, coinThrough }: Pick<Hints, 'marks' | 'coinThrough'>,
): readonly DuePoll[] {
  return due.map((poll) => ({
    ...poll,
    activity: { ...sightOf(marks.get(poll.watch.wallet)), sweep: null, coinThrough },
  }));
}

function sightOf(mark: Mark | undefined): Pick<PollActivity, 'stamp' | 'seenIn'> {
  return { stamp: mark?.stamp ?? null, seenIn: mark?.block ?? 0 };
}
