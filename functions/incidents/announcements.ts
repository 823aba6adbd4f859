import type { EpochMilliseconds } from '../chain/units.ts';
import type { Clock } from '../runtime/clock.ts';
import type { Table } from '../runtime/table-items.ts';
import { claimLasts } from './incident-log.ts';
import type { OperationsMessage } from './operations-message.ts';

/** Maximum `wallet.watching` alerts of one import. */
export const announcedPerImport = 10;
/** Wallets that begin within this time of one another are one import. */
const longestGap = 600_000;
/** An import ends when no wallet has begun for this long. Each wallet that still has not begun has an incident of its own. */
const quietTime = 90_000;

export function createAnnouncements(table: Table, clock: Pick<Clock, 'now'>) {
  const key = { wallet: '#announcements', chain: 'import' };
  const update = async (change: string, condition: string, values: Record<string, number>) => {
    const item = await table.update(key, change, { if: condition, values, names: { count: 'count' } });
    return item === null ? null : Number(item.count);
  };
  return {
    /** Counts a wallet of an import; true while it may have an alert of its own. */
    async claim(): Promise<boolean> {
      const now = clock.now();
      const values = { now, one: 1, gap: now - longestGap };
      const more = () => update('SET lastAt = :now ADD #count :one', 'lastAt > :gap', values);
      const first = () =>
        update(
          'SET #count = :one, lastAt = :now, summarised = :zero, claimedAt = :zero',
          'attribute_not_exists(lastAt) OR lastAt <= :gap',
          { ...values, zero: 0 },
        );
      // Tries `more` again, because two workers may find no import at the same moment.
      const count = (await more()) ?? (await first()) ?? (await more()) ?? 1;
      return count <= announcedPerImport;
    },
    /**
     * Reports an import once its wallets have begun; a crash may repeat the report.
     * @param beginning number of wallets that have not begun yet
     */
    async summarise(
      beginning: number,
      publish: (message: OperationsMessage) => Promise<void>,
    ): Promise<void> {
      const item = await table.get(key);
      const [count, now] = [Number(item?.count ?? 0), clock.now()];
      if (beginning > 0 && Number(item?.lastAt) > now - quietTime) return;
      if (count <= announcedPerImport || Number(item?.summarised) >= count) return;
      const isFree = '#count = :count AND summarised < :count AND claimedAt < :crashed';
      const claim = { count, now, crashed: now - claimLasts };
      if ((await update('SET claimedAt = :now', isFree, claim)) === null) return;
      await publish(importSummary(count, now));
      // Noted last, so that a later tick repeats a summary that was claimed but not published.
      await update('SET summarised = :count', '#count = :count', { count });
    },
  };
}

export function importSummary(count: number, now: EpochMilliseconds): OperationsMessage {
  return {
    version: 1,
    type: 'wallets.watching',
    state: 'ended',
    wallet: null,
    chain: null,
    reason: `${count} wallets are watched since this import; ${announcedPerImport} of them were announced by an alert.`,
    whatToDo: 'Nothing: new transfers of all of them are reported from now on.',
    at: new Date(now).toISOString(),
    about: { detail: `${count} since this import` },
  };
}
