import type { SQSEvent } from 'aws-lambda';
import { pollMessage } from '../../../functions/queue/poll-message.ts';
import { readRow } from '../../../functions/wallet/read-row.ts';
import { watchKey } from '../../../functions/wallet/watch.ts';
import { RowUnreadable } from '../../../functions/wallet/watchlist-row.ts';

/** The watches (by watch key) that a batch of polls is about, each once. */
export function polledWatches(event: SQSEvent): Set<string> {
  const rows = event.Records.flatMap(({ body }) => pollMessage.parse(JSON.parse(body)).rows);
  return new Set(
    rows.flatMap((row) => {
      try {
        return [watchKey(readRow(row))];
      } catch (error) {
        if (error instanceof RowUnreadable) return [];
        throw error;
      }
    }),
  );
}
