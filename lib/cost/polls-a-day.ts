import { tailMinutes } from '../../functions/activity/marks.ts';
import { secondsBetween } from '../../functions/dispatch-polls/due-polls.ts';
import { type Shares, sharesOf } from '../../functions/dispatch-polls/hints/demand.ts';
import { type Load, minutesADay, type WalletGroup } from './load.ts';

export type PollsADay = ReturnType<typeof pollsADay>;

export type GroupPolls = ReturnType<typeof pollsOf>;

type PollLoad = Omit<Load, 'callsPerSecond'>;

/** Polls a day, each one call to the API. As in dispatching, rows and sweeps come first; active wallets get the rest. */
export function pollsADay(load: PollLoad) {
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
    /** Polls caused by activity. */
    hot: hot / activityStretch,
    /** Polls without a plan's limit. */
    asked: rows + hot,
    /** Factor by which the plan stretches the intervals, or active wallets' polls if that is more; 1: it has enough calls. */
    stretch: Math.max(load.node ? shares.sweepStretch : shares.stretch, activityStretch),
  };
}

function pollsOf(
  group: WalletGroup,
  { stretch, sweepStretch }: Pick<Shares, 'stretch' | 'sweepStretch'>,
  load: PollLoad,
) {
  const { wallets, everySeconds } = group;
  // With a node, the plan stretches sweeps instead.
  const stretchedSeconds = load.node ? everySeconds : everySeconds * stretch;
  const dueADay = minutesADay / Math.max(1, stretchedSeconds / 60);
  const pollsEach = stretchedSeconds < 60 ? 60 / secondsBetween(stretchedSeconds) : 1;
  const share = load.node ? tailShare(stretchedSeconds / 60, load.activeMinutes) : 0;
  const swept = (sweepsADay(everySeconds, load.sweepSeconds) / sweepStretch) * (1 - share);
  const hot = wallets * dueADay * share * pollsEach;
  const polls = load.node ? hot + wallets * swept : wallets * dueADay * pollsEach;
  return { ...group, polls, hot, stretchedSeconds };
}

function sweepsADay(everySeconds: number, sweepSeconds: number): number {
  return 86_400 / Math.max(60, everySeconds, sweepSeconds);
}

/**
 * The share of due polls that tails cause. A tail causes a due poll if a point of the tail lies after the due poll before it. The
 * latest activity is g minutes old with probability p(1 - p)^g.
 * @param minutes between two due polls
 */
function tailShare(minutes: number, activeMinutes: number): number {
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
