import type { Address } from '../../chain/address.ts';
import type { Chain } from '../../chain/chains.ts';
import type { EpochSeconds } from '../../chain/units.ts';
import { isoTime } from '../blocks.ts';
import type { AskNode } from '../calls.ts';
import type { EventLog } from '../event-log.ts';
import { sidesOf, timesOf } from '../logged-transfers.ts';
import { movementsIn } from '../movements.ts';
import type { ApprovalEvent } from '../node-event.ts';
import type { TokenTexts } from '../token-metadata.ts';
import { asKind, type KnownTokens, textsOf } from '../token-metadata.ts';
import { approvalIn, type SaidApproval } from './approval-events.ts';
import { type Allowance, type AskedApproval, confirmApprovals, maxAsked } from './confirm-approvals.ts';

/** Of one scan, beside those of real tokens: anyone may write any number, of any wallet. */
const maxUnknown = 6;

/** Null: the row does not want it. */
type JudgeToken = (owner: Address, token: Address) => 'known' | 'unknown' | null;

interface ApprovalLogs {
  readonly logs: readonly EventLog[];
  /** Of approvals that were reported, and that a re-org may have dropped. */
  readonly dropped?: readonly EventLog[];
}

/** Approvals that logs show and the chain's state confirms, by wallet; the last of each allowance. */
export async function approvalsIn(
  { logs, dropped = [] }: ApprovalLogs,
  judge: JudgeToken,
  chain: Chain,
  node: AskNode,
  known: KnownTokens,
): Promise<ReadonlyMap<Address, readonly ApprovalEvent[]>> {
  const asked = [...chosen(lastOfEach(logs), judge), ...undoneBy(dropped, judge)];
  const found = new Map<Address, ApprovalEvent[]>();
  const allowances = await confirmApprovals(asked, node);
  const confirmed = asked.flatMap((one, at) => {
    const allowance = allowances[at];
    return allowance == null ? [] : [{ one, allowance }];
  });
  const texts = await textsOf([...new Set(confirmed.map(({ one }) => one.token))], chain, node, known);
  const times = await timesOf(
    confirmed.map(({ one }) => one.log),
    node,
  );
  const own = await ownTransactions(
    confirmed.filter(({ one }) => !one.isKnown).map(({ one }) => one),
    node,
  );
  for (const { one, allowance } of confirmed) {
    const minedAt = times.get(one.log.blockNumber);
    // In Permit2 an allowance that ends in its own block is only for that transaction.
    const { isGranted, expires } = allowance;
    if (isGranted && expires !== null && minedAt !== undefined && expires <= BigInt(minedAt)) continue;
    const event = eventOf(one, allowance, texts.get(one.token), minedAt, own.get(one) ?? null);
    found.set(one.owner, [...(found.get(one.owner) ?? []), event]);
  }
  return found;
}

/** The last approval of each allowance, without those spent in their own transaction, which strangers can cause too. */
function lastOfEach(logs: readonly EventLog[]): readonly Omit<AskedApproval, 'isKnown'>[] {
  const moved = new Set(logs.flatMap((log) => movementsIn(log).map((one) => movedBy(log, one.from, one))));
  const last = new Map<string, Omit<AskedApproval, 'isKnown'>>();
  for (const log of logs.toSorted((a, b) => a.blockNumber - b.blockNumber || a.logIndex - b.logIndex)) {
    const said = approvalIn(log);
    if (said === null) continue;
    const movedAlong = moved.has(movedBy(log, said.owner, said));
    const name = `${said.owner} ${nameOf(said)}`;
    const before = last.get(name);
    const isSpent = !said.isGranted && (said.of === 'erc721' || said.of === 'erc20');
    if (movedAlong && (isSpent || before?.movedAlong === false)) continue;
    last.set(name, { ...said, movedAlong, priorBlock: before?.priorBlock ?? log.blockNumber - 1 });
  }
  return [...last.values()];
}

function undoneBy(dropped: readonly EventLog[], judge: JudgeToken): readonly AskedApproval[] {
  return lastOfEach(dropped)
    .filter(({ owner, token }) => judge(owner, token) === 'known')
    .map((one) => ({ ...one, isKnown: true, isUndone: true }));
}

export interface NamedApproval {
  readonly log: EventLog;
  readonly owner: Address;
  readonly token: Address;
  /** Of its allowance. */
  readonly name: string;
  /** Key of the event that reports the approval. */
  readonly key: string;
  /** Key of the event that reports that a re-org dropped the approval. */
  readonly undone: string;
}

/** Null: the log shows no approval. */
export function approvalNamed(log: EventLog): NamedApproval | null {
  const said = approvalIn(log);
  if (said === null) return null;
  const key = `${nameOf(said)} ${log.transactionHash}`;
  const { owner, token } = said;
  return { log, owner, token, name: `${owner} ${nameOf(said)}`, key, undone: `${key} undone` };
}

function nameOf({ of, token, spender, tokenId }: SaidApproval): string {
  return `${of} ${token} ${tokenId ?? spender}`;
}

function chosen(
  approvals: readonly Omit<AskedApproval, 'isKnown'>[],
  judge: JudgeToken,
): readonly AskedApproval[] {
  const of = (judged: 'known' | 'unknown') =>
    approvals
      .filter(({ owner, token }) => judge(owner, token) === judged)
      .map((one) => ({ ...one, isKnown: judged === 'known' }));
  const [known, unknown] = [of('known'), of('unknown').slice(0, maxUnknown)];
  const others = known.splice(maxAsked - unknown.length).filter(({ movedAlong }) => !movedAlong);
  return [...known, ...unknown, ...others];
}

function movedBy(
  { transactionHash }: EventLog,
  from: Address,
  { token, tokenId }: { readonly token: Address | null; readonly tokenId: string | null },
): string {
  return [transactionHash, from, token, tokenId].join(' ');
}

/** Whether each stands in its wallet's own transaction: sent by it, or run by its code, as a Safe's are. */
async function ownTransactions(
  approvals: readonly SaidApproval[],
  node: AskNode,
): Promise<ReadonlyMap<SaidApproval, boolean>> {
  const sides = await sidesOf(
    approvals.map(({ log }) => log.transactionHash),
    node,
  );
  return new Map(
    approvals.flatMap((one) => {
      const { from, to } = sides.get(one.log.transactionHash) ?? {};
      return from === undefined ? [] : [[one, from === one.owner || to === one.owner] as const];
    }),
  );
}

function eventOf(
  one: AskedApproval,
  { isGranted, value, unlimited, expires }: Allowance,
  texts: TokenTexts | undefined,
  minedAt: EpochSeconds | undefined,
  sentByWallet: boolean | null,
): ApprovalEvent {
  const { of, token, spender, tokenId, log, isUndone } = one;
  const key = `${nameOf(one)} ${log.transactionHash}`;
  const isCounted = of === 'erc20' || of === 'permit2';
  return {
    kind: 'approval',
    key: isUndone ? `${key} undone` : key,
    blockNumber: log.blockNumber,
    blockTimestamp: isoTime(minedAt),
    transactionHash: isUndone ? null : log.transactionHash,
    of,
    isGranted,
    token: { address: token, ...asKind(isCounted ? 'erc20' : 'erc721', texts) },
    spender,
    value: value?.toString() ?? null,
    unlimited,
    tokenId,
    // What ends after 9999 does not end.
    expires: expires === null ? null : isoTime(Number(expires)),
    sentByWallet,
  };
}
