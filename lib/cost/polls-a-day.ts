import { tailMinutes } from '../../functions/activity/tail.ts';
import { secondsBetween } from '../../functions/dispatch-polls/due-polls.ts';
import { type Shares, sharesOf } from '../../functions/dispatch-polls/hints/demand.ts';
import { type Load, minutesADay, type WalletGroup } from './load.ts';

/** The polls of a day, one call to the API each. */
export interface PollsADay {
  readonly groups: readonly GroupPolls[];
  /** All groups together. */
  readonly polls: number;
  /** Of these, those that activity asked for. */
  readonly hot: number;
  /** As many as there would be without a plan, as dispatching counts them. */
  readonly asked: number;
  /** The factor by which the plan stretches intervals, or the polls of active wallets where that is more; 1: it has enough. */
  readonly stretch: number;
}

export interface GroupPolls extends WalletGroup {
  readonly polls: number;
  readonly hot: number;
  /** As the plan leaves it. */
  readonly stretchedSeconds: number;
}

type PollLoad = Omit<Load, 'callsPerSecond'>;

/** Rows and sweeps come first, as dispatching shares the plan out; active wallets get what these leave. */
export function pollsADay(load: PollLoad): PollsADay {
  const asked = load.groups.map((group) => pollsOf(group, { stretch: 1, sweepStretch: 1 }, load));
  const hot = sum(asked, (one) => one.hot);
  const rows = load.node
    ? sum(load.groups, ({ wallets, everySeconds }) => wallets * sweepsADay(everySeconds, load.sweepSeconds))
    : sum(asked, ({ polls }) => polls);
  const demand = load.node ? { ordinary: 0, swept: rows } : { ordinary: rows, swept: 0 };
  const shares = sharesOf(demand, load.callsPerDay);
  const activityStretch = load.node && shares.activity !== null ? Math.max(1, hot / shares.activity.aDay) : 1;
  const groups = load.groups.map((group) => {
    const made = pollsOf(group, shares, load);
    const left = made.hot / activityStretch;
    return { ...made, hot: left, polls: made.polls - made.hot + left };
  });
  return {
    groups,
    polls: sum(groups, ({ polls }) => polls),
    hot: hot / activityStretch,
    asked: rows + hot,
    stretch: Math.max(load.node ? shares.sweepStretch : shares.stretch, activityStretch),
  };
}

function pollsOf(
  group: WalletGroup,
  { stretch, sweepStretch }: Pick<Shares, 'stretch' | 'sweepStretch'>,
  load: PollLoad,
): GroupPolls {
  const { wallets, everySeconds } = group;
  // Only wallets that are polled at their own interval have it stretched.
  const stretchedSeconds = load.node ? everySeconds : everySeconds * stretch;
  const dueADay = minutesADay / Math.max(1, stretchedSeconds / 60);
  const pollsEach = stretchedSeconds < 60 ? 60 / secondsBetween(stretchedSeconds) : 1;
  const share = load.node ? hotShare(stretchedSeconds / 60, load.activeMinutes) : 0;
  const swept = (sweepsADay(everySeconds, load.sweepSeconds) / sweepStretch) * (1 - share);
  const hot = wallets * dueADay * share * pollsEach;
  const polls = load.node ? hot + wallets * swept : wallets * dueADay * pollsEach;
  return { ...group, polls, hot, stretchedSeconds };
}

function sweepsADay(everySeconds: number, sweepSeconds: number): number {
  return 86_400 / Math.max(60, everySeconds, sweepSeconds);
}

/**
 * In what part of its due polls a wallet is in the tail of its activity: where a point of the tail lies behind the due poll
 * before, as the first one always does of activity since then. The latest activity is g minutes old by p(1 - p)^g.
 * @param minutes between two due polls
 */
function hotShare(minutes: number, activeMinutes: number): number {
  const active = Math.min(1, activeMinutes / minutesADay);
  const between = Math.max(1, minutes);
  const younger = Math.ceil(between);
  let share = 1 - (1 - active) ** younger;
  for (let age = younger; age < Math.max(...tailMinutes) + between; age += 1) {
    const isAsked = tailMinutes.some((point) => point <= age && point > age - between);
    if (isAsked) share += active * (1 - active) ** age;
  }
  return share;
}

function sum<One>(all: readonly One[], of: (one: One) => number): number {
  return all.reduce((total, one) => total + of(one), 0);
}
