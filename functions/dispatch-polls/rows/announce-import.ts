import type { EpochMilliseconds } from '../../chain/units.ts';
import { announcedPerImport } from '../../incidents/announcements.ts';
import type { OperationsMessage } from '../../incidents/operations-message.ts';
import type { DispatchDependencies } from '../dispatch-dependencies.ts';

/** Reports an import once its wallets have begun; a crash may repeat the report. @param beginning number of wallets not begun yet */
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
