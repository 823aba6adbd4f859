import type { ReplacedFrom } from '../node/coin/scan-native.ts';
import type { NodeEvent } from '../node/node-event.ts';
import { type Clock, expiryIn } from '../runtime/clock.ts';
import { type BatchWriter, batchWriter } from '../runtime/table-batches.ts';
import type { Table } from '../runtime/table-items.ts';
import type { PageRequest, SourcePage, TransferSource } from '../transfer/source.ts';
import type { Transfer } from '../transfer/transfer.ts';
import { type KeyedTransfer, withKeys } from '../transfer/transfer-key.ts';
import { type Watch, watchKey } from '../wallet/watch.ts';
import { blockMarkOf } from './ledger-row.ts';
import { blockPosition, placeOf } from './place.ts';
import { readTransfer, writeTransfer } from './transfer-packs.ts';

type Watched = Pick<Watch, 'wallet' | 'chain' | 'paused'>;

const perPage = 100;
/** Longer than the longest read, and longer than it takes to mend a failing wallet. */
const keptDays = 30;
/** What a scan finds while a row is paused waits until the row is resumed. */
const keptOfPaused = 400;
/** Strangers can make up 30,000 approvals a day for a paused row, and a poll has memory for a few days of them. */
const mostEvents = 5_000;

export type NodeJournal = ReturnType<typeof createNodeJournal>;

/** The finds of node scans, by wallet. Polls read only this journal, never the node. */
export function createNodeJournal(table: Table, clock: Clock) {
  const partitionOf = (watch: Omit<Watched, 'paused'>) => `#journal ${watchKey(watch)}`;
  const writer = batchWriter(table, clock, "a node's transfers unwritten");

  async function* pages(request: PageRequest): AsyncGenerator<SourcePage> {
    const { wallet, chain, from, to, position } = request;
    const partition = partitionOf({ wallet, chain });
    const lowest = blockPosition(from !== null && 'block' in from ? from.block : 0);
    const highest = to === null ? '~' : `${blockPosition(to)}~`;
    const query = {
      between: [lowest, highest] as const,
      ExclusiveStartKey: position === null ? undefined : { wallet: partition, chain: position },
      ScanIndexForward: false,
      Limit: perPage,
    };
    for await (const { Items = [], LastEvaluatedKey } of table.pages(partition, query)) {
      const next = LastEvaluatedKey === undefined ? null : String(LastEvaluatedKey.chain);
      yield { transfers: Items.map(({ line }) => readTransfer(String(line))), unreadable: [], next };
    }
  }

  const source: TransferSource = { open: async () => {}, pages };

  return {
    /** Replaces the transfers of earlier scans, because a re-org may have dropped some. Puts come first, so that none is ever missing. */
    async write(watch: Watched, found: readonly Transfer[], from: ReplacedFrom): Promise<void> {
      const expiresAt = expiryOf(watch, clock);
      const wallet = partitionOf(watch);
      const items = withKeys(found).map((one) => ({
        wallet,
        chain: positionIn(one),
        line: writeTransfer(one.transfer),
        expiresAt,
      }));
      const kept = new Set<unknown>(items.map(({ chain }) => chain));
      const gone: Record<string, unknown>[] = [];
      const lowest = Math.min(from.logged ?? Infinity, from.coin ?? Infinity);
      const between = [blockPosition(lowest), `${blockPosition(from.to)}~`] as const;
      if (lowest < Infinity)
        for await (const { chain, line } of table.query(wallet, { between }))
          if (!kept.has(chain) && isReplaced(readTransfer(String(line)), from)) gone.push({ wallet, chain });
      await writer.put(items);
      await writer.remove(gone);
    },
    source,
    ...createEventShelf(table, writer, clock),
  };
}

function createEventShelf(table: Table, writer: BatchWriter, clock: Clock) {
  const eventsOf = (watch: Watched) => `#events ${watchKey(watch)}`;
  return {
    async putEvents(watch: Watched, events: readonly NodeEvent[]): Promise<void> {
      const common = { wallet: eventsOf(watch), left: clock.now(), expiresAt: expiryOf(watch, clock) };
      await writer.put(
        events.map((event) => ({ ...common, chain: placeOfEvent(event), line: JSON.stringify(event) })),
      );
    },
    /** Ordered by scan, because a re-org may move an event to a lower block, then by block. A crashed poll may have reported some. */
    async events(watch: Watched): Promise<readonly NodeEvent[]> {
      const items: Record<string, unknown>[] = [];
      // The query runs backwards, because changes of control sort behind approvals.
      for await (const item of table.query(eventsOf(watch), { ScanIndexForward: false }))
        if (items.push(item) === mostEvents) break;
      const shelf = items.reverse().map(({ left, line }) => {
        const event: NodeEvent = JSON.parse(String(line));
        return { event, order: [Number(left), event.scannedTo, event.blockNumber] as const };
      });
      shelf.sort(({ order: a }, { order: b }) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2]);
      return shelf.map(({ event }) => event);
    },
    async dropEvents(watch: Watched, events: readonly NodeEvent[]): Promise<void> {
      const wallet = eventsOf(watch);
      await writer.remove(events.map((event) => ({ wallet, chain: placeOfEvent(event) })));
    },
  };
}

function expiryOf({ paused }: Watched, clock: Clock) {
  return expiryIn(paused ? keptOfPaused : keptDays, clock);
}

function isReplaced({ logIndex, blockNumber }: Transfer, { logged, coin, coinTo }: ReplacedFrom): boolean {
  if (logIndex !== null) return blockNumber >= (logged ?? Infinity);
  return blockNumber >= (coin ?? Infinity) && blockNumber <= coinTo;
}

/** Without the block: a scan that repeats a crashed one finds the same event after a later block. */
function placeOfEvent({ kind, key }: NodeEvent): string {
  return `${kind}#${key}`;
}

/** Includes the block's hash: the same transfer in a replaced block is another entry. */
function positionIn({ key, transfer }: KeyedTransfer): string {
  const { block, order } = placeOf(key, transfer);
  return `${blockPosition(block)}#${order}#${key}#${blockMarkOf(transfer)}`;
}
