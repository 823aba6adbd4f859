import { type DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { ifVersionMatches } from '../../runtime/dynamodb-writes.ts';
import type { StateTable } from '../../state/state-table.ts';

export interface TaskRecord {
  /** Count of writes: each is conditional on it. */
  readonly saves: number;
  /** The UTC day that it was last done or tried on, `2026-01-02`; of an hourly task the hour, `2026-01-02T03`. */
  readonly period: string;
  readonly isDone: boolean;
  /** Begun and not ended in that period. */
  readonly tries: number;
  /** Epoch milliseconds of the first tick that may try it again. */
  readonly againAt: number;
}

export interface TaskRecords {
  read(tasks: readonly string[]): Promise<ReadonlyMap<string, TaskRecord>>;
  /** False: another tick wrote it since it was read. */
  write(task: string, record: TaskRecord): Promise<boolean>;
}

/** A partition of the State table that no wallet's address can be. */
const partition = '#daily';

const recordItem = z
  .object({
    saves: z.coerce.number(),
    // The stored attribute's name is older than hourly tasks.
    day: z.string(),
    isDone: z.boolean(),
    tries: z.coerce.number(),
    againAt: z.coerce.number(),
  })
  .transform(({ day: period, ...rest }) => ({ period, ...rest }));

export function createTaskRecords(
  dynamodb: DynamoDBDocumentClient,
  TableName: string,
  states: Pick<StateTable, 'readItems'>,
): TaskRecords {
  return {
    async read(tasks) {
      const items = await states.readItems(tasks.map((chain) => ({ wallet: partition, chain })));
      return new Map(Array.from(items.values(), (item) => [String(item.chain), recordItem.parse(item)]));
    },
    async write(task, { period: day, ...record }) {
      const isFirst = record.saves === 1;
      const put = new PutCommand({
        TableName,
        Item: { wallet: partition, chain: task, day, ...record },
        ConditionExpression: isFirst ? 'attribute_not_exists(saves)' : 'saves = :read',
        ...(isFirst ? {} : { ExpressionAttributeValues: { ':read': record.saves - 1 } }),
      });
      return (await ifVersionMatches(dynamodb.send(put))) !== null;
    },
  };
}
