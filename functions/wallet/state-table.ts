import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { BatchGetCommand, type DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb';
import { fromStateItem, toStateItem } from './state-item.ts';
import { neverPolled, RaceLost, type WalletState } from './wallet-state.ts';
import type { Watch } from './watch.ts';

/** Items of one key pair; other rooms keep theirs under `wallet` values that no address can have. */
export interface StateKey {
  readonly wallet: string;
  readonly chain: string;
}

/** The State table: versioned saves of wallets, and one shared read for a whole batch of them. */
export interface StateTable {
  /** Items by key, strongly consistent; absent ones are left out. */
  readItems(keys: readonly StateKey[]): Promise<readonly Record<string, unknown>[]>;
  /** Saves the state if nobody else did since it was read, and gives it back with its new version. @throws RaceLost */
  save(watch: Watch, state: WalletState): Promise<WalletState>;
}

const keysPerBatch = 100;
const batchTries = 6;

/** @param sleep waits in milliseconds before what DynamoDB left unprocessed is asked for again */
export function createStateTable(
  dynamodb: DynamoDBDocumentClient,
  tableName: string,
  sleep: (milliseconds: number) => Promise<void>,
): StateTable {
  return {
    async readItems(keys) {
      const items: Record<string, unknown>[] = [];
      for (let from = 0; from < keys.length; from += keysPerBatch) {
        let pending: Record<string, unknown>[] = keys
          .slice(from, from + keysPerBatch)
          .map(({ wallet, chain }) => ({ wallet, chain }));
        for (let tries = 0; pending.length > 0; tries += 1) {
          if (tries === batchTries)
            throw new Error('DynamoDB left state items unread: its table is throttled.');
          if (tries > 0) await sleep(50 * 2 ** tries);
          // Consistent, for a stale outbox would be published a second time.
          const reply = await dynamodb.send(
            new BatchGetCommand({ RequestItems: { [tableName]: { Keys: pending, ConsistentRead: true } } }),
          );
          items.push(...(reply.Responses?.[tableName] ?? []));
          pending = reply.UnprocessedKeys?.[tableName]?.Keys ?? [];
        }
      }
      return items;
    },
    async save(watch, state) {
      const saved = { ...state, version: state.version + 1 };
      try {
        await dynamodb.send(
          new PutCommand({
            TableName: tableName,
            Item: { ...stateKey(watch), ...toStateItem(saved) },
            ConditionExpression: state.version === 0 ? 'attribute_not_exists(version)' : 'version = :read',
            ...(state.version === 0 ? {} : { ExpressionAttributeValues: { ':read': state.version } }),
          }),
        );
      } catch (error) {
        if (!(error instanceof ConditionalCheckFailedException)) throw error;
        throw new RaceLost(`Another worker saved ${watch.wallet} on ${watch.chain.name} first.`, {
          cause: error,
        });
      }
      return saved;
    },
  };
}

export function stateKey(watch: Pick<Watch, 'wallet' | 'chain'>): StateKey {
  return { wallet: watch.wallet, chain: watch.chain.name };
}

/** The states of many watches out of one read, by watch; one without an item was never polled. */
export function findState(watch: Watch, items: readonly Record<string, unknown>[], now: number): WalletState {
  const key = stateKey(watch);
  const item = items.find(({ wallet, chain }) => wallet === key.wallet && chain === key.chain);
  return item === undefined ? neverPolled : fromStateItem(item, now);
}
