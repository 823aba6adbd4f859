import type { Advance } from '../../state/cursor.ts';
import type { NewRow } from '../../state/row.ts';
import { assertLedger } from '../assert-ledger.ts';
import type { Poll } from '../poll-dependencies.ts';
import { changesOf } from './advance.ts';
import { begin, type Committed, commit, record } from './open-batch.ts';
import { publish } from './publish.ts';

/** Writes, publishes and commits one batch. Without rows only the cursor may have to move. */
export async function publishBatch(
  { cursor, addresses }: Committed,
  rows: readonly NewRow[],
  then: Advance,
  poll: Poll,
): Promise<Committed> {
  const { watch } = poll;
  assertLedger(watch, cursor, rows, then);
  if (rows.length === 0) {
    const isSame = Object.keys(changesOf(cursor, then)).length === 0;
    return { cursor: isSame ? cursor : await poll.states.save(watch, { ...cursor, ...then }), addresses };
  }
  const begun = await begin(cursor, rows, then, poll);
  await record(begun.open, rows, poll);
  await publish(begun, rows, poll);
  return commit(begun, rows, addresses, poll);
}
