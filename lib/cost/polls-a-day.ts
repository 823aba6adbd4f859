import { tailMinutes } from '../../functions/activity/tail.ts';
import { secondsBetween, stretchFor } from '../../functions/dispatch-polls/due-polls.ts';
import { inSteps } from '../../functions/dispatch-polls/hints/hinted-calls.ts';
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
  /** The factor by which the plan stretches all intervals; 1: it has enough. */
  readonly stretch: number;
}

export interface GroupPolls extends WalletGroup {
  readonly polls: number;
  readonly hot: number;
  /** As the plan leaves it. */
  readonly stretchedSeconds: number;
}

type PollLoad = Omit<Load, 'callsPerSecond'>;

export function pollsADay(load: PollLoad): PollsADay {
  const stretch = settledStretch(load);
  const groups = load.groups.map((group) => pollsOf(group, stretch, load));
  return {
    groups,
    polls: sum(groups, ({ polls }) => polls),
    hot: sum(groups, ({ hot }) => hot),
    asked: askedADay(load, 1),
    stretch,
  };
}

/**
 * Where dispatching ends up: longer intervals leave out fewer of the polls that activity asks for than of others, and what the last
 * hour's were, times the stretch, is what the next tick stretches by.
 */
function settledStretch(load: PollLoad): number {
  let stretch = 1;
  for (let ticks = 0; ticks < 60; ticks += 1) {
    const next = stretchFor(askedADay(load, stretch), load.callsPerDay);
    if (next === stretch) break;
    stretch = next;
  }
  return stretch;
}

/** A day's polls as dispatchChains adds them up before it stretches. @param stretch of the ticks before */
function askedADay(load: PollLoad, stretch: number): number {
  const plain = load.groups.map((group) => pollsOf(group, 1, { ...load, node: false }));
  const all = sum(plain, ({ polls }) => polls);
  if (!load.node) return all;
  const hot = sum(load.groups, (group) => pollsOf(group, stretch, load).hot * stretch);
  const swept = sum(
    load.groups,
    (group) => group.wallets * sweepsADay(group.everySeconds, load.sweepSeconds),
  );
  return Math.min(all, swept + inSteps(hot));
}

function pollsOf(group: WalletGroup, stretch: number, load: PollLoad): GroupPolls {
  const stretchedSeconds = group.everySeconds * stretch;
  const dueADay = minutesADay / Math.max(1, stretchedSeconds / 60);
  const pollsEach = stretchedSeconds < 60 ? 60 / secondsBetween(stretchedSeconds) : 1;
  const share = load.node ? hotShare(stretchedSeconds / 60, load.activeMinutes) : 0;
  const swept = sweepsADay(stretchedSeconds, load.sweepSeconds * stretch) * (1 - share);
  const hot = group.wallets * dueADay * share * pollsEach;
  const polls = load.node ? hot + group.wallets * swept : group.wallets * dueADay * pollsEach;
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
