import * as z from 'zod';
import type { Address } from '../../chain/address.ts';
import type { Chain } from '../../chain/chains.ts';
import type { BlockNumber } from '../../chain/units.ts';
import type { LastApproval } from '../../node/approvals/last-approvals.ts';
import type { EventLog } from '../../node/event-log.ts';
import type { ApprovalEvent } from '../../node/node-event.ts';

/** Lists of JSON, oldest first. */
export const givenItem = z.object({
  stamp: z.string(),
  /** Approvals in surely real tokens, as last left for polls. */
  told: z.array(z.string()),
  /** Logs of approvals whose allowance the node could not tell yet. */
  unread: z.array(z.string()),
});

/** The approvals of a wallet while a re-org may drop them or bring them back. */
export interface Given extends z.infer<typeof givenItem> {
  readonly wallet: Address;
}

/** The event about one allowance that was last left for polls. */
export interface ReportedApproval {
  readonly wallet: Address;
  /** Identifies the allowance. */
  readonly name: string;
  /** Where the approval stood when a scan last showed it. */
  readonly log: EventLog;
  /** Has no transaction if a re-org dropped the log. */
  readonly event: ApprovalEvent;
  /** How many re-orgs were reported. Keys contain it, because what is mined again must be reported again. */
  readonly round: number;
  /** Its blocks were read again and the allowance's last log is another or gone, which no alert has reported. */
  readonly inDoubt: boolean;
}

/** By the allowance's name. */
export type ReportedApprovals = ReadonlyMap<string, ReportedApproval>;

/** Maximum of a wallet. */
const maxGiven = 20;
/** Spans of `reorgBlocks`, five minutes each: more than polls look back (`spansAnHour` in node-events.ts). */
const spansOfReorg = 24;

export function reportedIn(given: Iterable<Given>): ReportedApprovals {
  const lines = Array.from(given).flatMap(({ told }) => told);
  return new Map(lines.map((line): ReportedApproval => JSON.parse(line)).map((one) => [one.name, one]));
}

/** Leaves out logs of blocks that were read again. */
export function unreadIn(given: Iterable<Given>, again: BlockNumber): readonly EventLog[] {
  const lines = Array.from(given).flatMap(({ unread }) => unread);
  return lines.map((line): EventLog => JSON.parse(line)).filter((log) => log.blockNumber < again);
}

export interface KeptApprovals {
  readonly reported: ReportedApprovals;
  readonly unread: readonly LastApproval[];
}

/** What is kept after a scan up to the block `to`: of each wallet the newest twenty that a re-org may still change. */
export function givenOf(
  { reported, unread }: KeptApprovals,
  to: BlockNumber,
  { reorgBlocks }: Pick<Chain, 'reorgBlocks'>,
  stamp: string,
): readonly Given[] {
  const isKept = (log: EventLog, spans: number) => log.blockNumber >= to - spans * reorgBlocks;
  const kept = Array.from(reported.values())
    .filter(({ log, round, inDoubt }) => isKept(log, round > 0 || inDoubt ? spansOfReorg : 1))
    .sort((a, b) => a.log.blockNumber - b.log.blockNumber);
  const open = unread.filter(({ log }) => isKept(log, 1));
  const wallets = new Set([...kept.map(({ wallet }) => wallet), ...open.map(({ owner }) => owner)]);
  return Array.from(wallets, (wallet) => ({
    wallet,
    stamp,
    told: newestLines(kept.filter((one) => one.wallet === wallet)),
    unread: newestLines(open.filter(({ owner }) => owner === wallet).map(({ log }) => log)),
  }));
}

function newestLines(sorted: readonly unknown[]): string[] {
  return sorted.slice(-maxGiven).map((one) => JSON.stringify(one));
}
