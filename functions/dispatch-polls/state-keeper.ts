import { type DynamoDBDocumentClient, paginateScan, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { z } from 'zod';
import type { Clock } from '../clock.ts';
import { unlessRaced } from '../dynamodb/conditional-write.ts';
import { announcedPerImport } from '../operations/announcements.ts';
import { type StateKey, type StateTable, stateKey } from '../wallet/state-table.ts';
import type { Watch } from '../wallet/watch.ts';
import { watchKey } from '../wallet/watch-key.ts';

/** What dispatching knows of the State table. */
export interface StateKeeper {
  /**
   * By key, the watches that were never polled with success. Those that were are remembered between ticks.
   */
  notBegun(watches: readonly Watch[]): Promise<ReadonlyMap<string, NotBegun>>;
  /**
   * Once a day: states without a row expire, and those whose row is back do not.
   * @returns the items that expire from now on, with what troubled their wallets
   */
  expireOrphans(isWatched: (key: StateKey) => boolean): Promise<readonly OrphanedState[]>;
}

/** A watch without a successful poll. */
export interface NotBegun {
  /** For how many whole minutes this has been known. */
  readonly minutes: number;
  /** It came with more than ten others, some of which may have begun since. */
  readonly bulk: boolean;
}

const told = z.object({ since: z.string(), reason: z.string(), told: z.boolean() }).nullable().catch(null);
const orphanedState = z.object({ wallet: z.string(), chain: z.string(), failing: told, behind: told });

/** What is left of a wallet whose row is gone. */
export type OrphanedState = z.infer<typeof orphanedState>;

/** A deleted row that comes back within this time goes on from its stored block. */
const daysKept = 7;

export function createStateKeeper(
  dynamodb: DynamoDBDocumentClient,
  tableName: string,
  states: Pick<StateTable, 'readItems'>,
  clock: Pick<Clock, 'now'>,
): StateKeeper {
  let begun = new Set<string>();
  let waiting = new Map<string, { readonly since: number; readonly bulk: boolean }>();
  return {
    async notBegun(watches) {
      const keys = new Set(watches.map(watchKey));
      begun = begun.intersection(keys);
      const unknown = watches.filter((watch) => !begun.has(watchKey(watch)));
      const items = await states.readItems(unknown.map(stateKey), ['start', 'expiresAt']);
      for (const watch of unknown) {
        const item = items.get(watchKey(watch));
        // Nothing else of the item is looked at: what is wrong with it must not keep the others from being polled.
        const expired = Number(item?.expiresAt ?? Number.POSITIVE_INFINITY) * 1_000 <= clock.now();
        if (item?.start != null && !expired) begun.add(watchKey(watch));
      }
      const now = clock.now();
      const left = keys.difference(begun);
      const many = left.size > announcedPerImport;
      waiting = new Map(
        Array.from(left, (key) => {
          const before = waiting.get(key);
          return [key, { since: before?.since ?? now, bulk: many || before?.bulk === true }];
        }),
      );
      return new Map(
        Array.from(waiting, ([key, { since, bulk }]) => [
          key,
          { minutes: Math.floor((now - since) / 60_000), bulk },
        ]),
      );
    },
    async expireOrphans(isWatched) {
      const expiresAt = Math.floor(clock.now() / 1_000) + daysKept * 86_400;
      const scan = paginateScan(
        { client: dynamodb },
        { TableName: tableName, ProjectionExpression: 'wallet, chain, expiresAt, version, failing, behind' },
      );
      const orphans: OrphanedState[] = [];
      for await (const page of scan) {
        for (const item of page.Items ?? []) {
          const key = { wallet: String(item.wallet), chain: String(item.chain) };
          if (item.version === undefined || isWatched(key) === (item.expiresAt === undefined)) continue;
          await setExpiry(dynamodb, tableName, key, isWatched(key) ? null : expiresAt);
          if (!isWatched(key)) orphans.push(orphanedState.parse(item));
        }
      }
      return orphans;
    },
  };
}

async function setExpiry(
  dynamodb: DynamoDBDocumentClient,
  tableName: string,
  key: StateKey,
  expiresAt: number | null,
): Promise<void> {
  const update = new UpdateCommand({
    TableName: tableName,
    Key: { ...key },
    ConditionExpression: 'attribute_exists(version)',
    ...(expiresAt === null
      ? { UpdateExpression: 'REMOVE expiresAt' }
      : {
          // Its troubles are told as over: a row that comes back begins without them.
          UpdateExpression: 'SET expiresAt = :at, failing = :none, behind = :none',
          ExpressionAttributeValues: { ':at': expiresAt, ':none': null },
        }),
  });
  // Raced: the item was deleted by hand in between, and nothing is left to expire.
  await unlessRaced(dynamodb.send(update));
}
