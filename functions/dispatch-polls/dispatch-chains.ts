import type { ChainActivity, NodeHealth } from '../activity/chain-activity.ts';
import type { Hints } from '../activity/hints.ts';
import { chainKey } from '../chain/chains.ts';
import type { WatchedRow } from '../wallet/read-watchlist.ts';
import { type Watch, watchKey } from '../wallet/watch.ts';
import { dueNow } from './due-polls.ts';
import { callsOf, chainsShare, type Demand, demandOf, sharesOf, sumOf } from './hints/demand.ts';
import { isUnmarked, sendByNode, sendHinted } from './hints/send-node.ts';
import type { Tick } from './open-tick.ts';
import { type SentPolls, sendDue } from './send-due.ts';

interface DispatchedPolls extends SentPolls {
  /** Polls a day that rows, stack and nodes want; of a chain with a node, how many more than were expected. */
  readonly wanted: number;
  readonly health: readonly NodeHealth[];
}

/** Sends a tick's polls. A chain waits only for its own node. */
export async function dispatchChains(
  watched: readonly WatchedRow[],
  nodes: ReadonlyMap<string, ChainActivity>,
  tick: Tick,
): Promise<DispatchedPolls> {
  const byNode = Map.groupBy(watched, ({ watch }) => nodes.get(chainKey(watch.chain)) ?? null);
  // A chain that is read from its node is not polled without the chain's record: its journal may be old, or its past unread.
  const plain = (byNode.get(null) ?? []).filter(({ watch }) => !tick.isReadFromNode(watch.chain));
  // A node is also asked if all rows are paused or unreadable: most nodes forget balances within half an hour.
  const chains = Array.from(nodes.values(), (node) => ({ node, rows: byNode.get(node) ?? [] }));
  const sources = chains.filter(({ node }) => node.isReadFromNode);
  const hinted = chains
    .filter(({ node }) => !node.isReadFromNode)
    .map(({ node, rows }) => ({ node, rows, expected: demandOf(rows, tick, () => !node.wasReliable) }));
  const plan = planOf(plain, hinted, tick);
  const all = await Promise.all([
    ...sources.map((chain) => dispatchFromNode(chain, tick)),
    dispatchPlain(plain, plan, tick),
    ...hinted.map((chain) => dispatchHinted(chain, plan, tick)),
  ]);
  const sum = (of: (sent: DispatchedPolls) => number) => all.reduce((total, sent) => total + of(sent), 0);
  return {
    polls: sum(({ polls }) => polls),
    unsent: sum(({ unsent }) => unsent),
    wanted: sum(({ wanted }) => wanted),
    health: all.flatMap(({ health }) => health),
  };
}

interface ChainRows {
  readonly node: ChainActivity;
  readonly rows: readonly WatchedRow[];
}

/** A chain with a node beside the API. */
interface HintedChain extends ChainRows {
  /** Polls a day, if the node is as reliable as at the tick before. */
  readonly expected: Demand;
}

type Plan = ReturnType<typeof planOf>;

/** The plan's shares, for all chains that are read from the API. */
function planOf(plain: readonly WatchedRow[], hinted: readonly HintedChain[], tick: Tick) {
  const ordinary = demandOf(plain, { ...tick, sweepSeconds: Number.POSITIVE_INFINITY });
  const hintedWallets = hinted.reduce((sum, { rows }) => sum + rows.length, 0);
  const wallets = plain.length + hintedWallets;
  return {
    hintedWallets,
    /**
     * `total`: what all rows ask for. `pollsADay`: their polls, and the polls for activity that one wallet must leave to the others.
     * @param demand what this chain asks for; the others ask for what is expected
     */
    share(chain?: HintedChain, demand?: Demand) {
      const demands = hinted.map((one) => (one === chain ? demand : undefined) ?? one.expected);
      const total = sumOf([ordinary, ...demands]);
      const shares = sharesOf(total, tick.callsPerDay);
      const others = hintedWallets === 0 ? 0 : (shares.activity?.aDay ?? 0) * (1 - 1 / wallets);
      return { total, shares, pollsADay: shares.rows + others };
    },
  };
}

async function dispatchPlain(plain: readonly WatchedRow[], plan: Plan, tick: Tick): Promise<DispatchedPolls> {
  const { total, shares, pollsADay } = plan.share();
  const { stretch } = shares;
  const due = tick.isBetween ? [] : plain.flatMap((row) => dueNow(row, stretch, tick));
  // Leave turns for the chains with a node, whose polls are sent later.
  const partOfLife = plan.hintedWallets > 0 ? 2 / 3 : 1;
  const sent = await sendDue(due, { stretch, pollsADay, partOfLife }, tick);
  return { ...sent, wanted: callsOf(total), health: [] };
}

async function dispatchHinted(chain: HintedChain, plan: Plan, tick: Tick): Promise<DispatchedPolls> {
  const { node, rows, expected } = chain;
  const ordinary = demandOf(rows, tick);
  const nodelessStretch = plan.share(chain, ordinary).shares.stretch;
  const send = (hints: Hints, demand: Demand) => {
    const { shares, pollsADay } = plan.share(chain, demand);
    const allowance = chainsShare(shares.activity, rows.length / plan.hintedWallets);
    const all = { rows, credit: node.credit, hints, allowance, pollsADay };
    return sendHinted({ ...all, shares: { ...shares, nodelessStretch } }, tick);
  };
  const ahead = node.earlyHints && (await send(node.earlyHints, ordinary));
  const answer = await node.ask(isBegun(tick));
  const { hints } = answer;
  const demand = demandOf(rows, tick, (wallet) => !hints.isReliable || hints.ordinary.has(wallet));
  const someUnmarked = rows.some((row) => isUnmarked(row, hints, nodelessStretch, tick));
  // Polls of unmarked wallets at their intervals leave fewer calls for activity.
  const sent = ahead ?? (await send(hints, someUnmarked ? ordinary : demand));
  await answer.store(sent);
  return { ...sent, wanted: callsOf(demand) - callsOf(expected), health: [answer.health] };
}

async function dispatchFromNode({ node, rows }: ChainRows, tick: Tick): Promise<DispatchedPolls> {
  const answer = await node.ask(isBegun(tick));
  // Marks are stored before polls are sent. A mark repeats a poll that SQS refused, and a poll that takes back dropped transfers.
  await answer.store({
    areAllSent: true,
    areSweepsSent: false,
    credit: null,
    waiting: answer.hints.repeated,
  });
  const sent = await sendByNode(rows, answer.hints, tick);
  return { ...sent, wanted: 0, health: rows.length === 0 ? [] : [answer.health] };
}

function isBegun({ notBegun }: Tick): (watch: Watch) => boolean {
  return (watch) => !notBegun.has(watchKey(watch));
}
