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

/** A read that goes on where the last poll left it. */
const longRead = z.object({
  /** Of its `held` rows: those of another read count for nothing. */
  name: z.string(),
  /** Epoch milliseconds at which it began: what it shows is no older. */
  begunAt: whole,
  /** The lowest block that it has come down to, which may be read in part; null while it has shown nothing. */
  below: whole.nullable(),
  /** Where the source goes on, in its own terms; empty where that is too long to be kept. */
  position: z.string(),
  /** It began at the chain's head in order to look at all that is not settled once more. */
  isLastLook: z.boolean(),
  /** The highest block of what was old enough to be settled, and the lowest of what was not; null: there was none. */
  aged: whole.nullable(),
  young: whole.nullable(),
});

const blockAnchor = z.object({
  block: whole,
  /** Epoch seconds at which it was mined, or a little later. */
  minedAt: whole,
});

/** The part of a cursor that the commit of a batch changes. */
const advance = z.object({
  /** See WatchStart. Null until the first successful poll. */
  start: z.object({ since: z.string(), block: whole, timedTo: whole.nullable() }).nullable(),
  /** The first poll, where it failed: telling begins at its ISO time. Null where it succeeded, or was not made yet. */
  firstTry: z.object({ at: z.string(), bulk: z.boolean() }).nullable(),
  /** The stored block: all up to it was dealt with; null while the wallet never had a transfer. */
  block: whole.nullable(),
  /** A transfer dealt with whose time is known: how far the chain can be since then is told by it. Null: there is none. */
  anchor: blockAnchor.nullable(),
  /** No block up to this one is read again; -1: all are. */
  settled: whole,
  /** The highest block with a row, but for numbers that the chain can't have reached; -1: there is none. */
  newest: whole,
  /** A read that takes more than one poll; null: there is none. */
  reading: longRead.nullable(),
  /** How many single alerts are left, and what waits for a digest. */
  rations: storedRations,
  /**
   * Batches that were left before all of their rows were written: these rows count for nothing. Each has its highest block:
   * once that is settled nobody reads them.
   */
  void: z.array(z.object({ batch: whole, to: whole })),
});

/** Rows on their way into History, and what is published of them. */
const openBatch = z.object({
  /** Its number: the cursor's version when it was begun. */
  batch: whole,
  /** How many rows it has, and the blocks that they lie between. */
  rows: whole,
  from: whole,
  to: whole,
  /** Epoch milliseconds until which the worker that began it has it to itself; 0: anybody's. */
  lease: whole,
  /** How many messages it has, and how many of them went out. */
  messages: whole,
  published: whole,
  /** What the commit changes of the cursor, whoever makes it. */
  next: advance.exactPartial(),
});

/**
 * Where a watch stands: one item of the State table, under 2 KB whatever comes, beside its incidents. What was dealt with are rows of History; the
 * cursor says which of them count, and where the next poll begins.
 */
const storedCursor = advance.extend({
  /** Count of saves, from the time of the first one in milliseconds on; 0: never saved. Every save is conditional on it. */
  version: whole,
  /** The first version: rows of lower batches are of an earlier watch, and count for nothing. */
  born: whole,
  /** The batch that is being published; null: there is none. */
  open: openBatch.nullable(),
  /** What keeps this wallet from being polled, written on change only. */
  failing: storedIncident.nullable(),
  /** Its polls end before the chain's head is reached, written on change only. */
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

/** Another worker saved this wallet first: all that was found is dropped, for the other one tells it. */
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
