import { type Chain, chainKey, findChain, UnknownChain } from '../../chain/chains.ts';
import { incidentStep, walletIncident, walletIncidentFields } from '../../incidents/incident.ts';
import { incidentEnded, type OperationsMessage } from '../../incidents/operations-message.ts';
import { createBatcher } from '../../incidents/publish-operations.ts';
import { eachAtATime } from '../../runtime/batches.ts';
import { type Clock, expiryIn } from '../../runtime/clock.ts';
import type { Table } from '../../runtime/table-items.ts';
import { storedIncident, type WalletIncident } from '../../state/cursor.ts';
import { knownAddressesKey, type StateKey } from '../../state/state-items.ts';
import type { Watchlist } from '../../wallet/read-watchlist.ts';
import { keyOf, watchKey } from '../../wallet/watch.ts';

/** Lets deleted rows' states expire, and publishes their incidents as over. States of unreadable rows stay: owners mend those. */
export async function expireOrphans(
  { watched, unreadable }: Watchlist,
  {
    states,
    publishOperations,
    clock,
  }: {
    readonly states: { readonly expireOrphans: ReturnType<typeof createExpireOrphans> };
    readonly publishOperations: (message: OperationsMessage) => Promise<void>;
    readonly clock: Pick<Clock, 'now'>;
  },
): Promise<void> {
  const keys = new Set(watched.map(({ watch }) => watchKey(watch)));
  const kept = new Set(unreadable.map(({ row }) => row.wallet.trim().toLowerCase()));
  const end = async (orphans: readonly OrphanedState[]) => {
    const batcher = createBatcher(publishOperations);
    const now = clock.now();
    for (const orphan of orphans)
      for (const field of walletIncidentFields) {
        const record = orphan[field];
        if (record === null || incidentStep(record, null, now).publish === null) continue;
        const incident = walletIncident(field, orphan, record);
        await batcher.publish(incidentEnded(incident, record.since, now, 'The row was deleted'));
      }
    await batcher.flush();
  };
  await states.expireOrphans(({ wallet, chain }) => keys.has(keyOf(wallet, chain)) || kept.has(wallet), end);
}

const incident = storedIncident.nullable().catch(null);

export interface OrphanedState {
  readonly wallet: string;
  readonly chain: string;
  readonly failing: WalletIncident | null;
  readonly behind: WalletIncident | null;
}

/** A deleted row that comes back within this time continues from its stored block. */
const daysKept = 7;
/** The daily check may take the expiry back a day late, and later if it fails. */
const spareDays = 2;

/** Read side by side: the states of a hundred thousand wallets are some hundred pages. */
const segments = [0, 1, 2, 3];
const writesAtATime = 10;

export function createExpireOrphans(table: Table, clock: Pick<Clock, 'now'>) {
  /**
   * Lets deleted rows' items expire, and cancels that if a row is back.
   * @param end gets orphans with incidents before the incidents are deleted: if it fails, a later check ends all of them
   */
  return async (
    isWatched: (key: StateKey) => boolean,
    end: (orphans: readonly OrphanedState[]) => Promise<void>,
  ): Promise<void> => {
    const at = expiryIn(daysKept + spareDays, clock);
    // Somebody may delete the item meanwhile.
    const exists = { if: 'attribute_exists(version)' };
    const orphans: { readonly key: { wallet: string; chain: string }; readonly orphan: OrphanedState }[] = [];
    const check = async (item: Record<string, unknown>) => {
      const key = { wallet: String(item.wallet), chain: String(item.chain) };
      const chain = chainOf(key);
      if (item.version === undefined || chain === null) return;
      const watched = isWatched({ wallet: key.wallet, chain: chain.id });
      if (watched === (item.expiresAt === undefined)) return;
      const [failing, behind] = [incident.parse(item.failing), incident.parse(item.behind)];
      if (watched) await table.update(key, 'REMOVE expiresAt', exists);
      else if (failing === null && behind === null)
        await table.update(key, 'SET expiresAt = :at', { ...exists, values: { at } });
      else orphans.push({ key, orphan: { wallet: key.wallet, chain: chain.name, failing, behind } });
    };
    const ProjectionExpression = 'wallet, chain, expiresAt, version, failing, behind';
    await eachAtATime(segments.length, segments, async (Segment) => {
      const part = { ProjectionExpression, Segment, TotalSegments: segments.length };
      for await (const item of table.scan(part)) await check(item);
    });
    await end(orphans.map(({ orphan }) => orphan));
    // Operations were told that these incidents are over, so a returning row begins without them.
    const change = 'SET expiresAt = :at, failing = :none, behind = :none';
    const values = { at, none: null };
    await eachAtATime(writesAtATime, orphans, ({ key }) => table.update(key, change, { ...exists, values }));
  };
}

/** Null if the item is not a wallet's. */
function chainOf({ wallet, chain }: StateKey): Chain | null {
  const [id = ''] = chain.split('#');
  try {
    const whole = findChain(id);
    const parts: Chain[] = [whole, { ...whole, part: 'node' }];
    const isOf = (part: Chain) =>
      chain === chainKey(part) || chain === knownAddressesKey({ wallet, chain: part }).chain;
    return parts.find(isOf) ?? null;
  } catch (error) {
    if (error instanceof UnknownChain) return null;
    throw error;
  }
}
