import type { ChainActivity, Hints } from '../activity/chain-activity.ts';
import { inBatches } from '../runtime/batches.ts';
import type { WatchedRow } from '../wallet/understand-row.ts';
import { watchKey } from '../wallet/watch.ts';
import type { DispatchDependencies } from './dispatch-dependencies.ts';
import { callsADay, type DuePoll, duePolls, rotate, stretchFor } from './due-polls.ts';
import { hintedCallsADay } from './hints/hinted-calls.ts';
import { hintedPolls } from './hints/hinted-polls.ts';
import { inMessages, type TickOfPolls } from './in-messages.ts';
import type { NotBegun } from './watch-lifecycle.ts';

/** What all chains of a tick have in common. */
export interface ChainsTick {
  readonly tick: Date;
  readonly notBegun: ReadonlyMap<string, NotBegun>;
  /** The day has no calls left. */
  readonly isSpent: boolean;
}

/** What became of a tick's polls. */
export interface DispatchedPolls {
  readonly polls: number;
  /** Those that the queue did not take. */
  readonly unsent: number;
  /** Polls a day, as the rows and the stack ask for them and the nodes allow. */
  readonly asked: number;
}

/**
 * Sends the polls of this tick, those of each chain that has a node as soon as it has answered: a node that hangs holds up
 * no other chain's.
 */
export async function dispatchChains(
  watched: readonly WatchedRow[],
  nodes: ReadonlyMap<string, ChainActivity>,
  common: ChainsTick,
  deps: DispatchDependencies,
): Promise<DispatchedPolls> {
  const { callsPerDay, everySeconds, sweepSeconds = 0 } = deps;
  const intervals = { everySeconds, sweepSeconds };
  const byNode = Map.groupBy(watched, ({ watch }) => nodes.get(watch.chain.id) ?? null);
  const plain = byNode.get(null) ?? [];
  const groups = Array.from(byNode).flatMap(([node, rows]) => (node === null ? [] : [{ node, rows }]));

  const asksAsBefore = ({ node, rows }: (typeof groups)[number]) =>
    node.wasReliable ? hintedCallsADay(rows, intervals, node) : callsADay(rows, everySeconds);
  const expected = groups.reduce((sum, group) => sum + asksAsBefore(group), callsADay(plain, everySeconds));

  const sendPlain = async () => {
    const stretch = stretchFor(expected, callsPerDay);
    const due = plain.flatMap((row) => dueNow(row, stretch, common, deps));
    // Those of a chain with a node come later, when it has answered, and need turns as well.
    const pace = { stretch, pollsADay: expected / stretch, partOfLife: groups.length > 0 ? 2 / 3 : 1 };
    return sendDue(due, pace, common, deps);
  };
  const sendHinted = async ({ node, rows }: (typeof groups)[number]) => {
    const hints = await node.ask();
    const asks = hints.reliable
      ? hintedCallsADay(rows, intervals, node, hints)
      : callsADay(rows, everySeconds);
    const before = asksAsBefore({ node, rows });
    const asked = expected - before + asks;
    const stretch = stretchFor(asked, callsPerDay);
    const sweepEvery = hints.reliable ? sweepSeconds * stretch : 0;
    const pace = { stretch, pollsADay: asked / stretch, sweepSeconds: sweepEvery, partOfLife: 1 };
    const { due, hot } = hintedNow(rows, hints, stretch, common, deps);
    const sent = await sendDue(due, pace, common, deps);
    // As many would have been asked for without stretching.
    await settle(node, { all: sent.unsent === 0, sweeps: !common.isSpent, hot: hot * stretch }, deps);
    return { ...sent, asked: asks - before };
  };
  const all = await Promise.all([sendPlain(), ...groups.map(sendHinted)]);
  const sum = (of: (sent: DispatchedPolls) => number) => all.reduce((total, sent) => total + of(sent), 0);
  return {
    polls: sum(({ polls }) => polls),
    unsent: sum(({ unsent }) => unsent),
    asked: expected + sum(({ asked }) => asked),
  };
}

function hintedNow(
  rows: readonly WatchedRow[],
  hints: Hints,
  stretch: number,
  common: ChainsTick,
  deps: DispatchDependencies,
): { readonly due: readonly DuePoll[]; readonly hot: number } {
  const tick = {
    minute: Math.floor(common.tick.getTime() / 60_000),
    sweepSeconds: (deps.sweepSeconds ?? 0) * stretch,
  };
  const due: DuePoll[] = [];
  let hot = 0;
  for (const row of rows) {
    const hasBegun = !common.notBegun.has(watchKey(row.watch));
    const hinted = hintedPolls(dueNow(row, stretch, common, deps), hasBegun, hints, tick);
    due.push(...hinted.polls);
    if (hinted.hot) hot += hinted.polls.length;
  }
  return { due, hot };
}

/** What can't be stored is seen again at the next tick: it costs a second poll. */
async function settle(
  node: ChainActivity,
  sent: Parameters<ChainActivity['settle']>[0],
  { log }: Pick<DispatchDependencies, 'log'>,
): Promise<void> {
  try {
    await node.settle(sent);
  } catch (error) {
    log.error("error: a chain's activity can't be stored; it is scanned again at the next tick", {
      chain: node.chain.name,
      error: String(error),
    });
  }
}

/** The texts of a hundred thousand polls are a tenth of the function's memory. */
const pollsAtATime = { count: 10_000, bytes: Number.POSITIVE_INFINITY };

async function sendDue(
  due: readonly DuePoll[],
  pace: Pick<TickOfPolls, 'stretch' | 'partOfLife' | 'pollsADay' | 'sweepSeconds'>,
  { tick, notBegun, isSpent }: ChainsTick,
  { clock, spread, callsPerDay, send }: DispatchDependencies,
): Promise<DispatchedPolls> {
  // On a day without calls left, wallets that are new are sent all the same: their watch begins with a poll that fails.
  const sent = isSpent ? due.filter(({ watch }) => notBegun.has(watchKey(watch))) : due;
  const now = clock.now();
  const common = { ...pace, tick, now, spread: spread(now), callsPerDay };
  let unsent = 0;
  for (const some of inBatches(rotate(sent, tick), pollsAtATime, () => 0))
    unsent += await send(inMessages(some, common));
  return { polls: sent.length, unsent, asked: 0 };
}

function dueNow(
  row: WatchedRow,
  stretch: number,
  { tick, notBegun }: ChainsTick,
  { everySeconds }: DispatchDependencies,
): readonly DuePoll[] {
  const interval = (row.watch.everySeconds ?? everySeconds) * stretch;
  return duePolls(row, interval, notBegun.get(watchKey(row.watch)) ?? null, tick);
}
