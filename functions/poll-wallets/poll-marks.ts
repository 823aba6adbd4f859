import type { Find } from '../activity/finds.ts';
import type { ActivityKind } from '../activity/marks.ts';
import type { BlockNumber, EpochMilliseconds } from '../chain/units.ts';
import type { PollActivity, PollMessage } from '../queue/poll-message.ts';
import { surelyRealContracts } from '../spam/known-token.ts';
import { waitingDigests } from '../state/cursor.ts';
import { type Watch, watchKey } from '../wallet/watch.ts';
import type { PollDependencies } from './dependencies.ts';
import type { PollResult, WatchedCursor } from './poll-each.ts';
import type { PollOutcome } from './poll-outcome.ts';

export type PollMarks = ReturnType<typeof createPollMarks>;

/** Marks for later ticks, on chains that have a node: there a tick polls a wallet only if it has a mark or is due for its sweep. */
export function createPollMarks(
  { activity = { minute: 0, wallets: {} } }: Pick<PollMessage, 'activity'>,
  watches: readonly Watch[],
  { marks, clock, log }: Pick<PollDependencies, 'marks' | 'clock' | 'log'>,
) {
  const { minute, wallets } = activity;
  /** The stamp of each wallet's mark, by watch key. */
  const stamps = new Map(Object.entries(wallets).map(([key, { stamp }]) => [key, stamp]));
  const [begun, owed] = [new Set<string>(), new Set<string>()];

  async function writeMark(watch: Watch): Promise<void> {
    const key = watchKey(watch);
    if (wallets[key] === undefined || owed.has(key)) return;
    const stamp = `${minute}.${clock.now()}.owed`;
    await marks.owe(watch.chain, { wallet: watch.wallet, stamp, minute });
    // Set after the write, so that a mark whose write failed is written again at the end of the poll.
    stamps.set(key, stamp);
    owed.add(key);
  }

  /** Marks the wallet while its poll runs, unless it has a mark: each mark causes polls until one succeeds. */
  async function owe(watch: Watch): Promise<void> {
    if (!stamps.get(watchKey(watch))) await writeMark(watch);
  }

  async function endPoll(watch: Watch, outcome: PollOutcome | null | undefined): Promise<void> {
    // Mark again: the existing mark's tail of polls may be over.
    if (!outcome || !isDone(outcome)) return writeMark(watch);
    const { chain, wallet } = watch;
    const key = watchKey(watch);
    const [stamp, polled] = [stamps.get(key), wallets[key]];
    const begins = begun.has(key) ? 'sure' : unseenKind(outcome, polled?.seenIn ?? 0, watch);
    const transfers = missedByNode(outcome, polled?.sweep ?? null, Math.max(minute * 60_000, clock.now()));
    const find = { wallet, stamp: `${minute}`, transfers, until: null };
    const kind = unseenKind(outcome, 0, watch);
    const acknowledge = async () => {
      if (!stamp || (await marks.acknowledge(chain, { wallet, stamp, minute }, begins)) || kind === null)
        return;
      // The tick may have died before it wrote the mark. Without one no poll would see that a re-org drops what this poll found.
      const block = polled?.seenIn ?? 0;
      await marks.add(chain, { wallet, stamp, seenAt: { [kind]: minute }, polledAt: minute, block });
    };
    const written = await Promise.allSettled([
      acknowledge(),
      transfers.length > 0 && marks.put(chain, 'finds', [find]),
    ]);
    const lost = 'error: marks of a successful poll could not be written';
    for (const one of written)
      if (one.status === 'rejected') log.error(lost, { wallet, error: String(one.reason) });
  }

  return {
    /** Marks new wallets: a tail of polls follows the first successful one. */
    async begin(polls: readonly WatchedCursor[]): Promise<void> {
      for (const { watch, cursor } of polls) {
        if (cursor.start !== null) continue;
        begun.add(watchKey(watch));
        await owe(watch);
      }
    },
    owe,
    /** Acknowledges successful polls, and marks the other wallets. @throws if a mark can't be written: SQS then repeats the message */
    async end(results: readonly PollResult[]): Promise<void> {
      const outcomes = new Map(results.map(({ watch, outcome }) => [watchKey(watch), outcome]));
      // Wait for all of them before failing: calls still under way when Lambda freezes may be lost.
      const ended = await Promise.allSettled(
        watches.map((watch) => endPoll(watch, outcomes.get(watchKey(watch)))),
      );
      for (const one of ended) if (one.status === 'rejected') throw one.reason;
    },
  };
}

function isDone({ isBehind, hasMissed, unreadable, cursor }: PollOutcome): boolean {
  const isAllReported = cursor.open === null && waitingDigests(cursor.rations).length === 0;
  return isAllReported && !isBehind && !hasMissed && unreadable.length === 0;
}

/**
 * The tail that begins for transfers that no scan has shown: a re-org may drop them before the node is asked for their block. Null:
 * there are none. Strangers' tokens are `unsure`, as in a scan: their storms must not use up the calls of real money.
 */
function unseenKind({ found }: PollOutcome, seenIn: BlockNumber, watch: Watch): ActivityKind | null {
  const unseen = found.filter(({ block }) => block > seenIn);
  if (unseen.length === 0) return null;
  const real = surelyRealContracts(watch);
  return unseen.some(({ token, hasValue }) => hasValue && real.includes(token)) ? 'sure' : 'unsure';
}

/** Milliseconds. The node may show a transfer later than the API: only an older one counts as missed by the node. */
const shownWithin = 600_000;
const maxFinds = 10;

/** Transfers that a sweep found in scanned blocks, old enough that the scan should have shown them. */
function missedByNode(
  { found }: PollOutcome,
  sweep: PollActivity['sweep'],
  now: EpochMilliseconds,
): Find['transfers'] {
  if (sweep === null) return [];
  const [from, to] = sweep;
  const old = found.filter(
    ({ block, minedAt }) => block >= from && block <= to && minedAt !== null && now - minedAt > shownWithin,
  );
  const byToken = new Map(old.map(({ token, block }) => [`${token} ${block}`, { token, block }]));
  return Array.from(byToken.values()).slice(0, maxFinds);
}
