import * as z from 'zod';
import type { BlockNumber, EpochMilliseconds, EpochSeconds, IsoTime } from '../chain/units.ts';

/** DynamoDB's numbers come as texts. */
const whole = z.coerce.number();
const blockNumber: z.ZodType<BlockNumber> = whole;
const time: z.ZodType<EpochMilliseconds> = whole;
const minedAt: z.ZodType<EpochSeconds> = whole;
const isoTime: z.ZodType<IsoTime> = z.string();

/** `since`: the time of the first poll with the incident. `published`: whether its beginning was published. */
export const storedIncident = z.object({
  since: time,
  reason: z.string(),
  published: z.boolean(),
  /** The `part` of the joint message that reported the beginning: a pager ends the incident only by a message of that `part`. */
  joint: z.string().nullish(),
});

export const walletIncidentFields = ['failing', 'behind'] as const;
const incidentOrNone = storedIncident.nullable().catch(null);

/** The incidents in a watch's item. Parses only their fields, so that another faulty field can't hide them. */
export function incidentsIn(item: Readonly<Record<string, unknown>> = {}) {
  return walletIncidentFields.flatMap((field) => {
    const record = incidentOrNone.parse(item[field] ?? null);
    return record === null ? [] : [{ field, record }];
  });
}

/** A digest to come. The rows of its transfers name it, and count as reported once it is committed. */
const waitingDigest = z.object({
  digest: z.string(),
  from: blockNumber,
  to: blockNumber,
  /** 0: due in the poll that found the transfers. */
  due: time,
  /** Transfers hidden as spam in the same batches. */
  hidden: whole,
  /** Number of waiting transfers. A transfer that moved to another block may count twice. */
  count: whole,
});

const ration = z.object({
  /** The clock hour since 1970 of the last rationed alert, and how many that hour and its UTC day had. */
  hour: whole,
  ofHour: whole,
  ofDay: whole,
  /** No digest is published before this time. */
  digestFrom: time,
  waiting: waitingDigest.nullable(),
});

/** A read of several polls: where the next poll continues. */
const longRead = z.object({
  name: z.string(),
  begunAt: time,
  /** The lowest block read so far, perhaps in part; null before its first transfer. */
  below: blockNumber.nullable(),
  /** The source's cursor for the next page; empty if it is too long. */
  position: z.string(),
  /** At how many polls in a row the source refused the position and the read stayed in block `below`. */
  refusals: whole.default(0),
  /** Number of transfers that the read holds. */
  held: whole.default(0),
  /** The read began anew, and left higher blocks to a later read. */
  isBelowOthers: z.boolean().default(false),
  /** Whether the read ends at the settled block, not at a known page. */
  isFinalLook: z.boolean(),
  /** When the read began: the highest block old enough to be settled (-1: none), and the lowest too young for it (noBlock: none). */
  aged: blockNumber,
  young: blockNumber,
});

const blockAnchor = z.object({ block: blockNumber, minedAt });

/** Where a watch begins: earlier transfers are old and never reported. The API gives a block's time, and may be wrong. */
const watchStart = z.object({
  since: isoTime,
  /** The row's `fromBlock`, or the block after a full first page's oldest. */
  block: blockNumber,
  /**
   * Above this block no time makes a transfer old: the stored block of the first poll that reached the head (0 for an empty page), or
   * the block before `fromBlock`. Null at a node, and after a failed first poll until one reaches the head: pages may be years old.
   */
  timedTo: blockNumber.nullable(),
});

const advance = z.object({
  /** Null until the first successful poll. */
  start: watchStart.nullable(),
  /** The first poll, if it failed: transfers since then are reported. */
  firstTry: z.object({ at: isoTime, bulk: z.boolean() }).nullable(),
  /** Every transfer up to the stored block was dealt with; null before the first transfer. */
  block: blockNumber.nullable(),
  /** A transfer with a known time, to estimate the chain's head. */
  anchor: blockAnchor.nullable(),
  /** Blocks up to this one are never read again; -1: every block is. */
  settled: blockNumber,
  /** The highest block with a row, ignoring numbers that the chain can't have reached; -1: none. */
  newest: blockNumber,
  reading: longRead.nullable(),
  /** How many single alerts the wallet had, and the digest of the rest. Transfers to itself count as `in`. */
  rations: z.object({ in: ration, out: ration }),
  /** Batches abandoned half-written: their rows are ignored, until the block `to` is settled. */
  abandoned: z.array(z.object({ batch: whole, to: blockNumber })),
});

const openBatch = z.object({
  /** The cursor's version when the batch was begun. */
  batch: whole,
  rows: whole,
  from: blockNumber,
  to: blockNumber,
  /** Until this time the batch belongs to the worker that began or recovers it; 0: to any worker. */
  lease: time,
  messages: whole,
  published: whole,
  next: advance.exactPartial(),
});

/** A watch's item in the State table, under 2 KB: which rows of History count, and where the next poll begins. */
const storedCursor = advance.extend({
  /** Epoch milliseconds of the first save, plus one a save since; 0: none. Every save is conditional on it. */
  version: whole,
  /** The first version: rows of lower batches belong to an earlier watch. */
  born: whole,
  open: openBatch.nullable(),
  /** Where the last saved poll read from; null: unknown. */
  source: z.enum(['api', 'node']).nullable().default(null),
  /** Batches with a higher number were read from `source`; 0: all batches were. */
  sourceSince: whole.default(0),
  failing: storedIncident.nullable(),
  behind: storedIncident.nullable(),
});

const cursorItem = storedCursor.extend({ expiresAt: whole.default(Number.POSITIVE_INFINITY) });

export type Cursor = Readonly<z.infer<typeof storedCursor>>;
export type Advance = Readonly<z.infer<typeof advance>>;
export type OpenBatch = Readonly<z.infer<typeof openBatch>>;
export type WatchStart = Readonly<z.infer<typeof watchStart>>;
export type LongRead = Readonly<z.infer<typeof longRead>>;
export type BlockAnchor = Readonly<z.infer<typeof blockAnchor>>;
export type Rations = Advance['rations'];
export type Ration = Readonly<z.infer<typeof ration>>;
export type WaitingDigest = Readonly<z.infer<typeof waitingDigest>>;
export type RationSide = keyof Rations;

const unused: Ration = { hour: 0, ofHour: 0, ofDay: 0, digestFrom: 0, waiting: null };

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
  rations: { in: unused, out: unused },
  open: null,
  abandoned: [],
  source: null,
  sourceSince: 0,
  failing: null,
  behind: null,
};

/** Outgoing digests come first: the reader may have to act on them. */
export const rationSides = ['out', 'in'] as const satisfies readonly RationSide[];

export function waitingDigests(rations: Rations): readonly WaitingDigest[] {
  return rationSides.map((side) => rations[side].waiting).filter((waiting) => waiting !== null);
}

/** Another worker saved this wallet first, so this save was refused. */
export class VersionConflict extends Error {
  override readonly name = 'VersionConflict';
}

/** An expired cursor counts as never polled, but keeps its version, which must be higher than that of all rows. @throws ZodError */
export function fromCursorItem(item: unknown, now: EpochMilliseconds): Cursor {
  const { expiresAt, ...cursor } = cursorItem.parse(item);
  return expiresAt * 1_000 <= now ? { ...neverPolled, version: cursor.version } : cursor;
}
