import type { EventLog } from '../../node/event-log.ts';
import type { NodeCalls } from '../../node/json-rpc.ts';
import { transfersIn } from '../../node/logged-transfers.ts';
import { eachAtATime } from '../../runtime/batches.ts';
import { isSurelyReal } from '../../spam/known-token.ts';
import { type ChainDependencies, replacedFrom, type SourceScan } from '../opened-chain.ts';
import { logsThrough, storableLogs } from '../scan/transfer-logs.ts';
import { isCoinLog, type ReadCoin } from './read-coin.ts';

const writesAtATime = 25;

/** Stores a scan's transfers for polls. */
export async function keepTransfers(
  found: SourceScan,
  coin: ReadCoin,
  node: NodeCalls,
  { tokens, journal }: ChainDependencies,
): Promise<void> {
  const { chain, watches, scan, items, record } = found;
  const { span, rewoundTo, seen } = scan;
  const trust = { chain, trustedTokens: new Set(watches.flatMap((watch) => [...watch.trustedTokens])) };
  const logs = logsThrough(span.to, seen).filter((log) => !isCoinLog(log));
  const { real = [], others = [] } = Object.groupBy(storableLogs(logs, trust), (log) =>
    isSurelyReal(log, trust) ? 'real' : 'others',
  );
  // Strangers' tokens come last: a scan asks for a limited number of names, times and senders.
  const moves: readonly EventLog[] = [...real, ...others];
  const logged = [...coin.logged, ...(await transfersIn(moves, chain, node, tokens, coin.bodies))];
  const sides = [...logged, ...coin.transfers].flatMap((one) =>
    Array.from(new Set([one.from.address, one.to.address]), (side) => ({ side, one })),
  );
  const bySide = Map.groupBy(sides, ({ side }) => side);
  // The previous scan died. It may have stored transfers of later blocks than this scan reads.
  const isUnfinished = record.asking !== null;
  const lowest = isUnfinished ? -1 : Math.min(rewoundTo ?? Infinity, coin.from ?? Infinity);
  const to = isUnfinished ? Number.MAX_SAFE_INTEGER : span.to;
  const coinTo = coin.through < span.to ? coin.through : to;
  const replaced = { logged: replacedFrom(found), coin: coin.from, coinTo, to };
  await eachAtATime(writesAtATime, watches, async (watch) => {
    const { wallet } = watch;
    const own = (bySide.get(wallet) ?? []).map(({ one }) =>
      coin.isInternal(one, wallet) ? { ...one, internal: true } : one,
    );
    if (own.length > 0 || (items.marks.get(wallet)?.block ?? -1) >= lowest)
      await journal.write(watch, own, replaced);
  });
}
