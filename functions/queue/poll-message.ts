import * as z from 'zod';
import { pollPace } from '../rate/poll-pace.ts';
import { attributesOf, type WatchlistRow } from '../wallet/watchlist-row.ts';

/** Why a wallet is polled whose chain has a node. */
const pollActivity = z.object({
  /** The stamp of the wallet's mark that the poll is made for; null if the wallet has no mark. */
  stamp: z.string().nullable(),
  /** For a sweep, the blocks in which scans did not see the wallet, both ends included; otherwise null. */
  sweep: z.tuple([z.number(), z.number()]).nullable(),
});

export type PollActivity = z.infer<typeof pollActivity>;

/** One SQS message from dispatch-polls to poll-wallets. */
export const pollMessage = z.object({
  version: z.literal(1),
  /** ISO time of the tick; wallets left out after a 429 wait for the next tick. */
  tick: z.string(),
  /** Epoch milliseconds after which these polls are stale: a later tick makes them again. */
  deadline: z.number(),
  /** True if the wallets belong to a bulk import, which begins more than ten at once; ten of them are announced. */
  bulk: z.boolean(),
  pace: pollPace,
  /** `node`: polls the rows' node parts (see nodePart); absent: polls the rows themselves. */
  part: z.literal('node').optional(),
  /** Calls reserved for all other wallets' polls until the UTC day ends; absent without a daily limit. */
  kept: z.int().nonnegative().optional(),
  /** Wallets whose chain has a node, by watch key; absent if none has. */
  activity: z
    .object({
      /** The tick's minute since the epoch. */
      minute: z.number(),
      wallets: z.record(z.string(), pollActivity),
    })
    .optional(),
  /** The tick's name, if the heartbeat counts its polls. */
  heartbeat: z.string().optional(),
  /** Rows as typed, sets as lists; readRow understands them. */
  rows: z.array(z.looseObject({ wallet: z.string(), chain: z.string() })),
});

export type PollMessage = z.infer<typeof pollMessage>;

/** The message's text, with its rows' texts. All ASCII: SQS refuses some characters, and one label must not stop other rows. */
export function toPollMessage({
  rows,
  ...message
}: Omit<PollMessage, 'rows'> & { rows: readonly string[] }): string {
  return `${asciiJson(message).slice(0, -1)},"rows":[${rows.join(',')}]}`;
}

/** A row's text, with only the attributes that are read. `Set`s, which JSON does not know, become lists. */
export function toRowText(row: WatchlistRow): string {
  const carried: Record<string, unknown> = {};
  for (const [name, value] of attributesOf(row)) carried[name] = value instanceof Set ? [...value] : value;
  return asciiJson({ ...carried, wallet: row.wallet, chain: row.chain });
}

function asciiJson(value: object): string {
  return JSON.stringify(value).replaceAll(/[\u007f-\uffff]/g, escaped);
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
