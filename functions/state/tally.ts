import { type DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Clock } from '../runtime/clock.ts';
import { keyOf } from '../wallet/watch.ts';
import type { ReadItems } from './state-items.ts';

/** Figures for the summary. An alert that is published again after a crash counts again. */
export interface Tally {
  alert(type: string): void;
  hidden(count: number): void;
  /** Seconds from an alert's block to SNS. */
  latency(seconds: number): void;
  /** Adds what was counted to the day's item: one write, and none where nothing was. What fails is added at the next flush. */
  flush(): Promise<void>;
}

export interface Tallied {
  readonly alerts: Readonly<Record<string, number>>;
  readonly hidden: number;
  readonly seconds: ReadonlyMap<number, number>;
}

/** A partition of the State table that no wallet's address can be. */
const wallet = '#tally';
const keptSeconds = 40 * 86_400;

export function createTally(
  dynamodb: DynamoDBDocumentClient,
  TableName: string,
  clock: Pick<Clock, 'now'>,
): Tally {
  let counts = new Map<string, number>();
  const add = (name: string, count: number) => void counts.set(name, (counts.get(name) ?? 0) + count);
  return {
    alert: (type) => add(`alert ${type}`, 1),
    hidden: (count) => add('hidden', count),
    // To two digits: an item has some hundred lengths at the most, however many alerts a day has.
    latency: (seconds) => add(`seconds ${Number(Math.ceil(seconds).toPrecision(2))}`, 1),
    async flush() {
      if (counts.size === 0) return;
      const flushed = [...counts];
      counts = new Map();
      const update = new UpdateCommand({
        TableName,
        Key: { wallet, chain: new Date(clock.now()).toISOString().slice(0, 10) },
        UpdateExpression: `SET expiresAt = :expiresAt ADD ${flushed.map((_, i) => `#${i} :${i}`).join(', ')}`,
        ExpressionAttributeNames: Object.fromEntries(flushed.map(([name], i) => [`#${i}`, name])),
        ExpressionAttributeValues: {
          ...Object.fromEntries(flushed.map(([, count], i) => [`:${i}`, count])),
          ':expiresAt': Math.floor(clock.now() / 1_000) + keptSeconds,
        },
      });
      try {
        await dynamodb.send(update);
      } catch (error) {
        for (const [name, count] of flushed) add(name, count);
        throw error;
      }
    },
  };
}

/** @param days UTC days, `2026-01-02` each */
export async function readTally(readItems: ReadItems, days: readonly string[]): Promise<Tallied> {
  const items = await readItems(days.map((chain) => ({ wallet, chain })));
  const sums = new Map<string, number>();
  for (const day of days)
    for (const [name, count] of Object.entries(items.get(keyOf(wallet, day)) ?? {}))
      sums.set(name, (sums.get(name) ?? 0) + Number(count));
  const named = (prefix: string) =>
    Array.from(sums).flatMap(([name, count]): [string, number][] =>
      name.startsWith(prefix) ? [[name.slice(prefix.length), count]] : [],
    );
  return {
    alerts: Object.fromEntries(named('alert ')),
    hidden: sums.get('hidden') ?? 0,
    seconds: new Map(named('seconds ').map(([seconds, count]) => [Number(seconds), count])),
  };
}

/** Seconds within which this share of the alerts was published; null: there were none. @param share 0.5: the median */
export function secondsWithin(counts: Tallied['seconds'], share: number): number | null {
  const lengths = [...counts].sort(([a], [b]) => a - b);
  const wanted = share * lengths.reduce((sum, [, count]) => sum + count, 0);
  let passed = 0;
  for (const [seconds, count] of lengths) {
    passed += count;
    if (passed >= wanted) return seconds;
  }
  return null;
}
