import { type DynamoDBDocumentClient, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { z } from 'zod';
import { alertSchema } from '../../functions/alert/alert.ts';
import { tableNames } from './engine/tables.ts';
import type { HiddenNews } from './news.ts';

const entry = z.object({
  position: z.string(),
  status: z.string(),
  reasons: z.array(z.string()),
  alert: alertSchema,
});

/** Newest History entries looked at after a poll: more than one poll tells of. */
const looked = 50;

/** Finds what was hidden; it is published nowhere and kept in History alone. */
export interface HiddenTransfers {
  /** The transfers of a watch (`wallet#chain`) that were hidden since the last look, oldest first. */
  look(watch: string): Promise<HiddenNews[]>;
}

/** @param since epoch milliseconds: what was hidden before, in an earlier run, is no news */
export function hiddenTransfers(dynamodb: DynamoDBDocumentClient, since: number): HiddenTransfers {
  const shown = new Set<string>();
  return {
    async look(watch) {
      const { Items = [] } = await dynamodb.send(
        new QueryCommand({
          TableName: tableNames.history,
          KeyConditionExpression: 'watch = :watch',
          ExpressionAttributeValues: { ':watch': watch },
          ScanIndexForward: false,
          Limit: looked,
        }),
      );
      const found = Items.map((item) => entry.safeParse(item))
        .flatMap(({ data }) => (data?.status === 'hidden' ? [data] : []))
        .filter(({ alert }) => Date.parse(alert.detectedAt) >= since && !shown.has(alert.id))
        .reverse();
      for (const { alert } of found) shown.add(alert.id);
      return found.map(({ alert, reasons }) => ({ alert, reasons }));
    },
  };
}
