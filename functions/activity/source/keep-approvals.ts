import type { Address } from '../../chain/address.ts';
import { lastApprovals } from '../../node/approvals/last-approvals.ts';
import { chosenApprovals, confirmedEvents } from '../../node/approvals/logged-approvals.ts';
import type { NodeCalls } from '../../node/json-rpc.ts';
import { isSurelyReal } from '../../spam/known-token.ts';
import type { Watch } from '../../wallet/watch.ts';
import { note } from '../scan/transfer-logs.ts';
import {
  type Answer,
  doubted,
  droppedApprovals,
  isNews,
  type JudgeToken,
  newApprovals,
  reportedAfter,
} from './compare-approvals.ts';
import { type FoundByScan, logsThrough, replacedFrom, type SourceDependencies } from './found-by-scan.ts';
import {
  type Given,
  givenOf,
  type ReportedApproval,
  type ReportedApprovals,
  reportedIn,
  unreadIn,
} from './reported-approvals.ts';

interface ApprovalDependencies extends SourceDependencies {
  readonly given: ReadonlyMap<Address, Given>;
  readonly stamp: string;
  readonly keepGiven: (given: readonly Given[]) => Promise<void>;
  readonly dropGiven: (given: readonly Given[]) => Promise<void>;
}

/**
 * Leaves approvals for polls, before transfers, so that no poll passes a block whose approvals are still to come. The scan
 * records them before it leaves them: if this process dies, the next scan leaves them again, and polls drop what they have
 * reported.
 */
export async function keepApprovals(
  found: FoundByScan,
  node: NodeCalls,
  deps: ApprovalDependencies,
): Promise<void> {
  const { chain, scan } = found;
  const { to } = scan.span;
  const before = reportedIn(deps.given.values());
  const again = replacedFrom(found) ?? Infinity;
  const shown = lastApprovals([...unreadIn(deps.given.values(), again), ...logsThrough(to, scan.seen)]);
  const reported = doubted(before, shown, again);
  const judge = judgeFor(found.watches);
  const news = chosenApprovals(newApprovals(shown, reported, judge));
  const asked = [...news, ...droppedApprovals(shown, reported, judge)];
  const { events, isBehind } = await confirmedEvents(asked, { chain, scannedTo: to }, node, deps.tokens);
  const answers = asked.flatMap((one, at): Answer[] => {
    const event = events[at] ?? null;
    return event === null ? [] : [{ asked: one, event, before: reported.get(one.name) }];
  });
  const answered = new Set(answers.map((one) => one.asked));
  // An approval spent in its own transaction (`movedAlong`) would seem new to the next scan, which lacks the transfers.
  const unread = isBehind ? news.filter((one) => !answered.has(one) && !one.movedAlong) : [];
  const kept = { reported: reportedAfter(reported, answers, to - chain.reorgBlocks), unread };
  await keep(givenOf(kept, to, chain, deps.stamp), deps);
  const fresh = answers.filter(isNews).map(({ asked, event }) => ({ wallet: asked.owner, event }));
  // Polls report events in the order of scans. The dead scan's come first, even if it had read higher blocks than this scan.
  const earlier = leftByDeadScan(found, before).map(({ wallet, event }) => ({
    wallet,
    event: { ...event, scannedTo: Math.min(event.scannedTo, to - 1) },
  }));
  const left = Map.groupBy([...earlier, ...fresh], ({ wallet }) => wallet);
  for (const [wallet, ones] of left) {
    if (!scan.seen.has(wallet)) note(wallet, to, 'sent', scan.seen);
    const events = ones.map(({ event }) => event);
    await deps.putEvents({ wallet, chain }, events);
  }
}

function judgeFor(watches: readonly Watch[]): JudgeToken {
  const watched = new Map(watches.map((watch) => [watch.wallet, watch]));
  return (owner, token) => {
    const watch = watched.get(owner);
    if (watch === undefined || watch.ignoreTokens.has(token)) return null;
    if (watch.kinds !== null && !watch.kinds.has('approvals')) return null;
    return isSurelyReal({ address: token }, watch) ? 'known' : 'unknown';
  };
}

async function keep(
  next: readonly Given[],
  { given, keepGiven, dropGiven }: ApprovalDependencies,
): Promise<void> {
  const wallets = new Set(next.map(({ wallet }) => wallet));
  const linesOf = (one: Given | undefined) => [one?.told, one?.unread].join(' ');
  await keepGiven(next.filter((one) => linesOf(one) !== linesOf(given.get(one.wallet))));
  await dropGiven(Array.from(given.values()).filter(({ wallet }) => !wallets.has(wallet)));
}

/** Approvals that a scan recorded before it died, perhaps without leaving them for polls or marking their wallets as active. */
function leftByDeadScan(
  { record, watches }: FoundByScan,
  reported: ReportedApprovals,
): readonly ReportedApproval[] {
  if (record.asking === null) return [];
  const watched = new Set(watches.map(({ wallet }) => wallet));
  const since = record.scanned?.number ?? 0;
  return Array.from(reported.values()).filter(
    ({ wallet, event }) => event.scannedTo >= since && watched.has(wallet),
  );
}
