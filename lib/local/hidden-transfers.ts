import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { historyEntries } from './history-entries.ts';
import type { HiddenNews } from './news.ts';

/** Finds what was hidden; it is published nowhere and kept in History alone. */
export interface HiddenTransfers {
  /** The transfers of a watch (by watch key) that were hidden since the last look, oldest first. */
  look(watch: string): Promise<HiddenNews[]>;
}

/** @param since epoch milliseconds: what was hidden before, in an earlier run, is no news */
export function hiddenTransfers(dynamodb: DynamoDBDocumentClient, since: number): HiddenTransfers {
  const shown = new Set<string>();
  return {
    async look(watch) {
      const found = (await historyEntries(dynamodb, watch))
        .filter(({ status }) => status === 'hidden')
        .filter(({ alert }) => Date.parse(alert.detectedAt) >= since && !shown.has(alert.id))
        .reverse();
      for (const { alert } of found) shown.add(alert.id);
      return found.map(({ alert, reasons }) => ({ alert, reasons }));
    },
  };
}
