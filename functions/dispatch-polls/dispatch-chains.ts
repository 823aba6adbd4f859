import type { ChainActivity, Hints, SettledPolls } from '../activity/chain-activity.ts';
import type { WatchedRow } from '../wallet/understand-row.ts';
import type { DispatchDependencies } from './dispatch-dependencies.ts';
import {
  callsOf,
  type Demand,
  hintedDemand,
  ordinaryDemand,
  partOf,
  type Shares,
  sharesOf,
  sumOf,
} from './hints/demand.ts';
import { sendNode } from './hints/send-node.ts';
import { type ChainsTick, dueNow, type SentPolls, sendDue } from './send-due.ts';

/** What became of a tick's polls. */
export interface DispatchedPolls extends SentPolls {
  /** Polls a day, as the rows and the stack ask for them and the nodes allow. */
  readonly asked: number;
}

/** A chain that has a node, with its rows. */
interface Group {
  readonly node: ChainActivity;
  readonly rows: readonly WatchedRow[];
}

/**
 * Sends the polls of this tick. A chain with a node gets its polls when the node has answered, so a node that hangs delays
 * only its own chain.
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
  const hinted = watched.length - plain.length;

  const asksAsBefore = ({ node, rows }: Group) =>
    node.wasReliable ? hintedDemand(rows, intervals) : ordinaryDemand(rows, everySeconds);
  const expected = sumOf([ordinaryDemand(plain, everySeconds), ...groups.map(asksAsBefore)]);
  /** With the activity of all wallets but one, where there is any. */
  const pollsADay = ({ rows, activity }: Shares) =>
    rows + (hinted === 0 ? 0 : (activity?.aDay ?? 0) * (1 - 1 / watched.length));

  const sendPlain = async () => {
    const shares = sharesOf(expected, callsPerDay);
    const { stretch } = shares;
    const due = plain.flatMap((row) => dueNow(row, stretch, common, deps));
    // Leave turns for the chains with a node: their polls come later, when the node has answered.
    const partOfLife = groups.length > 0 ? 2 / 3 : 1;
    const sent = await sendDue(due, { stretch, pollsADay: pollsADay(shares), partOfLife }, common, deps);
    return { ...sent, asked: callsOf(expected) };
  };
  const sendGroup = async (group: Group) => {
    const { node, rows } = group;
    const before = asksAsBefore(group);
    const send = (hints: Hints, demand: Demand) => {
      const shares = sharesOf(
        {
          ordinary: expected.ordinary - before.ordinary + demand.ordinary,
          swept: expected.swept - before.swept + demand.swept,
        },
        callsPerDay,
      );
      const allowance = partOf(shares.activity, rows.length / hinted);
      const { credit } = node;
      return sendNode({ rows, credit, hints, shares, allowance, pollsADay: pollsADay(shares) }, common, deps);
    };
    const ordinary = ordinaryDemand(rows, everySeconds);
    const ahead = node.unanswered === null ? null : await send(node.unanswered, ordinary);
    const hints = await node.ask();
    const demand = hints.reliable ? hintedDemand(rows, intervals, hints) : ordinary;
    const sent = ahead ?? (await send(hints, demand));
    await settle(node, { ...sent, all: sent.unsent === 0, sweeps: !common.isSpent }, deps);
    return { ...sent, asked: callsOf(demand) - callsOf(before) };
  };
  const all = await Promise.all([sendPlain(), ...groups.map(sendGroup)]);
  const sum = (of: (sent: DispatchedPolls) => number) => all.reduce((total, sent) => total + of(sent), 0);
  return {
    polls: sum(({ polls }) => polls),
    unsent: sum(({ unsent }) => unsent),
    asked: sum(({ asked }) => asked),
  };
}

/** If storing fails, the next tick sees the same activity again, at the cost of a second poll. */
async function settle(
  node: ChainActivity,
  sent: SettledPolls,
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
