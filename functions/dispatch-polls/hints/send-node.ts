import type { Hints, SettledPolls } from '../../activity/chain-activity.ts';
import type { Allowance, Credit } from '../../activity/credit.ts';
import type { Address } from '../../chain/address.ts';
import type { WatchedRow } from '../../wallet/understand-row.ts';
import { watchKey } from '../../wallet/watch.ts';
import type { DispatchDependencies } from '../dispatch-dependencies.ts';
import type { DuePoll } from '../due-polls.ts';
import { type ChainsTick, dueNow, type SentPolls, sendDue } from '../send-due.ts';
import { affordablePolls } from './affordable-polls.ts';
import type { Shares } from './demand.ts';
import { type HintedPolls, hintedPolls, isOrdinary, markedPolls } from './hinted-polls.ts';

/** The polls of one chain that were sent, and what they left of its credit. */
export type SentOfNode = SentPolls & Pick<SettledPolls, 'credit' | 'waiting'>;

/** A chain's part of a tick. */
export interface NodeTick {
  readonly rows: readonly WatchedRow[];
  readonly credit: Credit | null;
  readonly hints: Hints;
  readonly shares: Shares;
  readonly allowance: Allowance | null;
  /** Polls a day of all wallets. */
  readonly pollsADay: number;
}

/** Sends the polls of a chain whose node was asked: money that surely left a wallet first, what waits for a sweep last. */
export async function sendNode(
  { rows, credit, hints, shares, allowance, pollsADay }: NodeTick,
  common: ChainsTick,
  deps: DispatchDependencies,
): Promise<SentOfNode> {
  const { stretch, sweepStretch } = shares;
  const minute = Math.floor(common.tick.getTime() / 60_000);
  const tick = { minute, sweepSeconds: deps.sweepSeconds ?? 0, sweepStretch };
  const ordinary: DuePoll[] = [];
  const active: NonNullable<HintedPolls['active']>[] = [];
  const swept = new Map<Address, readonly DuePoll[]>();
  for (const row of rows) {
    const { wallet } = row.watch;
    if (isOrdinary(wallet, !common.notBegun.has(watchKey(row.watch)), hints)) {
      ordinary.push(...markedPolls(dueNow(row, stretch, common, deps), hints));
      continue;
    }
    const hinted = hintedPolls(dueNow(row, 1, common, deps), hints, tick);
    if (hinted.active !== null) active.push(hinted.active);
    if (hinted.swept.length > 0) swept.set(wallet, hinted.swept);
  }

  const carried = affordablePolls(active, credit, allowance, common.tick);
  // A wallet whose activity is polled needs no sweep; one that waits for that is swept as if nothing had been seen of it.
  for (const { watch } of [...carried.sent, ...carried.others]) swept.delete(watch.wallet);
  if (carried.waiting.size > 0)
    deps.log.warn("polls of active wallets wait for the plan's calls", {
      chain: rows[0]?.watch.chain.name,
      wallets: carried.waiting.size,
    });

  const pace = { pollsADay, sweepSeconds: tick.sweepSeconds * sweepStretch };
  const sent = await sendDue(carried.sent, { ...pace, isUrgent: true }, common, deps);
  const others = await sendDue([...[...swept.values()].flat(), ...carried.others], pace, common, deps);
  const rest = await sendDue(ordinary, { pollsADay, stretch }, common, deps);
  return {
    polls: sent.polls + others.polls + rest.polls,
    unsent: sent.unsent + others.unsent + rest.unsent,
    // Nothing was sent on a day without calls.
    credit: common.isSpent ? credit : carried.credit,
    waiting: carried.waiting,
  };
}
