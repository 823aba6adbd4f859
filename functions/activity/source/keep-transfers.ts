import type { EventLog } from '../../node/event-log.ts';
import type { NodeCalls } from '../../node/json-rpc.ts';
import { transfersIn } from '../../node/logged-transfers.ts';
import { eachAtATime } from '../../runtime/batches.ts';
import { isSurelyReal } from '../../spam/known-token.ts';
import { type FoundByScan, logsThrough, replacedFrom, type SourceDependencies } from './found-by-scan.ts';
import { isCoinLog, type ReadCoin } from './read-coin.ts';

/** A token that is handed out to everybody costs a write a wallet. */
const writesAtATime = 25;

/**
 * Stores a scan's transfers for polls. It asks for names and senders last: strangers must not use up the calls that show
 * thefts.
 */
export async function keepTransfers(
  found: FoundByScan,
  coin: ReadCoin,
  node: NodeCalls,
  deps: SourceDependencies,
): Promise<void> {
  const { chain, watches, scan, marks } = found;
  const { span, rewoundTo, seen } = scan;
  const moves = realFirst(
    logsThrough(span.to, seen).filter((log) => !isCoinLog(log)),
    found,
  );
  const logged = [...coin.logged, ...(await transfersIn(moves, chain, node, deps.tokens, coin.bodies))];
  const sides = [...logged, ...coin.transfers].flatMap((one) =>
    Array.from(new Set([one.from.address, one.to.address]), (side) => ({ side, one })),
  );
  const bySide = Map.groupBy(sides, ({ side }) => side);
  // The previous scan died. It may have stored transfers of later blocks than this scan reads.
  const isUnfinished = found.record.asking !== null;
  const lowest = isUnfinished ? -1 : Math.min(rewoundTo ?? Infinity, coin.from ?? Infinity);
  const to = isUnfinished ? Number.MAX_SAFE_INTEGER : span.to;
  const coinTo = coin.through < span.to ? coin.through : to;
  const replaced = { logged: replacedFrom(found), coin: coin.from, coinTo, to };
  await eachAtATime(writesAtATime, watches, async (watch) => {
    const { wallet } = watch;
    const own = (bySide.get(wallet) ?? []).map(({ one }) =>
      coin.isInternal(one, wallet) ? { ...one, internal: true } : one,
    );
    if (own.length > 0 || (marks.get(wallet)?.block ?? -1) >= lowest) await deps.write(watch, own, replaced);
  });
}

/** Strangers' tokens last: a scan asks for only so many names, times and senders. */
function realFirst(
  logs: readonly EventLog[],
  { chain, watches }: Pick<FoundByScan, 'chain' | 'watches'>,
): readonly EventLog[] {
  const trustedTokens = new Set(watches.flatMap((watch) => [...watch.trustedTokens]));
  const isReal = (log: EventLog) => isSurelyReal(log, { chain, trustedTokens });
  return [...logs.filter(isReal), ...logs.filter((log) => !isReal(log))];
}
