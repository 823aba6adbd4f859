import { type DynamoDBDocumentClient, GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Clock } from '../runtime/clock.ts';
import { ifVersionMatches } from '../runtime/dynamodb-writes.ts';

/** How many `wallet.watching` alerts a bulk import makes before they would be a burst. */
export const announcedPerImport = 10;
/** Wallets that begin less than this after one another are one import. */
const importGap = 600_000;
/** Wallets that have not begun by then after the last one have an incident of their own. */
const settled = 90_000;
/** A tick that took a summary on and did not come to its end within this time has crashed. */
const claimLasts = 60_000;

/** Counts the wallets that begin in a row, over all workers. */
export interface Announcements {
  /** Counts one more wallet of an import; true while it may be announced by an alert of its own. */
  claim(): Promise<boolean>;
  /**
   * The size of an import that is over its ten alerts and not yet summed up; null where there is none.
   * @param beginning how many wallets have not begun yet: the import goes on, unless none has begun for a while
   */
  unsummarised(beginning: number): Promise<number | null>;
  /** Takes on the summary; false where another one did just now, or where the import has grown since. */
  claimSummary(count: number): Promise<boolean>;
  /** It is published. One that is claimed and never published is claimed by a later tick. */
  markSummarised(count: number): Promise<void>;
}

export function createAnnouncements(
  dynamodb: DynamoDBDocumentClient,
  tableName: string,
  clock: Pick<Clock, 'now'>,
): Announcements {
  const at = { TableName: tableName, Key: { wallet: '#announcements', chain: 'import' } };
  const update = async (expression: string, condition: string, values: Record<string, number>) => {
    const command = new UpdateCommand({
      ...at,
      UpdateExpression: expression,
      ConditionExpression: condition,
      ExpressionAttributeNames: { '#count': 'count' },
      ExpressionAttributeValues: values,
      ReturnValues: 'ALL_NEW',
    });
    const reply = await ifVersionMatches(dynamodb.send(command));
    return reply === null ? null : Number(reply.Attributes?.count);
  };
  return {
    async claim() {
      const now = clock.now();
      const values = { ':now': now, ':one': 1, ':gap': now - importGap };
      const more = () => update('SET lastAt = :now ADD #count :one', 'lastAt > :gap', values);
      const first = () =>
        update(
          'SET #count = :one, lastAt = :now, summarised = :zero, claimedAt = :zero',
          'attribute_not_exists(lastAt) OR lastAt <= :gap',
          { ...values, ':zero': 0 },
        );
      // The second `more` is for two workers that find no import at the same moment.
      const count = (await more()) ?? (await first()) ?? (await more()) ?? 1;
      return count <= announcedPerImport;
    },
    async unsummarised(beginning) {
      const { Item: item } = await dynamodb.send(new GetCommand({ ...at, ConsistentRead: true }));
      const count = Number(item?.count ?? 0);
      if (beginning > 0 && Number(item?.lastAt) > clock.now() - settled) return null;
      return count > announcedPerImport && Number(item?.summarised) < count ? count : null;
    },
    async claimSummary(count) {
      const now = clock.now();
      const won = await update(
        'SET claimedAt = :now',
        '#count = :count AND summarised < :count AND claimedAt < :crashed',
        { ':count': count, ':now': now, ':crashed': now - claimLasts },
      );
      return won !== null;
    },
    async markSummarised(count) {
      await update('SET summarised = :count', '#count = :count', { ':count': count });
    },
  };
}
