import type { AskedNode, ChainActivity, NodeTroubles } from '../activity/chain-activity.ts';
import type { Hints } from '../activity/hints.ts';
import type { SentOfChain } from '../activity/store-scan.ts';
import { chainKey } from '../chain/chains.ts';
import type { WatchedRow } from '../wallet/read-watchlist.ts';
import { type Watch, watchKey } from '../wallet/watch.ts';
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
import { sendNode, sendSource } from './hints/send-node.ts';
import { dueNow, type SentPolls, sendDue, type Tick } from './send-due.ts';

interface DispatchedPolls extends SentPolls {
  /** Polls a day, as the rows and the stack ask for them and the nodes allow. */
  readonly asked: number;
  readonly troubles: readonly NodeTroubles[];
}

/** A chain with a node beside the API. */
interface HintedChain {
  readonly node: ChainActivity;
  readonly rows: readonly WatchedRow[];
  /** Polls a day that its rows need, if the node is as reliable as at the tick before. */
  readonly expected: Demand;
}

/** What shares the API plan: all chains but those that are read from their node. */
interface Plan {
  /** Polls a day of all these chains. */
  readonly expected: Demand;
  readonly wallets: number;
  /** Wallets of chains with a node beside the API. */
  readonly hintedWallets: number;
}

/** Sends a tick's polls. A chain's polls wait for its node's answer: a hanging node delays its own chain only. */
export async function dispatchChains(
  watched: readonly WatchedRow[],
  nodes: ReadonlyMap<string, ChainActivity>,
  tick: Tick,
): Promise<DispatchedPolls> {
  const { everySeconds } = tick;
  const byNode = Map.groupBy(watched, ({ watch }) => nodes.get(chainKey(watch.chain)) ?? null);
  // A chain read from its node gets no polls without a record: its journal may be old, or its past unread.
  const plain = (byNode.get(null) ?? []).filter(({ watch }) => !tick.isReadFromNode(watch.chain));
  const chains = Array.from(byNode).flatMap(([node, rows]) => (node === null ? [] : [{ node, rows }]));
  const sources = chains.filter(({ node }) => node.isSource);
  const hinted = chains
    .filter(({ node }) => !node.isSource)
    .map(({ node, rows }): HintedChain => {
      const expected = hintedDemand(rows, tick, () => !node.wasReliable);
      return { node, rows, expected };
    });
  const expected = sumOf([ordinaryDemand(plain, everySeconds), ...hinted.map((chain) => chain.expected)]);
  const hintedWallets = hinted.reduce((sum, { rows }) => sum + rows.length, 0);
  const plan = { expected, wallets: plain.length + hintedWallets, hintedWallets };
  const all = await Promise.all([
    ...sources.map(({ node, rows }) => sendOfSource(node, rows, tick)),
    sendPlain(plain, plan, tick),
    ...hinted.map((chain) => sendHinted(chain, plan, tick)),
  ]);
  const sum = (of: (sent: DispatchedPolls) => number) => all.reduce((total, sent) => total + of(sent), 0);
  return {
    polls: sum(({ polls }) => polls),
    unsent: sum(({ unsent }) => unsent),
    asked: sum(({ asked }) => asked),
    troubles: all.flatMap(({ troubles }) => troubles),
  };
}

async function sendPlain(plain: readonly WatchedRow[], plan: Plan, tick: Tick): Promise<DispatchedPolls> {
  const shares = sharesOf(plan.expected, tick.callsPerDay);
  const { stretch } = shares;
  const due = tick.isBetween ? [] : plain.flatMap((row) => dueNow(row, stretch, tick));
  // Leave turns for the chains with a node: their polls are sent later, when the node has answered.
  const partOfLife = plan.hintedWallets > 0 ? 2 / 3 : 1;
  const pace = { stretch, pollsADay: pollsADay(shares, plan), partOfLife };
  return { ...(await sendDue(due, pace, tick)), asked: callsOf(plan.expected), troubles: [] };
}

async function sendHinted(
  { node, rows, expected }: HintedChain,
  plan: Plan,
  tick: Tick,
): Promise<DispatchedPolls> {
  const ordinary = hintedDemand(rows, tick, () => true);
  const send = (hints: Hints, demand: Demand) => {
    const now = sumOf([plan.expected, demand, { ordinary: -expected.ordinary, swept: -expected.swept }]);
    const shares = sharesOf(now, tick.callsPerDay);
    const allowance = partOf(shares.activity, rows.length / plan.hintedWallets);
    const { credit } = node;
    const chain = { rows, credit, hints, shares, allowance, pollsADay: pollsADay(shares, plan) };
    return sendNode(chain, tick);
  };
  const ahead = node.unanswered && (await send(node.unanswered, ordinary));
  const asked = await node.ask(beginning(rows, tick));
  const { hints } = asked;
  const demand = hintedDemand(rows, tick, (wallet) => !hints.reliable || hints.ordinary.has(wallet));
  const sent = ahead ?? (await send(hints, demand));
  await store(node, asked, sent, tick);
  return { ...sent, asked: callsOf(demand) - callsOf(expected), troubles: [asked.troubles] };
}

function beginning(rows: readonly WatchedRow[], { notBegun }: Tick): readonly Watch[] {
  const watches = rows.map(({ watch }) => watch);
  return watches.filter((watch) => watch.fromBlock !== null && notBegun.has(watchKey(watch)));
}

async function sendOfSource(
  node: ChainActivity,
  rows: readonly WatchedRow[],
  tick: Tick,
): Promise<DispatchedPolls> {
  const asked = await node.ask(beginning(rows, tick));
  // Store marks first: they cause the later polls that take back what a re-org dropped, and repeat polls that SQS refused.
  const sentAll = { all: true, sweeps: false, credit: null, waiting: asked.hints.repeated };
  await store(node, asked, sentAll, tick);
  const sent = await sendSource(rows, asked.hints, tick);
  return { ...sent, asked: 0, troubles: [asked.troubles] };
}

/** Polls a day by all rows, and for the activity of all wallets but one. */
function pollsADay({ rows, activity }: Shares, { wallets, hintedWallets }: Plan): number {
  return rows + (hintedWallets === 0 ? 0 : (activity?.aDay ?? 0) * (1 - 1 / wallets));
}

/** If storing fails, the next tick sees the same activity again, which costs a second poll. */
async function store(
  { chain }: ChainActivity,
  asked: AskedNode,
  sent: SentOfChain,
  { log }: Tick,
): Promise<void> {
  try {
    await asked.store(sent);
  } catch (error) {
    log.error("error: a chain's activity can't be stored; it is scanned again at the next tick", {
      chain: chain.name,
      error: String(error),
    });
  }
}
