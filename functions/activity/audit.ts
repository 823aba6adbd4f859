import type { Address } from '../chain/address.ts';
import type { Find, ShownBlocks } from './activity-items.ts';
import { type ChainRecord, isDistrusted } from './chain-record.ts';

/** For so many minutes a wallet, and a chain, is polled as if there were no node. */
export const minutesOfDoubt = 1_440;

/** What sweeps have found that no scan showed. */
export interface Verdict {
  readonly record: ChainRecord;
  /** These are polled ordinarily from now on: their token may not index its event, which no filter sees. */
  readonly missing: readonly Address[];
}

/**
 * Judges what sweeps found by what scans showed. One token's transfers may be invisible to all nodes; those of a second one
 * within a day mean that this node's logs can't be relied on.
 * @param shown of the finds' wallets
 * @param minute of the tick
 */
export function judgeFinds(
  before: ChainRecord,
  finds: readonly Find[],
  shown: ReadonlyMap<Address | null, ShownBlocks>,
  minute: number,
): Verdict {
  const missedBy = new Map(
    before.missed.filter(({ at }) => minute - at < minutesOfDoubt).map((one) => [one.token, one]),
  );
  const missing = new Set<Address>();
  for (const { wallet, transfers } of finds) {
    for (const { token, block } of transfers) {
      if (wasShown(block, shown.get(wallet))) continue;
      missing.add(wallet);
      missedBy.set(token, { token, wallet, at: minute });
    }
  }
  const missed = [...missedBy.values()];
  const record = { ...before, missed };
  const [first, second] = missed;
  if (first === undefined || second === undefined || isDistrusted(before, minute))
    return { record, missing: [...missing] };
  const reason = `Polls found transfers of the tokens ${first.token} (wallet ${first.wallet}) and ${second.token} (wallet ${second.wallet}) in blocks whose logs the node had shown without them.`;
  return {
    // Tried again after a day, by what is found then.
    record: { ...record, missed: [], distrusted: { until: minute + minutesOfDoubt, reason } },
    missing: [...missing],
  };
}

function wasShown(block: number, shown: ShownBlocks | undefined): boolean {
  return shown?.spans.some(([from, to]) => block >= from && block <= to) ?? false;
}
