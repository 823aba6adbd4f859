import type { Address } from '../chain/address.ts';
import { type Chain, chainKey } from '../chain/chains.ts';
import { approvalIn } from '../node/approvals/approval-events.ts';
import { approvalsIn } from '../node/approvals/logged-approvals.ts';
import type { Balances } from '../node/ask-of-wallets.ts';
import {
  CoinUnread,
  type NativeFinds,
  noFinds,
  type ReplacedFrom,
  scanNative,
} from '../node/coin/scan-native.ts';
import { type EventLog, movementsIn } from '../node/event-log.ts';
import { type NodeCalls, NodeUnusable } from '../node/json-rpc.ts';
import { type KnownTokens, transfersIn } from '../node/logged-transfers.ts';
import type { NodeEvent } from '../node/node-event.ts';
import { eachAtATime } from '../runtime/batches.ts';
import type { Log } from '../runtime/log.ts';
import { isSurelyReal } from '../spam/known-token.ts';
import type { Transfer } from '../transfer/transfer.ts';
import type { Watch } from '../wallet/watch.ts';
import type { ChainRecord } from './chain-record.ts';
import type { Scan } from './scan/scan-chain.ts';
import { note } from './scan/transfer-logs.ts';
import type { Mark } from './tail.ts';

export interface SourceDependencies {
  readonly isReadFromNode: (chain: Chain) => boolean;
  readonly tokens: KnownTokens;
  /** Replaces what earlier scans found of the wallet. */
  readonly write: (
    watch: Pick<Watch, 'wallet' | 'chain'>,
    found: readonly Transfer[],
    from: ReplacedFrom,
  ) => Promise<void>;
  /** For the wallet's polls to read. */
  readonly putEvents: (watch: Pick<Watch, 'wallet' | 'chain'>, events: readonly NodeEvent[]) => Promise<void>;
}

/** By chain key, the balances that this process read after the last scanned block: the next scan begins with them. */
export type LastBalances = Map<string, { readonly hash: string; readonly balances: Balances | null }>;

interface FoundByScan {
  readonly chain: Chain;
  readonly watches: readonly Watch[];
  /** As it was before the scan. */
  readonly record: Pick<ChainRecord, 'coinThrough' | 'scanned' | 'asking'>;
  readonly marks: ReadonlyMap<Address, Mark>;
  readonly scan: Scan;
}

/** A token that is handed out to everybody costs a write for each wallet. */
const writesAtATime = 25;

type CoinDependencies = SourceDependencies & { readonly log: Log; readonly balances: LastBalances };

export interface ReadCoin extends NativeFinds {
  readonly logged: readonly Transfer[];
  /** Last block whose coin was read; null: none ever was. */
  readonly through: number | null;
  /** Replaces what earlier scans found from this block on; null: nothing. */
  readonly from: number | null;
}

/** Reads transfers of the chain's own coin, and marks their wallets as active. If the node fails, a later scan reads them. */
export async function readCoin(
  found: FoundByScan,
  node: NodeCalls,
  { log, balances, tokens }: CoinDependencies,
): Promise<ReadCoin> {
  const { chain, watches, record, scan } = found;
  const { span } = scan;
  const unread = { ...noFinds, logged: [], through: record.coinThrough, from: null };
  if (span === null) return unread;
  const logged = await transfersIn(logsOf(scan).filter(isCoinLog), chain, node, tokens);
  const wallets = watches
    .filter(({ kinds }) => kinds === null || kinds.has('native'))
    .map(({ wallet }) => wallet);
  const from = Math.min((record.coinThrough ?? Infinity) + 1, span.from);
  try {
    const last = record.scanned?.number === from - 1 ? balances.get(chainKey(chain)) : undefined;
    const known = last !== undefined && last.hash === record.scanned?.hash ? last.balances : null;
    const asked = { wallets, span: { from, to: span.to }, logged, before: known };
    const { after, ...finds } = await scanNative(asked, chain, node);
    if (scan.scanned !== null) balances.set(chainKey(chain), { hash: scan.scanned.hash, balances: after });
    noteSeen(finds.transfers, watches, scan);
    const isAgain = replacedFrom(found) !== null;
    return { ...finds, logged, through: span.to, from: isAgain || from < span.from ? from : null };
  } catch (error) {
    if (!(error instanceof CoinUnread || error instanceof NodeUnusable)) throw error;
    log.warn(`the coin is not read: ${error.message}`, { chain: chain.name });
    return { ...unread, logged, through: from - 1 };
  }
}

function noteSeen(moves: readonly Transfer[], watches: readonly Watch[], { seen }: Scan): void {
  const watched = new Set(watches.map(({ wallet }) => wallet));
  for (const { from, to, blockNumber } of moves) {
    for (const [side, kind] of [[from, 'sent'] as const, [to, 'sure'] as const])
      if (side.address !== null && watched.has(side.address)) note(side.address, blockNumber, kind, seen);
  }
}

/** Stores a scan's transfers for polls. Names and senders are asked last: strangers must not use up the calls that show thefts. */
export async function keepTransfers(
  found: FoundByScan,
  coin: ReadCoin,
  node: NodeCalls,
  deps: SourceDependencies,
): Promise<void> {
  const { chain, watches, scan, marks } = found;
  const { span, rewoundTo } = scan;
  if (span === null) return;
  const watched = new Map(watches.map((watch) => [watch.wallet, watch]));
  const logs = logsOf(scan);
  await keepApprovals(logs, chain, watched, node, deps);
  const moves = logs.filter((log) => approvalIn(log) === null && !isCoinLog(log));
  const logged = [...coin.logged, ...(await transfersIn(moves, chain, node, deps.tokens, coin.bodies))];
  const sides = [...logged, ...coin.transfers].flatMap((one) =>
    Array.from(new Set([one.from.address, one.to.address]), (side) => ({ side, one })),
  );
  const bySide = Map.groupBy(sides, ({ side }) => side);
  const isUnfinished = found.record.asking !== null;
  const lowest = isUnfinished ? -1 : Math.min(rewoundTo ?? Infinity, coin.from ?? Infinity);
  // A scan may have been cut short, and then the blocks behind it are replaced too.
  const last = isUnfinished ? Number.MAX_SAFE_INTEGER : (found.record.scanned?.number ?? 0);
  const replaced = { logged: replacedFrom(found), coin: coin.from, to: Math.max(span.to, last) };
  await eachAtATime(writesAtATime, watches, async (watch) => {
    const { wallet } = watch;
    const own = (bySide.get(wallet) ?? []).map(({ one }) =>
      coin.isInternal(one, wallet) ? { ...one, internal: true } : one,
    );
    if (own.length > 0 || (marks.get(wallet)?.block ?? -1) >= lowest) await deps.write(watch, own, replaced);
  });
}

function logsOf({ seen }: Scan): readonly EventLog[] {
  return [...new Map(seen.values().flatMap(({ logs }) => logs)).values()];
}

/** EIP-7708: the chain itself writes such a log, so nobody can make one up. */
function isCoinLog(log: EventLog): boolean {
  return movementsIn(log).some(({ kind }) => kind === 'native');
}

/** The first block scanned again; null: none. A scan that died may have left transfers that a re-org then took. */
function replacedFrom({ scan: { span, rewoundTo }, record }: FoundByScan): number | null {
  return rewoundTo ?? (record.asking === null ? null : (span?.from ?? null));
}

/** Before transfers, so that no poll passes a block whose approvals are still to come. */
async function keepApprovals(
  logs: readonly EventLog[],
  chain: Chain,
  watched: ReadonlyMap<Address, Watch>,
  node: NodeCalls,
  { tokens, putEvents }: SourceDependencies,
): Promise<void> {
  const judge = (owner: Address, token: Address) => {
    const watch = watched.get(owner);
    if (watch === undefined || watch.ignoreTokens.has(token)) return null;
    if (watch.kinds !== null && !watch.kinds.has('approvals')) return null;
    return isSurelyReal({ address: token }, watch) ? 'known' : 'unknown';
  };
  for (const [wallet, events] of await approvalsIn(logs, judge, chain, node, tokens))
    await putEvents({ wallet, chain }, events);
}
