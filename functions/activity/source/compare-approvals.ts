import type { Address } from '../../chain/address.ts';
import type { BlockNumber } from '../../chain/units.ts';
import type { AskedApproval } from '../../node/approvals/allowance-calls.ts';
import { keyOfApproval, type LastApproval, lastApprovals } from '../../node/approvals/last-approvals.ts';
import type { EventLog } from '../../node/event-log.ts';
import type { ApprovalEvent } from '../../node/node-event.ts';
import type { ReportedApproval, ReportedApprovals } from './reported-approvals.ts';

/** Null: the row does not want the token's approvals. */
export type JudgeToken = (owner: Address, token: Address) => 'known' | 'unknown' | null;

/** Which approvals are in doubt after a scan that read the chain again from the block `again` on. @param shown by that scan */
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

/** Approvals to report: never reported, or, since a re-org, back again or in another's place. */
export function newApprovals(
  shown: readonly LastApproval[],
  reported: ReportedApprovals,
  judge: JudgeToken,
): readonly AskedApproval[] {
  return shown.flatMap((one) => {
    const judged = judge(one.owner, one.token);
    const before = reported.get(one.name);
    if (judged === null || (before !== undefined && isReported(one, before))) return [];
    const key = inRound(keyOfApproval(one), roundAfter(before));
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
  return Array.from(reported.values()).flatMap((before) => {
    if (!before.inDoubt || names.has(before.name)) return [];
    return lastApprovals([before.log])
      .filter(({ owner, token }) => judge(owner, token) === 'known')
      .map((one) => {
        const key = inRound(`${keyOfApproval(one)} undone`, roundAfter(before));
        return { ...one, key, isKnown: true, isDropped: true };
      });
  });
}

/** The state behind an approval, as the node answers, and the last report about the same allowance. */
export interface Answer {
  readonly asked: AskedApproval;
  readonly event: ApprovalEvent;
  readonly before: ReportedApproval | undefined;
}

/** False: a re-org dropped the approval and changed nothing. */
export function isNews({ asked, event, before }: Answer): boolean {
  if (!asked.isDropped || before === undefined) return true;
  const { isGranted, value, spender } = before.event;
  return event.isGranted !== isGranted || event.value !== value || event.spender !== spender;
}

/** @param settled no re-org reaches below this block */
export function reportedAfter(
  reported: ReportedApprovals,
  answers: readonly Answer[],
  settled: BlockNumber,
): ReportedApprovals {
  const known = answers.filter(({ asked }) => asked.isKnown);
  const after = known.map((answer): ReportedApproval => {
    const { before, event } = answer;
    const { owner, name, log } = answer.asked;
    if (before === undefined || isNews(answer))
      return { wallet: owner, name, log, event, round: roundAfter(before), inDoubt: false };
    // In doubt until no re-org can reach the log: the node that answered may not know the re-org yet.
    return { ...before, inDoubt: log.blockNumber >= settled };
  });
  return new Map([...reported, ...after.map((one) => [one.name, one] as const)]);
}

function isReported({ log }: LastApproval, before: ReportedApproval): boolean {
  return isSame(log, before.log) && before.event.transactionHash !== null;
}

function roundAfter(before: ReportedApproval | undefined): number {
  return before === undefined ? 0 : before.round + (before.inDoubt ? 1 : 0);
}

function inRound(key: string, round: number): string {
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
