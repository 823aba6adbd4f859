import type { Address } from '../chain/address.ts';
import type { Chain } from '../chain/chains.ts';
import type { Find } from './finds.ts';
import type { Scan } from './scan-chain.ts';

/** Sights as `wallet block`, in one item for each span of blocks: a transaction that names all wallets costs few writes. */
export type SeenLog = ReadonlyMap<string, readonly string[]>;

/** The item of newcomers, each with the last block in which no scan had looked for it. */
const newcomersName = 'new';

export function logOf({ seen, scanned }: Scan, newcomers: readonly Address[], chain: Chain): SeenLog {
  const log = new Map<string, string[]>();
  const add = (name: string, wallet: Address, block: number) => {
    const entries = log.get(name) ?? [];
    entries.push(entryOf(wallet, block));
    log.set(name, entries);
  };
  for (const [wallet, { blocks }] of seen)
    for (const block of blocks) add(spanOf(block, chain), wallet, block);
  for (const wallet of newcomers) add(newcomersName, wallet, scanned?.number ?? 0);
  return log;
}

export function namesFor(finds: readonly Find[], chain: Chain): ReadonlySet<string> {
  const blocks = finds.flatMap(({ transfers, until }) => (until === null ? transfers : []));
  const spans = blocks.map(({ block }) => spanOf(block, chain));
  return new Set(spans.length === 0 ? [] : [...spans, newcomersName]);
}

/** Whether a scan has shown the wallet in the block. True for a newcomer's earlier blocks, in which no scan looked for it. */
export function wasSeen(
  log: ReadonlyMap<string, ReadonlySet<string>>,
  wallet: Address,
  block: number,
  chain: Chain,
): boolean {
  if (log.get(spanOf(block, chain))?.has(entryOf(wallet, block))) return true;
  const newcomers = [...(log.get(newcomersName) ?? [])];
  return newcomers.some((entry) => entry.startsWith(wallet) && block <= Number(entry.slice(wallet.length)));
}

function spanOf(block: number, { rescanBlocks }: Chain): string {
  return String(Math.floor(block / rescanBlocks));
}

function entryOf(wallet: Address, block: number): string {
  return `${wallet} ${block}`;
}
