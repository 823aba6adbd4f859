import * as z from 'zod';
import type { Address } from '../../chain/address.ts';
import type { Chain } from '../../chain/chains.ts';
import type { BlockNumber } from '../../chain/units.ts';
import { keyOfApproval, type LastApproval, lastApprovals } from '../../node/approvals/approval-events.ts';
import type { AskedApproval } from '../../node/approvals/confirm-approvals.ts';
import type { EventLog } from '../../node/event-log.ts';
import type { ApprovalEvent } from '../../node/node-event.ts';

/** The last event of one allowance. Scans store it for the polls. */
interface ReportedApproval {
  readonly wallet: Address;
  readonly name: string;
  /** Where the approval stood when a scan last showed it. */
  readonly log: EventLog;
  /** Has no transaction if a re-org dropped the log. */
  readonly event: ApprovalEvent;
  /** How many re-orgs were reported. Keys include it: an approval that is mined again is reported again. */
  readonly round: number;
  /** Read again, its block has another last log of the allowance, or none, and no alert has said so yet. */
  readonly inDoubt: boolean;
}

export type ReportedApprovals = ReadonlyMap<string, ReportedApproval>;

/** Null: the row does not want the token's approvals. */
export type JudgeToken = (owner: Address, token: Address) => 'known' | 'unknown' | null;

const maxKept = 20;
/** Spans of `reorgBlocks`, five minutes each: more than polls look back (`spansAnHour` in node-events.ts). */
const spansOfReorg = 24;

/** The approvals of a wallet while a re-org may drop them or bring them back: lists of JSON, oldest first. */
export const keptApprovals = z.object({
  wallet: z.custom<Address>(),
  stamp: z.string(),
  /** Approvals in surely real tokens, as last left for polls. */
  told: z.array(z.string()),
  /** Logs of approvals whose allowance the node could not tell yet; before a spending, the log of its transfer. */
  unread: z.array(z.string()),
});
export type KeptApprovals = z.infer<typeof keptApprovals>;

export function readKept(kept: Iterable<KeptApprovals>) {
  const all = Array.from(kept);
  const told = all.flatMap((one) => one.told).map((line): ReportedApproval => JSON.parse(line));
  const unread = all.flatMap((one) => one.unread).map((line): EventLog => JSON.parse(line));
  return { reported: new Map(told.map((one) => [one.name, one])), unread };
}

/** Notes which approvals are in doubt after a scan that read the chain again from the block `again` on and `shown` these. */
export function doubted(
  reported: ReportedApprovals,
  shown: readonly LastApproval[],
  again: BlockNumber,
): ReportedApprovals {
  const logs = new Map(shown.map(({ name, log }) => [name, log]));
  return new Map(
    Array.from(reported, ([name, one]) => {
      const log = logs.get(name);
      if (log !== undefined && isSame(log, one.log)) return [name, { ...one, log, inDoubt: false }];
      return [name, { ...one, inDoubt: one.inDoubt || one.log.blockNumber >= again }];
    }),
  );
}

/** Approvals to report: never reported before, or reported as dropped by a re-org and now mined again. */
export function newApprovals(
  shown: readonly LastApproval[],
  reported: ReportedApprovals,
  judge: JudgeToken,
): readonly AskedApproval[] {
  return shown.flatMap((one) => {
    const judged = judge(one.owner, one.token);
    const before = reported.get(one.name);
    const isReported = before && isSame(one.log, before.log) && before.event.transactionHash !== null;
    if (judged === null || isReported) return [];
    const key = inRound(keyOfApproval(one), before);
    return [{ ...one, key, isKnown: judged === 'known', isDropped: false }];
  });
}

/** Reported approvals that a re-org dropped, if the scan shows no other one of the same allowance. */
export function droppedApprovals(
  shown: readonly LastApproval[],
  reported: ReportedApprovals,
  judge: JudgeToken,
): readonly AskedApproval[] {
  const names = new Set(shown.map(({ name }) => name));
  const dropped = Array.from(reported.values()).filter((one) => one.inDoubt && !names.has(one.name));
  return lastApprovals(dropped.map(({ log }) => log))
    .filter(({ owner, token }) => judge(owner, token) === 'known')
    .map((one) => {
      const key = inRound(`${keyOfApproval(one)} undone`, reported.get(one.name));
      return { ...one, key, isKnown: true, isDropped: true };
    });
}

/** An approval as the node's state confirms it, beside the last report about the same allowance. */
export interface ConfirmedApproval {
  readonly asked: AskedApproval;
  readonly event: ApprovalEvent;
  readonly before: ReportedApproval | undefined;
}

/** False: a re-org dropped the approval and changed nothing. */
export function changesAllowance({ asked, event, before }: ConfirmedApproval): boolean {
  if (!asked.isDropped || before === undefined) return true;
  const { isGranted, value, spender } = before.event;
  return event.isGranted !== isGranted || event.value !== value || event.spender !== spender;
}

/** The approvals kept after a scan up to block `to`: each wallet's newest twenty that a re-org may still change. */
export function approvalsToKeep(
  reported: ReportedApprovals,
  confirmed: readonly ConfirmedApproval[],
  unread: readonly LastApproval[],
  { to, chain, stamp }: { readonly to: BlockNumber; readonly chain: Chain; readonly stamp: string },
): readonly KeptApprovals[] {
  const isKept = (log: EventLog, spans: number) => log.blockNumber >= to - spans * chain.reorgBlocks;
  const told = confirmed
    .filter(({ asked }) => asked.isKnown)
    .map((answer): [string, ReportedApproval] => {
      const { before, event } = answer;
      const { owner, name, log } = answer.asked;
      if (before === undefined || changesAllowance(answer))
        return [name, { wallet: owner, name, log, event, round: roundAfter(before), inDoubt: false }];
      // In doubt while a re-org can reach the log: the node may not know of it yet.
      return [name, { ...before, inDoubt: isKept(log, 1) }];
    });
  const kept = Array.from(new Map([...reported, ...told]).values())
    .filter(({ log, round, inDoubt }) => isKept(log, round > 0 || inDoubt ? spansOfReorg : 1))
    .sort((a, b) => a.log.blockNumber - b.log.blockNumber);
  const open = unread.filter(({ log }) => isKept(log, 1));
  const openOf = (wallet: Address) => open.filter(({ owner }) => owner === wallet);
  const wallets = new Set([...kept.map(({ wallet }) => wallet), ...open.map(({ owner }) => owner)]);
  return Array.from(wallets, (wallet) => ({
    wallet,
    stamp,
    told: linesOf(kept.filter((one) => one.wallet === wallet).slice(-maxKept)),
    unread: linesOf(openOf(wallet).slice(-maxKept).flatMap(withSpending)),
  }));
}

/** Without its transfer, the next scan would take a spending for a new approval. */
function withSpending({ movedAlong, log }: LastApproval): readonly EventLog[] {
  return movedAlong === null ? [log] : [movedAlong, log];
}

function linesOf(some: readonly unknown[]): string[] {
  return some.map((one) => JSON.stringify(one));
}

function roundAfter(before: ReportedApproval | undefined): number {
  return before === undefined ? 0 : before.round + (before.inDoubt ? 1 : 0);
}

function inRound(key: string, before: ReportedApproval | undefined): string {
  const round = roundAfter(before);
  return round === 0 ? key : `${key} ${round}`;
}

/** The same log, though a re-org may have put it into another place. */
function isSame(a: EventLog, b: EventLog): boolean {
  return (
    a.transactionHash === b.transactionHash &&
    a.topics.join() === b.topics.join() &&
    a.words?.join() === b.words?.join()
  );
}
