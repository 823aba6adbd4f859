import { type DynamoDBDocumentClient, paginateScan, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { findChain } from '../chain/chains.ts';
import { eachAtATime } from '../runtime/batches.ts';
import type { Clock } from '../runtime/clock.ts';
import { ifVersionMatches } from '../runtime/dynamodb-writes.ts';
import { storedIncident } from '../state/state-item.ts';
import type { StateKey } from '../state/state-table.ts';
import type { WalletIncident } from '../state/wallet-state.ts';

const incident = storedIncident.nullable().catch(null);

/** What is left of a wallet whose row is gone. */
export interface OrphanedState {
  readonly wallet: string;
  /** The chain's name. */
  readonly chain: string;
  readonly failing: WalletIncident | null;
  readonly behind: WalletIncident | null;
}

/** A deleted row that comes back within this time goes on from its stored block. */
const daysKept = 7;

/** Parts of the table, read side by side: the states of a hundred thousand wallets are some hundred pages. */
const segments = [0, 1, 2, 3];

/** A wallet's state, as the daily check looks at it. */
interface StoredState {
  readonly key: StateKey;
  readonly item: Record<string, unknown>;
}

/**
 * Lets the states of deleted rows expire, and takes the expiry back of those whose row is there again.
 * @param isWatched by wallet and chain id
 * @param ends told of each that expires from now on, before its incidents are forgotten: what fails there is told again
 */
export async function expireOrphanedStates(
  dynamodb: DynamoDBDocumentClient,
  tableName: string,
  isWatched: (key: StateKey) => boolean,
  ends: (orphan: OrphanedState) => Promise<void>,
  clock: Pick<Clock, 'now'>,
): Promise<void> {
  const expiresAt = Math.floor(clock.now() / 1_000) + daysKept * 86_400;
  await eachAtATime(segments.length, segments, async (segment) => {
    for await (const { key, item } of scanStates(dynamodb, tableName, segment)) {
      const watched = isWatched(key);
      if (watched === (item.expiresAt === undefined)) continue;
      if (!watched) await ends(orphanOf({ key, item }));
      await setExpiry(dynamodb, tableName, key, watched ? null : expiresAt);
    }
  });
}

async function* scanStates(
  dynamodb: DynamoDBDocumentClient,
  TableName: string,
  Segment: number,
): AsyncGenerator<StoredState> {
  const ProjectionExpression = 'wallet, chain, expiresAt, version, failing, behind';
  const part = { TableName, ProjectionExpression, Segment, TotalSegments: segments.length };
  for await (const { Items = [] } of paginateScan({ client: dynamodb }, part)) {
    for (const item of Items) {
      // Items of other kinds have no version.
      if (item.version !== undefined)
        yield { key: { wallet: String(item.wallet), chain: String(item.chain) }, item };
    }
  }
}

function orphanOf({ key, item }: StoredState): OrphanedState {
  return {
    wallet: key.wallet,
    chain: findChain(key.chain).name,
    failing: incident.parse(item.failing),
    behind: incident.parse(item.behind),
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
          // Its incidents are published as over: a row that comes back begins without them.
          UpdateExpression: 'SET expiresAt = :at, failing = :none, behind = :none',
          ExpressionAttributeValues: { ':at': expiresAt, ':none': null },
        }),
  });
  // Raced: the item was deleted by hand in between, and nothing is left to expire.
  await ifVersionMatches(dynamodb.send(update));
}
