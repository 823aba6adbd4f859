import * as z from 'zod';
import type { Address } from '../../chain/address.ts';
import type { BlockNumber } from '../../chain/units.ts';
import { approvalNamed, approvalsIn, type NamedApproval } from '../../node/approvals/logged-approvals.ts';
import type { EventLog } from '../../node/event-log.ts';
import type { NodeCalls } from '../../node/json-rpc.ts';
import { isSurelyReal } from '../../spam/known-token.ts';
import { note } from '../scan/transfer-logs.ts';
import { type FoundByScan, logsOf, replacedFrom, type SourceDependencies } from './found-by-scan.ts';

export const givenItem = z.object({
  stamp: z.string(),
  /** As JSON, oldest first. */
  logs: z.array(z.string()),
  /** Those that a re-org dropped, until their allowance was read. */
  dropped: z.array(z.string()),
});

/** Logs of approvals in surely real tokens that a wallet's polls were left, while a re-org may drop them. */
export interface Given extends z.infer<typeof givenItem> {
  readonly wallet: Address;
}

interface ApprovalDependencies extends SourceDependencies {
  readonly given: ReadonlyMap<Address, Given>;
  readonly stamp: string;
  readonly keepGiven: (given: readonly Given[]) => Promise<void>;
  readonly dropGiven: (given: readonly Given[]) => Promise<void>;
}

/** Maximum of a wallet. */
const maxGiven = 20;

/** Before transfers, so that no poll passes a block whose approvals are still to come. */
export async function keepApprovals(
  found: FoundByScan,
  node: NodeCalls,
  { tokens, putEvents, given, stamp, keepGiven, dropGiven }: ApprovalDependencies,
): Promise<void> {
  const { chain, watches, scan } = found;
  const { span, seen } = scan;
  if (span === null) return;
  const watched = new Map(watches.map((watch) => [watch.wallet, watch]));
  const judge = (owner: Address, token: Address) => {
    const watch = watched.get(owner);
    if (watch === undefined || watch.ignoreTokens.has(token)) return null;
    if (watch.kinds !== null && !watch.kinds.has('approvals')) return null;
    return isSurelyReal({ address: token }, watch) ? 'known' : 'unknown';
  };
  const logs = logsOf(scan);
  const again = replacedFrom(found) ?? Infinity;
  const lowest: BlockNumber = span.to - chain.rescanBlocks;
  const before = new Map(Array.from(given.values(), (one) => [one.wallet, withDropped(one, again, lowest)]));
  const shown = logs.flatMap((log) => approvalNamed(log) ?? []);
  const told = new Set(Array.from(given.values()).flatMap((one) => one.logs.flatMap(keyIn)));
  const present = new Set(shown.map(({ key }) => key));
  // An older one of the same allowance, shown again, has been told.
  const anew = new Set(shown.filter(({ key }) => !told.has(key)).map(({ name }) => name));
  const isGone = ({ name, key }: NamedApproval) => !present.has(key) && !anew.has(name);
  const gone = Array.from(before.values()).flatMap((one) => one.dropped.filter((log) => is(log, isGone)));
  const all = await approvalsIn({ logs, dropped: gone }, judge, chain, node, tokens);
  for (const [wallet, events] of all) {
    if (!seen.has(wallet)) note(wallet, span.to, 'sent', seen);
    await putEvents({ wallet, chain }, events);
  }
  const keys = new Set(Array.from(all.values()).flatMap((events) => events.map(({ key }) => key)));
  const next = Array.from(new Set([...given.keys(), ...all.keys()]), (wallet): Given => {
    const old = before.get(wallet) ?? { kept: [], dropped: [] };
    const now = shown.filter(
      ({ owner, token, key }) => owner === wallet && keys.has(key) && judge(owner, token) === 'known',
    );
    const open = gone.filter((log) => is(log, ({ owner, undone }) => owner === wallet && !keys.has(undone)));
    const kept = [...old.kept, ...now.map(({ log }) => log)].slice(-maxGiven);
    return { wallet, stamp, logs: kept.map(asLine), dropped: open.map(asLine) };
  });
  const isOver = (one: Given) => one.logs.length + one.dropped.length === 0;
  const linesOf = (one: Given | undefined) => [...(one?.logs ?? []), '', ...(one?.dropped ?? [])].join();
  await keepGiven(next.filter((one) => !isOver(one) && linesOf(one) !== linesOf(given.get(one.wallet))));
  await dropGiven(next.flatMap((one) => (isOver(one) ? (given.get(one.wallet) ?? []) : [])));
}

function is(log: EventLog, test: (approval: NamedApproval) => boolean): boolean {
  const approval = approvalNamed(log);
  return approval !== null && test(approval);
}

function keyIn(line: string): string[] {
  return [approvalNamed(JSON.parse(line))?.key ?? ''];
}

const asLine = (log: EventLog) => JSON.stringify(log);

/** @param again first block that was scanned again @param lowest older ones are settled */
function withDropped({ logs, dropped }: Given, again: BlockNumber, lowest: BlockNumber) {
  const [kept, before] = [logs, dropped].map((lines) =>
    lines.map((line): EventLog => JSON.parse(line)).filter(({ blockNumber }) => blockNumber > lowest),
  );
  const all = kept ?? [];
  return {
    kept: all.filter(({ blockNumber }) => blockNumber < again),
    dropped: [...(before ?? []), ...all.filter(({ blockNumber }) => blockNumber >= again)],
  };
}
