import { chainKey } from '../../chain/chains.ts';
import type { BlockNumber, BlockSpan } from '../../chain/units.ts';
import { NodeUnusable } from '../../node/calls.ts';
import { noFinds, scanNative } from '../../node/coin/scan-native.ts';
import type { EventLog } from '../../node/event-log.ts';
import type { NodeCalls } from '../../node/json-rpc.ts';
import { transfersIn } from '../../node/logged-transfers.ts';
import { movementsIn, nativeEmitter } from '../../node/movements.ts';
import type { Transfer } from '../../transfer/transfer.ts';
import type { Watch } from '../../wallet/watch.ts';
import { type ChainDependencies, replacedFrom, type SourceScan } from '../opened-chain.ts';
import { newRangeScan, scanRange } from '../scan/scan-range.ts';
import { logsThrough, noteSight, type SeenWallets } from '../scan/transfer-logs.ts';

export type ReadCoin = Awaited<ReturnType<typeof readCoin>>;

/**
 * Reads transfers of the chain's own coin up to block `through`, and marks their wallets as active. From block `from` on (null:
 * nowhere) they replace transfers of earlier scans. If the node fails, a later scan reads them.
 */
export async function readCoin(
  found: SourceScan,
  node: NodeCalls,
  { log, balances, tokens }: ChainDependencies,
) {
  const { chain, watches, record, scan } = found;
  const { span, scanned, seen } = scan;
  // The scan may have read logs before its span again. Coin of those blocks is known, or its logs are in `earlier` below.
  const ofSpan = logsThrough(span.to, seen).filter(({ blockNumber }) => blockNumber >= span.from);
  const logged = await transfersIn(coinLogsIn(ofSpan), chain, node, tokens);
  const wallets = watches
    .filter(({ kinds }) => kinds === null || kinds.has('native'))
    .map(({ wallet }) => wallet);
  const from = Math.min((record.coinThrough ?? Infinity) + 1, span.from);
  try {
    const last = balances.get(chainKey(chain));
    const goesOn = record.scanned?.number === from - 1 && last?.hash === record.scanned.hash;
    const known = goesOn ? last.balances : null;
    const nothing = { earlier: [], to: span.to };
    const { earlier, to } = from < span.from ? await logsSince(from, span, found, node) : nothing;
    const stored = await transfersIn(coinLogsIn(earlier), chain, node, tokens);
    const all = [...stored, ...logged];
    const asked = { wallets, span: { from, to }, logged: all, before: known };
    const { after, since, through, ...finds } = await scanNative(asked, chain, node);
    const end = finds.bodies.at(-1);
    if (end?.number === scanned.number && end.hash !== scanned.hash)
      throw new NodeUnusable('The node gave two different newest blocks.');
    if (through === span.to) balances.set(chainKey(chain), { hash: scanned.hash, balances: after });
    noteSeen(finds.transfers, watches, seen);
    const isAgain = replacedFrom(found) !== null;
    return { ...finds, logged, through, from: isAgain || from < span.from ? since : null };
  } catch (error) {
    if (!(error instanceof NodeUnusable)) throw error;
    log.warn(`the coin is not read: ${error.message}`, { chain: chain.name });
    return { ...noFinds, logged, through: from - 1, from: null };
  }
}

/** Calls after which no step through earlier blocks begins: coin, state and names need the rest. */
const callsOfEarlier = 60;

/** Logs of blocks whose coin is unread: the coin's reader must leave out the transfers that earlier scans stored from them. */
async function logsSince(
  from: BlockNumber,
  span: BlockSpan,
  { watches, scan: { sizes } }: SourceScan,
  node: NodeCalls,
): Promise<{ readonly earlier: readonly EventLog[]; readonly to: BlockNumber }> {
  const search = newRangeScan('others', new Map(watches.map((watch) => [watch.wallet, watch])), node, sizes);
  const last = node.made + callsOfEarlier;
  // The first step is as long as the scan's, which the host took.
  let blocks = Math.min(sizes.blocks, span.to - span.from + 1);
  let next = from;
  while (next < span.from && node.made < last) {
    const to = Math.min(next + blocks, span.from) - 1;
    await scanRange({ from: next, to }, search);
    next = to + 1;
    blocks = Math.min(2 * blocks, search.sizes.blocks);
  }
  return { earlier: logsThrough(next - 1, search.seen), to: next < span.from ? next - 1 : span.to };
}

function noteSeen(moves: readonly Transfer[], watches: readonly Watch[], seen: SeenWallets): void {
  const watched = new Set(watches.map(({ wallet }) => wallet));
  for (const { from, to, blockNumber } of moves) {
    for (const [side, kind] of [[from, 'sent'] as const, [to, 'sure'] as const])
      if (side.address !== null && watched.has(side.address))
        noteSight(side.address, blockNumber, kind, seen);
  }
}

/** Leaves out the log of a wrapped coin's contract if the chain itself logs the same payment. */
export function coinLogsIn(logs: readonly EventLog[]): readonly EventLog[] {
  const isOfChain = ({ address }: EventLog) => address === nativeEmitter;
  const ofChain = new Set(logs.filter(isOfChain).map(({ transactionHash }) => transactionHash));
  return logs.filter((log) => isCoinLog(log) && (isOfChain(log) || !ofChain.has(log.transactionHash)));
}

/** The chain itself (EIP-7708) or its wrapped coin's contract writes such a log, so nobody can make one up. */
export function isCoinLog(log: EventLog): boolean {
  return movementsIn(log).some(({ kind }) => kind === 'native');
}
