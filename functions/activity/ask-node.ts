import type { Address } from '../chain/address.ts';
import { chainKey } from '../chain/chains.ts';
import { createNodeCalls, type NodeCalls } from '../node/json-rpc.ts';
import { placesOf } from '../runtime/error-text.ts';
import type { Watch } from '../wallet/watch.ts';
import { type ChainRecord, newcomersOf } from './chain-record.ts';
import type { ChainDependencies, KnownChain, SourceScan } from './opened-chain.ts';
import { noScan, type Scan, scanChain } from './scan/scan-chain.ts';
import { largestSizes } from './scan/scan-range.ts';
import { noteSight } from './scan/transfer-logs.ts';
import { keepApprovals } from './source/keep-approvals.ts';
import { keepTransfers } from './source/keep-transfers.ts';
import { walletsWithUnreadPast } from './source/past.ts';
import { type ReadCoin, readCoin } from './source/read-coin.ts';
import { readPasts } from './source/read-past.ts';
import { lookAtWallets } from './state/look-at-wallets.ts';

const minutesOfHour = 60;
/** Maximum calls of a tick and the scans after it. */
const maxCalls = { hints: 100, everything: 300, others: 200 };

interface SourceRead extends Pick<ChainRecord, 'coinThrough' | 'stateThrough' | 'looked'> {
  readonly unreadPast: ReadonlySet<Address>;
}

/** Scans the node, and stores transfers if the chain is read from it. `asked`: the record as saved before the node was asked. */
export async function askNode(known: KnownChain, beginning: readonly Watch[], deps: ChainDependencies) {
  const { chain, node, watches, minute, isBetween, scope } = known;
  const isReadFromNode = scope !== 'hints';
  const record = isReadFromNode ? rewoundAtFirst(known.record) : { ...known.record, coinThrough: null };
  const before = isBetween ? record.calls.made : 0;
  const { coinThrough, stateThrough, looked } = record;
  const unreadPast = walletsWithUnreadPast(isReadFromNode ? beginning : [], known.items.pasts);
  let asked = record;
  const ended = (scan: Scan, made: number, read?: SourceRead) => ({
    ...(read ?? { coinThrough, stateThrough, looked, unreadPast }),
    calls: { minute, made: before + made },
    asked,
    scan,
  });
  if (node.kind !== 'url') return ended(noScan(record, node), 0);
  // Each hour the largest sizes are tried again: the host may have raised its limits, or refused only a crowded minute.
  const sizes = minute % minutesOfHour === 0 && !isBetween ? largestSizes : record.sizes;
  const calls = createNodeCalls(node.url, sizes.batches, deps, maxCalls[scope] - before);
  const failed = (reason: string) => ended(noScan(record, { kind: 'unreadable', reason }), calls.made);
  try {
    // The node's answer may kill this process (memory): the next tick must know that the node was asked.
    const saved = await deps.table.save(chain, { ...record, asking: minute });
    // SQS may deliver a wake-up twice, and two scans at once could overwrite each other's finds.
    if (saved === null && (isReadFromNode || isBetween)) return failed('Another tick scans this chain.');
    asked = saved ?? record;
    const watched = new Map(watches.map((watch) => [watch.wallet, watch]));
    const scan = await scanChain(chain, watched, { ...record, sizes }, calls, deps.clock, known);
    const { span, scanned } = scan;
    if (isReadFromNode && scan.isAnew && span !== null) {
      // Polls may read this scan's transfers even if the scan dies, so the next scan must begin at the same block.
      const begun = await deps.table.save(chain, { ...asked, from: span.from });
      if (begun === null) return failed('Another tick scans this chain.');
      asked = begun;
    }
    if (!isReadFromNode || !span || !scanned) return ended(scan, calls.made);
    const found = { ...known, scan: { ...scan, span, scanned }, beginning };
    const read = await readSource(found, unreadPast, calls, deps);
    return ended(scan, calls.made, read);
  } catch (error) {
    deps.log.error('error: a scan failed by a mistake of ours', {
      chain: chain.name,
      error: placesOf(error),
    });
    return failed('The scan failed.');
  } finally {
    calls.end();
  }
}

/** Makes a new source's first scan rewind as after a re-org: scans for hints stored no transfers, and the API may lack the newest. */
function rewoundAtFirst(record: ChainRecord): ChainRecord {
  const { scanned, coinThrough } = record;
  return scanned === null || coinThrough !== null ? record : { ...record, scanned: { ...scanned, hash: '' } };
}

/** Reads coin and state, which no log shows, and stores all finds for polls. A scan between ticks reads no past. */
async function readSource(
  found: SourceScan,
  unreadPast: ReadonlySet<Address>,
  calls: NodeCalls,
  deps: ChainDependencies,
): Promise<SourceRead> {
  const coin = await readCoin(found, calls, deps);
  const looked = await readState(found, coin, calls, deps);
  await keepApprovals(found, coin, calls, deps);
  await keepTransfers(found, coin, calls, deps);
  const unread = found.isBetween ? unreadPast : await readPasts(found, calls, deps);
  return { coinThrough: coin.through, ...looked, unreadPast: unread };
}

/** Reads state after the last scanned block, and notes wallets with news as seen. */
async function readState(found: SourceScan, { bodies }: ReadCoin, node: NodeCalls, deps: ChainDependencies) {
  const { chain, controlled, record, scan } = found;
  const { looked, stateThrough } = record;
  const { span, seen, scanned } = scan;
  const newcomers = new Set(newcomersOf(controlled, looked, deps.rosters.get(chainKey(chain))?.controlled));
  const last = deps.balances.get(chainKey(chain));
  const asked = {
    ...found,
    bodies,
    block: span.to,
    lastBlock: stateThrough ?? span.to,
    states: found.items.states,
    isUnfinished: record.asking !== null,
    isFirst: (wallet: Address) => looked.length === 0 || newcomers.has(wallet),
    balances: last?.hash === scanned.hash ? last.balances : null,
  };
  const { wallets, readsControl, isWhole } = await lookAtWallets(asked, node, deps);
  for (const wallet of wallets) noteSight(wallet, span.to, 'sent', seen);
  return {
    looked: readsControl ? controlled.sums : looked,
    stateThrough: isWhole ? span.to : (stateThrough ?? span.from - 1),
  };
}
