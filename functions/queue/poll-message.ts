import * as z from 'zod';
import type { BlockNumber, EpochMilliseconds, EpochMinutes, Seconds } from '../chain/units.ts';
import { attributesOf, type WatchlistRow } from '../wallet/watchlist-row.ts';

const blockNumber: z.ZodType<BlockNumber> = z.number();

const pollActivity = z.object({
  /** The stamp of the mark that asked for this poll; null: no mark did. */
  stamp: z.string().nullable(),
  /** The highest block in which a scan saw the wallet; 0: in none. */
  seenIn: blockNumber,
  /** If the poll is a sweep: the first and the last of the blocks in which no scan saw the wallet. */
  sweep: z.tuple([blockNumber, blockNumber]).nullable(),
  /** The last block whose coin the node has shown: later ones are not settled. Null or absent: no coin is read. */
  coinThrough: blockNumber.nullish(),
});

export type PollActivity = z.infer<typeof pollActivity>;

const seconds: z.ZodType<Seconds> = z.number();

const pollPace = z.object({
  /** The interval, stretched to fit the plan and to whole polls a minute. */
  everySeconds: seconds,
  /** The interval that the row asks for, or else the stack. */
  askedSeconds: seconds,
  callsPerDay: z.number().nullable(),
});

export type PollPace = z.infer<typeof pollPace>;

/** Minimum milliseconds from a poll's delay to its deadline. */
export const shortestLife = 90_000;

export const pollMessage = z.object({
  version: z.literal(1),
  /** Identifies the tick: after a 429, the remaining wallets wait for the next one. */
  tick: z.string(),
  /** After this time workers skip the polls: a later tick makes them again. */
  deadline: z.number() as z.ZodType<EpochMilliseconds>,
  /** The rows are of an import of more than ten wallets, of which only ten are announced. */
  bulk: z.boolean(),
  pace: pollPace,
  /** `node`: polls each row's nodeWatch. */
  part: z.literal('node').optional(),
  /** Calls a UTC day reserved for all other wallets' polls. */
  kept: z.int().nonnegative().optional(),
  activity: z
    .object({
      minute: z.number() as z.ZodType<EpochMinutes>,
      wallets: z.record(z.string(), pollActivity),
    })
    .optional(),
  heartbeat: z.string().optional(),
  rows: z.array(z.looseObject({ wallet: z.string(), chain: z.string() })),
});

export type PollMessage = z.infer<typeof pollMessage>;

/** In ASCII: SQS refuses some characters, and one row's label must not stop other rows. */
export function toPollMessage({
  rows,
  ...message
}: Omit<PollMessage, 'rows'> & { rows: readonly string[] }): string {
  return `${asciiJson(message).slice(0, -1)},"rows":[${rows.join(',')}]}`;
}

/** Only the attributes that are read; sets become lists. */
export function toRowText(row: WatchlistRow): string {
  const carried: Record<string, unknown> = {};
  for (const [name, value] of attributesOf(row)) carried[name] = value instanceof Set ? [...value] : value;
  return asciiJson({ ...carried, wallet: row.wallet, chain: row.chain });
}

function asciiJson(value: object): string {
  const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return JSON.stringify(value).replaceAll(/[\u007f-\uffff]/g, escaped);
}
