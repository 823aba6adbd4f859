import type { Address } from '../../chain/address.ts';
import { NodeUnusable } from '../../node/calls.ts';
import type { NodeCalls } from '../../node/json-rpc.ts';
import { transfersIn } from '../../node/logged-transfers.ts';
import type { Watch } from '../../wallet/watch.ts';
import type { ChainDependencies, SourceScan } from '../opened-chain.ts';
import { largestSizes, newRangeScan, scanRange } from '../scan/scan-range.ts';
import { logsThrough, noteSight, storableLogs } from '../scan/transfer-logs.ts';
import { isUnread, type Past, pastOf } from './past.ts';

/** Calls of a tick after which no step begins: a step may take a hundred and fifty. */
const callsBeforeLastStep = 40;
/** Maximum blocks with transfers in one step: each may take calls for its time, names and senders. */
const blocksOfStep = 20;

/**
 * Reads logs of transfers from the rows' `fromBlock` up to the first scanned block, while calls last; wallets take turns. Deletes the
 * progress of wallets whose watches have begun. @returns wallets whose past is still unread
 */
export async function readPasts(
  found: SourceScan,
  node: NodeCalls,
  deps: ChainDependencies,
): Promise<ReadonlySet<Address>> {
  const { chain, beginning, scan, minute, stamp } = found;
  const { pasts } = found.items;
  const { table } = deps;
  const begins = new Set(beginning.map(({ wallet }) => wallet));
  const begun = Array.from(pasts.values()).filter(({ wallet }) => !begins.has(wallet));
  await table.remove(chain, 'pasts', begun);
  const { from } = scan.span;
  const all = beginning.map((watch) => {
    const { wallet, fromBlock } = watch;
    const next = fromBlock ?? from;
    const first = { wallet, stamp, fromBlock: next, next, to: from - 1, blocks: largestSizes.blocks };
    return { watch, past: pastOf(watch, pasts) ?? first };
  });
  const added = all.map(({ past }) => past).filter((past) => past !== pasts.get(past.wallet));
  await table.put(chain, 'pasts', added);
  const waiting = all.filter(({ past }) => isUnread(past));
  const unread = new Set(waiting.map(({ past }) => past.wallet));
  const turn = minute % Math.max(1, waiting.length);
  const turns = [...waiting.slice(turn), ...waiting.slice(0, turn)];
  const last = node.made + callsBeforeLastStep;
  for (let one = turns.shift(); one !== undefined && node.made < last; one = turns.shift()) {
    const { isFailed, ...step } = await readOn(one.watch, one.past, found, node, deps);
    const past = { ...one.past, ...step, stamp };
    await table.put(chain, 'pasts', [past]);
    if (isUnread(past)) turns.push({ ...one, past });
    else unread.delete(past.wallet);
    if (isFailed) break;
  }
  return unread;
}

/** Reads a span within the host's limit, or only its first blocks with transfers. Stores transfers before progress. */
async function readOn(
  watch: Watch,
  { next, to, blocks: asked }: Past,
  { chain, scope, scan: { seen } }: SourceScan,
  node: NodeCalls,
  { tokens: known, journal }: ChainDependencies,
) {
  const { wallet } = watch;
  const blocks = Math.max(1, asked);
  const sizes = { ...largestSizes, blocks, batches: node.batches };
  const search = newRangeScan(scope, new Map([[wallet, watch]]), node, sizes);
  let isFailed = false;
  try {
    await scanRange({ from: next, to: Math.min(to, next + blocks - 1) }, search);
  } catch (error) {
    if (!(error instanceof NodeUnusable)) throw error;
    isFailed = true;
  }
  const read = search.ends.at(-1)?.number ?? null;
  // Some hosts refuse a long span without naming its length as the reason.
  if (read === null)
    return { next, blocks: blocks === 1 ? 0 : Math.max(1, Math.floor(blocks / 10)), isFailed };
  const logs = logsThrough(read, search.seen);
  const full = Array.from(new Set(logs.map(({ blockNumber }) => blockNumber))).sort((a, b) => a - b);
  const cut = full.length > blocksOfStep ? full[blocksOfStep - 1] : undefined;
  const end = cut ?? read;
  const moved = await transfersIn(storableLogs(logsThrough(end, search.seen), watch), chain, node, known);
  const tokens = moved.filter(({ kind }) => kind !== 'native');
  await journal.write(watch, tokens, { logged: null, coin: null, coinTo: end, to: end });
  // A re-org may still drop the newest transfers; without a mark on their wallet they would stay in the journal.
  const recent = tokens.filter(({ blockNumber }) => blockNumber >= to - chain.reorgBlocks);
  for (const { blockNumber } of recent) noteSight(wallet, blockNumber, 'sure', seen);
  const wider = search.isSplit ? search.sizes.blocks : Math.min(largestSizes.blocks, 2 * blocks);
  return { next: end + 1, blocks: cut === undefined ? wider : cut - next + 1, isFailed };
}
