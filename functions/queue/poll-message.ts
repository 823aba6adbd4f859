import * as z from 'zod';
import { pollPace } from '../rate/poll-pace.ts';
import { attributesOf, type WatchlistRow } from '../wallet/watchlist-row.ts';

/** What a poll is about, of a wallet whose chain has a node. */
const pollActivity = z.object({
  /** Of the sight of the wallet that the poll is made for; null where it was not seen. */
  stamp: z.string().nullable(),
  /** The blocks that scans have shown without it, both ends included; null where the poll is no sweep. */
  sweep: z.tuple([z.number(), z.number()]).nullable(),
});

export type PollActivity = z.infer<typeof pollActivity>;

/** One SQS message from dispatch-polls to poll-wallets. */
export const pollMessage = z.object({
  version: z.literal(1),
  /** ISO time of the tick; wallets that a 429 left out wait for the next one. */
  tick: z.string(),
  /** Epoch milliseconds after which these polls are stale: a later tick makes them again. */
  deadline: z.number(),
  /** More wallets than ten begin in this tick: an import, of which ten are announced. */
  bulk: z.boolean(),
  pace: pollPace,
  /** Polls of what only the node shows of a chain whose tokens come from the API; absent: of the rows as they are. */
  part: z.literal('node').optional(),
  /** Calls that the polls of all other wallets need until the UTC day is over; absent without a daily limit. */
  kept: z.int().nonnegative().optional(),
  /** Of the wallets whose chain has a node, by watch key; absent where none has. */
  activity: z
    .object({
      /** Of the tick, since the epoch. */
      minute: z.number(),
      wallets: z.record(z.string(), pollActivity),
    })
    .optional(),
  /** The tick's name, where its polls are counted for the heartbeat. */
  heartbeat: z.string().optional(),
  /** Rows as typed, sets as lists; readRow understands them. */
  rows: z.array(z.looseObject({ wallet: z.string(), chain: z.string() })),
});

export type PollMessage = z.infer<typeof pollMessage>;

/** The message's text, of the texts of its rows. All ASCII: SQS refuses some characters, and a row's label must stop no other row. */
export function toPollMessage({
  rows,
  ...message
}: Omit<PollMessage, 'rows'> & { rows: readonly string[] }): string {
  return `${asciiJson(message).slice(0, -1)},"rows":[${rows.join(',')}]}`;
}

/** Of a row only what is read of it; `Set`s, which JSON does not know, become lists. */
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
