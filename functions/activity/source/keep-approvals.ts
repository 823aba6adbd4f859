import type { Address } from '../../chain/address.ts';
import { maxLag } from '../../chain/chains.ts';
import { type LastApproval, lastApprovals } from '../../node/approvals/approval-events.ts';
import { chosenApprovals, confirmedEvents, withSenderBlocks } from '../../node/approvals/logged-approvals.ts';
import type { NodeCalls } from '../../node/json-rpc.ts';
import { isSurelyReal } from '../../spam/known-token.ts';
import type { Watch } from '../../wallet/watch.ts';
import { type ChainDependencies, replacedFrom, type SourceScan } from '../opened-chain.ts';
import { logsThrough, noteSight } from '../scan/transfer-logs.ts';
import type { ReadCoin } from './read-coin.ts';
import {
  approvalsToKeep,
  type ConfirmedApproval,
  changesAllowance,
  doubted,
  droppedApprovals,
  type JudgeToken,
  type KeptApprovals,
  newApprovals,
  type ReportedApprovals,
  readKept,
} from './reported-approvals.ts';

/**
 * Stores approvals for polls, before transfers, so that no poll passes a block whose approvals are still to come. The approvals are
 * recorded first: if this process dies, the next scan stores them again. Polls drop approvals that they have reported.
 */
export async function keepApprovals(
  found: SourceScan,
  coin: ReadCoin,
  node: NodeCalls,
  { table, tokens, journal }: ChainDependencies,
): Promise<void> {
  const { chain, scan, stamp } = found;
  const { approvals } = found.items;
  const { to } = scan.span;
  const again = replacedFrom(found) ?? Infinity;
  const before = readKept(approvals.values());
  const unreplaced = before.unread.filter(({ blockNumber }) => blockNumber < again);
  const shown = lastApprovals([...unreplaced, ...logsThrough(to, scan.seen)]);
  const reported = doubted(before.reported, shown, again);
  const judge = judgeFor(found.watches);
  const unreported = newApprovals(shown, reported, judge);
  const bodies = await withSenderBlocks(unreported, coin.bodies, node);
  const news = chosenApprovals(unreported, bodies);
  const asked = [...news, ...droppedApprovals(shown, reported, judge)];
  const { events, isBehind } = await confirmedEvents(asked, { chain, scannedTo: to }, node, tokens, bodies);
  const answers = asked.flatMap((one, at): ConfirmedApproval[] => {
    const event = events[at] ?? null;
    return event === null ? [] : [{ asked: one, event, before: reported.get(one.name) }];
  });
  const answered = new Set(answers.map((one) => one.asked));
  // Without batches, the machine that answers for the allowance may lag behind the one that answers for the block.
  const mayBeUnknown = ({ log }: LastApproval) => isBehind || log.blockNumber >= to - maxLag(chain);
  const unread = news.filter((one) => !answered.has(one) && mayBeUnknown(one));
  const next = approvalsToKeep(reported, answers, unread, { to, chain, stamp });
  const wallets = new Set(next.map(({ wallet }) => wallet));
  const linesOf = (one: KeptApprovals | undefined) => [one?.told, one?.unread].join(' ');
  const changed = next.filter((one) => linesOf(one) !== linesOf(approvals.get(one.wallet)));
  await table.put(chain, 'approvals', changed);
  const gone = Array.from(approvals.values()).filter(({ wallet }) => !wallets.has(wallet));
  await table.remove(chain, 'approvals', gone);
  const fresh = answers.filter(changesAllowance).map(({ asked, event }) => ({ wallet: asked.owner, event }));
  const paused = new Set(found.watches.filter((watch) => watch.paused).map(({ wallet }) => wallet));
  const left = [...leftByDeadScan(found, before.reported), ...fresh];
  for (const [wallet, ones] of Map.groupBy(left, ({ wallet }) => wallet)) {
    if (!scan.seen.has(wallet)) noteSight(wallet, to, 'sent', scan.seen);
    const events = ones.map(({ event }) => event);
    await journal.putEvents({ wallet, chain, paused: paused.has(wallet) }, events);
  }
}

/** Events that a scan recorded before it died, perhaps without storing them for polls or marking their wallets as active. */
function leftByDeadScan({ record, watches, scan }: SourceScan, reported: ReportedApprovals) {
  if (record.asking === null) return [];
  const watched = new Set(watches.map(({ wallet }) => wallet));
  const since = record.scanned?.number ?? 0;
  return Array.from(reported.values())
    .filter(({ wallet, event }) => event.scannedTo >= since && watched.has(wallet))
    .map(({ wallet, event }) => {
      // Polls report events in the order of scans. The dead scan's come first, even if it had read higher blocks.
      return { wallet, event: { ...event, scannedTo: Math.min(event.scannedTo, scan.span.to - 1) } };
    });
}

function judgeFor(watches: readonly Watch[]): JudgeToken {
  const watched = new Map(watches.map((watch) => [watch.wallet, watch]));
  return (owner: Address, token: Address) => {
    const watch = watched.get(owner);
    if (watch === undefined || watch.ignoreTokens.has(token)) return null;
    if (watch.kinds !== null && !watch.kinds.has('approvals')) return null;
    return isSurelyReal({ address: token }, watch) ? 'known' : 'unknown';
  };
}
