import * as z from 'zod';
import { plausibleThrough } from '../../../../functions/poll-wallets/read/plausible-block.ts';
import type { StateItems } from '../../../../functions/state/state-items.ts';
import { type Watch, watchKey } from '../../../../functions/wallet/watch.ts';

const state = z.object({
  anchor: z.object({ block: z.coerce.number(), minedAt: z.coerce.number() }).nullable().catch(null),
  start: z.object({ since: z.string() }).nullable().catch(null),
});

/** Attributes of State that `futureBlocks` reads. */
export const futureBlockAttributes = ['anchor', 'start'] as const;

/**
 * Watches whose `fromBlock` the chain can't have reached, by watchKey. No poll of theirs fails, because the API answers with empty
 * pages. The newest block is estimated from transfers that polls of the chain have found; without any, no watch is returned.
 */
export function futureBlocks(watches: readonly Watch[], items: StateItems, now: number) {
  const all = watches.map((watch) => ({ watch, ...state.parse(items.get(watchKey(watch)) ?? {}) }));
  const reached = new Map<string, number>();
  for (const { watch, anchor } of all) {
    if (anchor === null) continue;
    const through = plausibleThrough([], { anchor, block: null }, watch.chain, now);
    // The highest estimate counts: one low number of the API must not make other watches seem ahead of the chain.
    reached.set(watch.chain.id, Math.max(through, reached.get(watch.chain.id) ?? 0));
  }
  return new Map(
    all.flatMap(({ watch, anchor, start }) => {
      const { fromBlock, chain } = watch;
      const newest = reached.get(chain.id);
      if (fromBlock === null || anchor !== null || newest === undefined || fromBlock <= newest) return [];
      const begun = start === null ? '' : ', and delete its item in the State table, so that it begins anew';
      const reason = `fromBlock ${fromBlock} is a block that ${chain.name} has not reached, so nothing is reported before: correct it${begun}.`;
      return [[watchKey(watch), { since: start === null ? now : Date.parse(start.since), reason }] as const];
    }),
  );
}
