import { type Chain, findChain } from '../../chain/chains.ts';
import { walletIncident } from '../../incidents/incident-kinds.ts';
import { incidentEnded, type OperationsMessage } from '../../incidents/operations-message.ts';
import { type Announcement, publishAll } from '../../incidents/publish-operations.ts';
import { eachAtATime } from '../../runtime/batches.ts';
import { type Clock, expiryIn } from '../../runtime/clock.ts';
import type { Table } from '../../runtime/table-items.ts';
import { incidentsIn } from '../../state/cursor.ts';
import type { StateKey } from '../../state/state-items.ts';
import type { Watchlist } from '../../wallet/read-watchlist.ts';
import { keyOf, nodeWatch, type Watch, watchKey } from '../../wallet/watch.ts';

/** A row that comes back within this time goes on from its stored block. */
const daysKept = 7;
/** The daily check may cancel the expiry of a returned row a day late, or later if the check fails. */
const spareDays = 2;

/** Read side by side: the states of a hundred thousand wallets are some hundred pages. */
const segments = [0, 1, 2, 3];
const writesAtATime = 10;

/** Lets states of deleted rows expire, unless the row is back, and ends incidents of wallets that are polled no more. */
export function createExpireOrphans(
  table: Table,
  publish: (message: OperationsMessage) => Promise<void>,
  clock: Pick<Clock, 'now'>,
  isReadFromNode: (chain: Chain) => boolean,
) {
  const besideOf = (watch: Watch) => (isReadFromNode(watch.chain) ? null : nodeWatch(watch));
  return async ({ watched, unreadable }: Pick<Watchlist, 'watched' | 'unreadable'>): Promise<void> => {
    const keys = new Set(watched.map(({ watch }) => watchKey(watch)));
    const unpaused = watched.map(({ watch }) => watch).filter(({ paused }) => !paused);
    const polled = new Set(unpaused.flatMap((watch) => [watch, besideOf(watch) ?? []].flat()).map(watchKey));
    // An unreadable row keeps its state: its owner may mend the row.
    const kept = new Set(unreadable.map(({ row }) => row.wallet.trim().toLowerCase()));
    const now = clock.now();
    const at = expiryIn(daysKept + spareDays, clock);
    // The item may be deleted meanwhile.
    const exists = { if: 'attribute_exists(version)' };
    const troubled: { readonly key: StateKey; readonly isWatched: boolean }[] = [];
    const ends: Announcement[] = [];
    const check = async (item: Record<string, unknown>) => {
      const key = { wallet: String(item.wallet), chain: String(item.chain) };
      const [id = '', beside] = key.chain.split('#');
      // Only items about wallets have a version.
      if (item.version === undefined) return;
      const isWatched = keys.has(keyOf(key.wallet, id)) || kept.has(key.wallet);
      const isPolled = polled.has(keyOf(key.wallet, key.chain)) || kept.has(key.wallet);
      const found = isPolled ? [] : incidentsIn(item);
      if (found.length === 0 && isWatched === (item.expiresAt === undefined)) return;
      if (found.length === 0 && isWatched) return table.update(key, 'REMOVE expiresAt', exists);
      if (found.length === 0) return table.update(key, 'SET expiresAt = :at', { ...exists, values: { at } });
      troubled.push({ key, isWatched });
      const chain: Chain = { ...findChain(id), besideApi: beside === 'node' };
      const why = isWatched ? 'It is not polled any more' : 'The row was deleted';
      for (const { field, record } of found) {
        const over = walletIncident(field, { wallet: key.wallet, chain }, record);
        if (record.published) ends.push({ message: incidentEnded(over, record, now, why) });
      }
    };
    const ProjectionExpression = 'wallet, chain, expiresAt, version, failing, behind';
    await eachAtATime(segments.length, segments, async (Segment) => {
      const part = { ProjectionExpression, Segment, TotalSegments: segments.length };
      for await (const item of table.scan(part)) await check(item);
    });
    // Publish before deleting the incidents: if it fails, a later check ends all of them.
    await Promise.all(publishAll(ends, publish).values());
    const change = 'SET failing = :none, behind = :none';
    await eachAtATime(writesAtATime, troubled, ({ key, isWatched }) =>
      isWatched
        ? table.update({ ...key }, `${change} REMOVE expiresAt`, { ...exists, values: { none: null } })
        : table.update({ ...key }, `${change}, expiresAt = :at`, { ...exists, values: { at, none: null } }),
    );
  };
}
