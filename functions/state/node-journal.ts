import { type DynamoDBDocumentClient, paginateQuery, QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { NodeEvent } from '../node/node-event.ts';
import type { Clock } from '../runtime/clock.ts';
import { batchWriter } from '../runtime/dynamodb-writes.ts';
import type { PageRequest, SourcePage, TransferSource } from '../transfer/source.ts';
import type { Transfer } from '../transfer/transfer.ts';
import { type KeyedTransfer, withKeys } from '../transfer/transfer-key.ts';
import { type Watch, watchKey } from '../wallet/watch.ts';
import { blockMarkOf, blockPosition, placeOf } from './row.ts';
import { readTransfer, writeTransfer } from './transfer-packs.ts';

type Watched = Pick<Watch, 'wallet' | 'chain'>;

/**
 * What a chain's node has shown of each wallet. One scan asks the node about all wallets of its chain; their polls read here
 * what it found, as they read the API's pages, and ask the node nothing.
 */
export interface NodeJournal {
  /**
   * The transfers of a wallet that a scan has found from a block on, in place of all that earlier scans found there: a re-org
   * may have taken some of them back. Puts come before deletes, so that nothing is missing at any moment.
   * @param isRescan false: the blocks were never scanned before, so there is nothing to take back
   */
  write(watch: Watched, from: number, found: readonly Transfer[], isRescan: boolean): Promise<void>;
  /** The journal as a source of transfers. */
  readonly source: TransferSource;
  /** Leaves news that are no transfers until a poll has told them; the same one put twice is there once. */
  putEvents(watch: Watched, events: readonly NodeEvent[]): Promise<void>;
  /** Those that no poll has dropped, in chain order. Polls that crashed may have told some of them. */
  events(watch: Watched): Promise<readonly NodeEvent[]>;
  dropEvents(watch: Watched, events: readonly NodeEvent[]): Promise<void>;
}

const perPage = 100;
/** Longer than any wallet's polls fail before an operator mends it, and than a long read takes. */
const keptDays = 30;

export function createNodeJournal(
  dynamodb: DynamoDBDocumentClient,
  TableName: string,
  clock: Clock,
): NodeJournal {
  const partitionOf = (watch: Watched) => `#journal ${watchKey(watch)}`;
  const eventsOf = (watch: Watched) => `#events ${watchKey(watch)}`;
  const expiry = () => Math.floor(clock.now() / 1_000) + keptDays * 86_400;

  const rangeOf = (watch: Watched, from: string, to: string) => ({
    TableName,
    KeyConditionExpression: 'wallet = :partition AND chain BETWEEN :from AND :to',
    ExpressionAttributeValues: { ':partition': partitionOf(watch), ':from': from, ':to': to },
    ConsistentRead: true,
    ScanIndexForward: false,
  });

  const send = batchWriter(dynamodb, TableName, clock, "a node's transfers unwritten");

  async function* pages(request: PageRequest): AsyncGenerator<SourcePage> {
    const { wallet, chain, from, to, position, contracts } = request;
    if (contracts !== undefined) return;
    const watch = { wallet, chain };
    const lowest = blockPosition(from !== null && 'block' in from ? from.block : 0);
    const range = rangeOf(watch, lowest, to === null ? '~' : `${blockPosition(to)}~`);
    let next = position;
    do {
      const begin = next === null ? {} : { ExclusiveStartKey: { wallet: partitionOf(watch), chain: next } };
      const { Items = [], LastEvaluatedKey } = await dynamodb.send(
        new QueryCommand({ ...range, Limit: perPage, ...begin }),
      );
      next = LastEvaluatedKey === undefined ? null : String(LastEvaluatedKey.chain);
      yield { transfers: Items.map(({ line }) => readTransfer(String(line))), unreadable: [], next };
    } while (next !== null);
  }

  return {
    async write(watch, from, found, isRescan) {
      const expiresAt = expiry();
      const wallet = partitionOf(watch);
      const items = withKeys(found).map((one) => ({
        wallet,
        chain: positionIn(one),
        line: writeTransfer(one.transfer),
        expiresAt,
      }));
      const kept = new Set(items.map(({ chain }) => chain));
      const gone: string[] = [];
      if (isRescan)
        for await (const { Items = [] } of paginateQuery(
          { client: dynamodb },
          rangeOf(watch, blockPosition(from), '~'),
        ))
          gone.push(...Items.map(({ chain }) => String(chain)).filter((chain) => !kept.has(chain)));
      await send(items.map((Item) => ({ PutRequest: { Item } })));
      await send(gone.map((chain) => ({ DeleteRequest: { Key: { wallet, chain } } })));
    },
    source: { open: async () => {}, pages },
    async putEvents(watch, events) {
      const common = { wallet: eventsOf(watch), expiresAt: expiry() };
      const items = events.map((event) => ({
        ...common,
        chain: placeOfEvent(event),
        line: JSON.stringify(event),
      }));
      await send(items.map((Item) => ({ PutRequest: { Item } })));
    },
    async events(watch) {
      const found: NodeEvent[] = [];
      const query = {
        TableName,
        KeyConditionExpression: 'wallet = :partition',
        ExpressionAttributeValues: { ':partition': eventsOf(watch) },
        ConsistentRead: true,
      };
      for await (const { Items = [] } of paginateQuery({ client: dynamodb }, query))
        found.push(...Items.map(({ line }): NodeEvent => JSON.parse(String(line))));
      return found;
    },
    async dropEvents(watch, events) {
      const wallet = eventsOf(watch);
      await send(events.map((event) => ({ DeleteRequest: { Key: { wallet, chain: placeOfEvent(event) } } })));
    },
  };
}

function placeOfEvent({ blockNumber, kind, key }: NodeEvent): string {
  return `${blockPosition(blockNumber)}#${kind}#${key}`;
}

/** By its block's hash too: the same transfer in a block that replaced its own is another entry. */
function positionIn({ key, transfer }: KeyedTransfer): string {
  const { block, order } = placeOf(key, transfer);
  return `${blockPosition(block)}#${order}#${key}#${blockMarkOf(transfer)}`;
}
