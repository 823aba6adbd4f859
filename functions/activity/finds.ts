import * as z from 'zod';
import type { Address } from '../chain/address.ts';
import type { Chain } from '../chain/chains.ts';
import type { BlockNumber, EpochMinutes } from '../chain/units.ts';
import type { ChainRecord } from './chain-record.ts';
import type { Scan } from './scan/scan-chain.ts';

/** Old transfers that a sweep found in scanned blocks; once judged, only transfers that no scan showed. */
export const findItem = z.object({
  wallet: z.custom<Address>(),
  stamp: z.string(),
  transfers: z.array(z.object({ token: z.string(), block: z.coerce.number() })),
  /** The wallet is polled ordinarily until this tick; null: the find is not judged yet. */
  until: z.coerce.number().nullable(),
});
export type Find = z.infer<typeof findItem>;

/** Minutes for which a wallet, or a chain, is polled as if there were no node. */
const minutesOfDoubt = 1_440;

export function isInForce({ until }: Find, minute: EpochMinutes): boolean {
  return until !== null && minute < until;
}

/** Judges new finds: scans miss transfers of a token that does not index its events. */
export async function judgeFinds(
  finds: ReadonlyMap<Address, Find>,
  chain: Chain,
  minute: EpochMinutes,
  table: { readSeen(chain: Chain, name: string): Promise<readonly string[]> },
): Promise<readonly Find[]> {
  const all = Array.from(finds.values());
  const open = all.filter(({ until }) => until === null);
  const spans = open.flatMap(({ transfers }) => transfers.map(({ block }) => spanOf(block, chain)));
  const names = spans.length === 0 ? [] : [...new Set([...spans, newcomersName])];
  const log = await Promise.all(
    names.map(async (name) => [name, new Set(await table.readSeen(chain, name))] as const),
  );
  const seen = new Map(log);
  return all.map((find) => {
    if (find.until !== null) return find;
    const missed = find.transfers.filter(({ block }) => !wasSeen(seen, find.wallet, block, chain));
    return { ...find, transfers: missed, until: missed.length === 0 ? minute : minute + minutesOfDoubt };
  });
}

/** One token may be invisible to all nodes; two within a day make this node's logs unreliable. @param finds from judgeFinds */
export function distrustedBy(
  finds: readonly Find[],
  { distrusted }: ChainRecord,
  minute: EpochMinutes,
): ChainRecord['distrusted'] {
  if (distrusted !== null && minute < distrusted.until) return distrusted;
  const missed = finds
    .filter((find) => isInForce(find, minute))
    .flatMap(({ wallet, transfers }) => transfers.map(({ token }) => ({ token, wallet })));
  const [first] = missed;
  const second = missed.find(({ token }) => token !== first?.token);
  if (first === undefined || second === undefined) return null;
  const reason = `Polls found transfers of the tokens ${first.token} (wallet ${first.wallet}) and ${second.token} (wallet ${second.wallet}) in blocks whose logs the node had shown without them.`;
  return { until: minute + minutesOfDoubt, reason };
}

/** Entries `wallet block`, in one item for each span of blocks: a transaction that names all wallets costs few writes. */
export type SeenLog = ReadonlyMap<string, readonly string[]>;

/** The item of newcomers, each with the last block scanned without the wallet. */
const newcomersName = 'new';

export function seenLogOf({ seen, scanned }: Scan, newcomers: readonly Address[], chain: Chain): SeenLog {
  const log = new Map<string, string[]>();
  const add = (name: string, wallet: Address, block: BlockNumber) => {
    const entries = log.get(name) ?? [];
    entries.push(entryOf(wallet, block));
    log.set(name, entries);
  };
  for (const [wallet, { blocks }] of seen)
    for (const block of blocks) add(spanOf(block, chain), wallet, block);
  for (const wallet of newcomers) add(newcomersName, wallet, scanned?.number ?? 0);
  return log;
}

/** Whether a scan has shown the wallet in the block, or the wallet is a newcomer that no scan looked for there. */
function wasSeen(
  log: ReadonlyMap<string, ReadonlySet<string>>,
  wallet: Address,
  block: BlockNumber,
  chain: Chain,
): boolean {
  if (log.get(spanOf(block, chain))?.has(entryOf(wallet, block))) return true;
  const newcomers = [...(log.get(newcomersName) ?? [])];
  return newcomers.some((entry) => entry.startsWith(wallet) && block <= Number(entry.slice(wallet.length)));
}

function spanOf(block: BlockNumber, { reorgBlocks }: Chain): string {
  return String(Math.floor(block / reorgBlocks));
}

function entryOf(wallet: Address, block: BlockNumber): string {
  return `${wallet} ${block}`;
}
