import { type DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { type LateReason, lateReasons } from '../alert/late-reasons.ts';
import { eachAtATime } from '../runtime/batches.ts';
import type { Clock } from '../runtime/clock.ts';
import { partitionItems } from '../runtime/partition-items.ts';
import { keyOf, type Watch } from '../wallet/watch.ts';

export interface LateWallet {
  readonly wallet: string;
  readonly chain: string;
  readonly alerts: number;
  readonly reason: LateReason;
}

/** Counts late alerts by wallet and reason. */
export interface LateAlerts {
  add(watch: Watch, reason: LateReason): void;
  /** Writes an item for each wallet and day. What fails is written at the next flush. */
  flush(): Promise<void>;
}

const partition = '#late';
const keptSeconds = 40 * 86_400;
const writesAtATime = 8;
/** At most so many items are read: all wallets of a day may have late alerts. */
const maxRead = 5_000;

export function createLateAlerts(
  dynamodb: DynamoDBDocumentClient,
  TableName: string,
  clock: Pick<Clock, 'now'>,
): LateAlerts {
  const counts = new Map<string, Map<LateReason, number>>();
  const add = (key: string, reason: LateReason, count = 1) => {
    const ofWallet = counts.get(key) ?? new Map<LateReason, number>();
    counts.set(key, ofWallet.set(reason, (ofWallet.get(reason) ?? 0) + count));
  };

  async function write(day: string, key: string, reasons: ReadonlyMap<LateReason, number>): Promise<void> {
    const names = [...reasons.keys()];
    const update = new UpdateCommand({
      TableName,
      Key: { wallet: partition, chain: `${day} ${key}` },
      UpdateExpression: `SET expiresAt = :expiresAt ADD ${names.map((_, i) => `#${i} :${i}`).join(', ')}`,
      ExpressionAttributeNames: Object.fromEntries(names.map((name, i) => [`#${i}`, name])),
      ExpressionAttributeValues: {
        ...Object.fromEntries(names.map((name, i) => [`:${i}`, reasons.get(name)])),
        ':expiresAt': Math.floor(clock.now() / 1_000) + keptSeconds,
      },
    });
    try {
      await dynamodb.send(update);
    } catch (error) {
      for (const [reason, count] of reasons) add(key, reason, count);
      throw error;
    }
  }

  return {
    add: ({ wallet, chain }, reason) => add(keyOf(wallet, chain.id), reason),
    async flush() {
      const day = new Date(clock.now()).toISOString().slice(0, 10);
      await eachAtATime(writesAtATime, [...counts], ([key, reasons]) => {
        counts.delete(key);
        return write(day, key, reasons);
      });
    },
  };
}

/** The wallets with late alerts on the UTC days from `from` to `to`, those with most alerts first. */
export async function readLateAlerts(
  dynamodb: DynamoDBDocumentClient,
  TableName: string,
  [from, to]: readonly [from: string, to: string],
): Promise<readonly LateWallet[]> {
  const counts = new Map<string, Map<LateReason, number>>();
  let read = 0;
  // "~" sorts behind every key of the last day.
  for await (const item of partitionItems(dynamodb, TableName, partition, [from, `${to} ~`])) {
    const key = String(item.chain).slice('2026-01-02 '.length);
    const ofWallet = counts.get(key) ?? new Map<LateReason, number>();
    for (const reason of lateReasons) {
      const count = Number(item[reason] ?? 0);
      if (count > 0) ofWallet.set(reason, (ofWallet.get(reason) ?? 0) + count);
    }
    counts.set(key, ofWallet);
    read += 1;
    if (read === maxRead) break;
  }
  return Array.from(counts, ([key, reasons]) => lateWallet(key, reasons))
    .flatMap((one) => one ?? [])
    .sort((a, b) => b.alerts - a.alerts || (a.wallet < b.wallet ? -1 : 1));
}

function lateWallet(key: string, reasons: ReadonlyMap<LateReason, number>): LateWallet | null {
  const [wallet = '', chain = ''] = key.split('#');
  const [most] = [...reasons].sort(([, a], [, b]) => b - a);
  if (most === undefined) return null;
  const alerts = reasons.values().reduce((sum, count) => sum + count, 0);
  return { wallet, chain, alerts, reason: most[0] };
}
