import {
  DeleteCommand,
  type DynamoDBDocumentClient,
  PutCommand,
  UpdateCommand,
  type UpdateCommandInput,
} from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { ifVersionMatches } from '../runtime/dynamodb-writes.ts';
import { partitionItems } from '../runtime/partition-items.ts';
import type { StateKey } from '../state/state-items.ts';
import type { OpenIncident } from './incident.ts';

/** A partition of the State table that no wallet's address can be. */
const partition = '#incidents';
/** A worker that set out to publish and did not come back within this time has crashed. */
const claimLasts = 60_000;

const incidentItem = z.object({
  chain: z.string(),
  incident: z.object({
    type: z.custom<OpenIncident['type']>((value) => typeof value === 'string'),
    wallet: z.string().nullable(),
    chain: z.string().nullable(),
    reason: z.string(),
    whatToDo: z.string(),
    about: z
      .object({
        label: z.string().optional(),
        detail: z.string().optional(),
        isSource: z.boolean().optional(),
      })
      .optional(),
    part: z.string().optional(),
  }),
  since: z.coerce.number(),
  claimedAt: z.coerce.number(),
  published: z.boolean(),
});

/** The incidents on record. Every change is conditional, so of many workers one alone publishes it. */
export interface IncidentTable {
  list(): Promise<readonly OpenIncident[]>;
  /** False where it is on record already. */
  add(incident: OpenIncident): Promise<boolean>;
  /** Makes the caller the one who publishes its beginning; false where another one does, or has. */
  claim(key: string, now: number): Promise<boolean>;
  markPublished(key: string): Promise<void>;
  /** Makes the caller the one who publishes its end; false where another one does, or has. */
  claimEnd(key: string, now: number): Promise<boolean>;
  /** Takes it off the record. */
  remove(key: string): Promise<void>;
  /** Takes it off the record, unless a worker set out to publish its beginning: then it stays, and this is false. */
  removeUnclaimed(key: string): Promise<boolean>;
}

/** Key of an incident's item, for reading it along with a batch of wallets. */
export function incidentStateKey(key: string): StateKey {
  return { wallet: partition, chain: key };
}

/** The incidents among items of the State table. */
export function findIncidents(items: Iterable<Record<string, unknown>>): OpenIncident[] {
  return Array.from(items)
    .filter(({ wallet }) => wallet === partition)
    .map((item) => {
      const { chain: key, incident, ...rest } = incidentItem.parse(item);
      return { key, ...incident, ...rest };
    });
}

export function createIncidentTable(dynamodb: DynamoDBDocumentClient, tableName: string): IncidentTable {
  const at = (key: string) => ({ TableName: tableName, Key: { wallet: partition, chain: key } });
  const update = (key: string, change: Omit<UpdateCommandInput, 'TableName' | 'Key'>) =>
    won(dynamodb.send(new UpdateCommand({ ...at(key), ...change })));
  return {
    list: async () => findIncidents(await Array.fromAsync(partitionItems(dynamodb, tableName, partition))),
    add: ({ key, since, claimedAt, published, ...incident }) =>
      won(
        dynamodb.send(
          new PutCommand({
            TableName: tableName,
            Item: { wallet: partition, chain: key, incident, since, claimedAt, published },
            ConditionExpression: 'attribute_not_exists(since)',
          }),
        ),
      ),
    claim: (key, now) =>
      update(key, {
        UpdateExpression: 'SET claimedAt = :now',
        ConditionExpression: 'published = :no AND claimedAt < :crashed',
        ExpressionAttributeValues: { ':now': now, ':no': false, ':crashed': now - claimLasts },
      }),
    async markPublished(key) {
      await update(key, {
        UpdateExpression: 'SET published = :yes',
        ConditionExpression: 'attribute_exists(since)',
        ExpressionAttributeValues: { ':yes': true },
      });
    },
    claimEnd: (key, now) =>
      update(key, {
        UpdateExpression: 'SET endingAt = :now',
        ConditionExpression:
          'attribute_exists(since) AND attribute_not_exists(endingAt) OR endingAt < :crashed',
        ExpressionAttributeValues: { ':now': now, ':crashed': now - claimLasts },
      }),
    async remove(key) {
      await dynamodb.send(new DeleteCommand(at(key)));
    },
    removeUnclaimed: (key) =>
      won(
        dynamodb.send(
          new DeleteCommand({
            ...at(key),
            ConditionExpression: 'claimedAt = :never',
            ExpressionAttributeValues: { ':never': 0 },
          }),
        ),
      ),
  };
}

async function won(change: Promise<unknown>): Promise<boolean> {
  return (await ifVersionMatches(change)) !== null;
}
