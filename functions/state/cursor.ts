import * as z from 'zod';
import { noRations, storedRations } from './rations.ts';

/** DynamoDB's numbers come as texts. */
const whole = z.coerce.number();

/** What keeps a wallet from being polled, as its item has it. */
export const storedIncident = z
  .object({ since: z.iso.datetime(), reason: z.string(), told: z.boolean() })
  .transform(({ since, told, ...rest }) => ({
    ...rest,
    /** Epoch milliseconds of the first poll that had it. */
    since: Date.parse(since),
    /** Its beginning was published. */
    published: told,
  }));

/** A read that takes several polls: where the next one continues. */
const longRead = z.object({
  /** Names its `held` rows; held rows of another name are ignored. */
  name: z.string(),
  /** When it began, in epoch milliseconds. */
  begunAt: whole,
  /** The lowest block read so far, perhaps only in part; null before its first transfer. */
  below: whole.nullable(),
  /** The source's own cursor for the next page; empty if it is too long to be stored. */
  position: z.string(),
  /** It re-reads every block that is not settled yet, from the chain's head down. */
  isLastLook: z.boolean(),
  /** The highest block that was old enough to be settled, and the lowest that was not; null: none. */
  aged: whole.nullable(),
  young: whole.nullable(),
});

const blockAnchor = z.object({
  block: whole,
  /** When it was mined, or a little later, in epoch seconds. */
  minedAt: whole,
});

/** The part of a cursor that the commit of a batch changes. */
const advance = z.object({
  /** See WatchStart. Null until the first successful poll. */
  start: z.object({ since: z.string(), block: whole, timedTo: whole.nullable() }).nullable(),
  /** The first poll, if it failed: transfers are reported from its ISO time on. Null if it succeeded or was not made yet. */
  firstTry: z.object({ at: z.string(), bulk: z.boolean() }).nullable(),
  /** The stored block: every transfer up to it was dealt with; null if the wallet never had one. */
  block: whole.nullable(),
  /** A transfer with a known time, to estimate how far the chain can be by now; null: none yet. */
  anchor: blockAnchor.nullable(),
  /** Blocks up to this one are never read again; -1: every block is. */
  settled: whole,
  /** The highest block with a row, ignoring numbers that the chain can't have reached; -1: none. */
  newest: whole,
  /** A read that takes several polls; null: none is under way. */
  reading: longRead.nullable(),
  /** How many single alerts are left, and what waits for a digest. */
  rations: storedRations,
  /** Batches abandoned half-written: their rows are ignored. An entry goes once its highest block, `to`, is settled. */
  void: z.array(z.object({ batch: whole, to: whole })),
});

/** A batch of rows that is being written and published. */
const openBatch = z.object({
  /** Its number: the cursor's version when it was begun. */
  batch: whole,
  /** How many rows it has, and their lowest and highest block. */
  rows: whole,
  from: whole,
  to: whole,
  /** Until then only the worker that began it may work on it, in epoch milliseconds; 0: any worker may. */
  lease: whole,
  /** How many messages it has, and how many of them are published. */
  messages: whole,
  published: whole,
  /** The cursor's changes at the commit, whichever worker makes it. */
  next: advance.exactPartial(),
});

/**
 * Where a watch stands: one item of the State table, under 2 KB whatever comes. The transfers themselves are rows of History; the
 * cursor says which rows count and where the next poll begins.
 */
const storedCursor = advance.extend({
  /** Count of saves, from the time of the first one in milliseconds on; 0: never saved. Every save is conditional on it. */
  version: whole,
  /** The first version: rows of lower batches belong to an earlier watch and are ignored. */
  born: whole,
  /** The batch that is being published; null: there is none. */
  open: openBatch.nullable(),
  /** Why this wallet can't be polled; written on change only. */
  failing: storedIncident.nullable(),
  /** Since when its polls have not reached the chain's head; written on change only. */
  behind: storedIncident.nullable(),
});

const cursorItem = storedCursor.extend({ expiresAt: whole.default(Number.POSITIVE_INFINITY) });

export type Cursor = Readonly<z.infer<typeof storedCursor>>;
export type Advance = Readonly<z.infer<typeof advance>>;
export type OpenBatch = Readonly<z.infer<typeof openBatch>>;
export type LongRead = Readonly<z.infer<typeof longRead>>;
export type BlockAnchor = Readonly<z.infer<typeof blockAnchor>>;
export type WalletIncident = Readonly<z.infer<typeof storedIncident>>;

/** A watch that was never polled. */
export const neverPolled: Cursor = {
  version: 0,
  born: 0,
  start: null,
  firstTry: null,
  block: null,
  anchor: null,
  settled: -1,
  newest: -1,
  reading: null,
  rations: noRations,
  open: null,
  void: [],
  failing: null,
  behind: null,
};

/** Another worker saved this wallet first: this poll drops its findings, and the other one publishes them. */
export class VersionConflict extends Error {
  override readonly name = 'VersionConflict';
}

/** A watch's cursor as attributes of its item. */
export function toCursorItem({ failing, behind, ...cursor }: Cursor): Record<string, unknown> {
  return { ...cursor, failing: writeIncident(failing), behind: writeIncident(behind) };
}

/**
 * A watch's cursor from its item. One whose row was deleted so long ago that it has expired counts as never polled,
 * though DynamoDB may take days to delete it: its next version is higher than that of all rows before.
 * @throws ZodError where the item is not one that toCursorItem made
 */
export function fromCursorItem(item: unknown, now: number): Cursor {
  const { expiresAt, ...cursor } = cursorItem.parse(item);
  return expiresAt * 1_000 <= now ? { ...neverPolled, version: cursor.version } : cursor;
}

function writeIncident(incident: WalletIncident | null): z.input<typeof storedIncident> | null {
  if (incident === null) return null;
  const { since, published, ...rest } = incident;
  return { ...rest, since: new Date(since).toISOString(), told: published };
}
