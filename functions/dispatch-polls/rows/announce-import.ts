import { announcedPerImport } from '../../incidents/announcements.ts';
import type { OperationsMessage } from '../../incidents/operations-message.ts';
import type { DispatchDependencies } from '../dispatch-dependencies.ts';

/**
 * Sums up a bulk import to operations once its wallets have all begun: ten of them were announced by alerts of their
 * own, the others by this. It is published before that is noted, so that a crash repeats it and never loses it.
 * @param beginning how many wallets have not begun yet
 */
export async function announceImport(
  beginning: number,
  {
    announcements,
    publishOperations,
    clock,
  }: Pick<DispatchDependencies, 'announcements' | 'publishOperations' | 'clock'>,
): Promise<void> {
  const count = await announcements.unsummarised(beginning);
  if (count === null || !(await announcements.claimSummary(count))) return;
  await publishOperations(importSummary(count, clock.now()));
  await announcements.markSummarised(count);
}

/** @param now epoch milliseconds */
export function importSummary(count: number, now: number): OperationsMessage {
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
