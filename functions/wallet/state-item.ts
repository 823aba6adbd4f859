import { z } from 'zod';
import { alertSchema } from '../alert/alert.ts';
import { readAddress } from '../chain/address.ts';
import {
  type Counterparty,
  neverPolled,
  type SeenStatus,
  type SeenTransfer,
  type WalletState,
} from './wallet-state.ts';

const problem = z.object({ since: z.string(), reason: z.string(), told: z.boolean() });

/** The State table's item without its keys, compact: an item holds 400 KB and a save is billed by the KB. */
const stateItem = z.object({
  version: z.coerce.number(),
  start: z.object({ since: z.string(), block: z.coerce.number(), tellAll: z.boolean() }).nullable(),
  // Items of before it was there have none.
  firstTry: z.object({ at: z.string(), bulk: z.boolean() }).nullable().default(null),
  block: z.coerce.number().nullable(),
  seenFrom: z.coerce.number(),
  /** `key.block.mark.status.incarnation`, the block in base 36, the status by its first letter. */
  seen: z.array(z.string()),
  /** Alerts as JSON. */
  outbox: z.array(
    z.object({
      alert: z.string().transform((json) => alertSchema.parse(JSON.parse(json))),
      marked: z.boolean(),
    }),
  ),
  outboxLeasedUntil: z.coerce.number(),
  /** `address lastPaidAt` */
  counterparties: z.array(z.string()),
  warnedOf: z.array(z.string()),
  failing: problem.nullable(),
  behind: problem.nullable(),
  expiresAt: z.coerce.number().optional(),
});

/** A wallet's state as attributes of its item. */
export function toStateItem(state: WalletState): Record<string, unknown> {
  return {
    version: state.version,
    start: state.start,
    firstTry: state.firstTry,
    block: state.block,
    seenFrom: state.seenFrom,
    seen: Array.from(state.seen, writeSeen),
    outbox: state.outbox.map(({ alert, marked }) => ({ alert: JSON.stringify(alert), marked })),
    outboxLeasedUntil: state.outboxLeasedUntil,
    counterparties: state.counterparties.map(({ address, lastPaidAt }) => `${address} ${lastPaidAt ?? ''}`),
    warnedOf: state.warnedOf,
    failing: state.failing,
    behind: state.behind,
  };
}

/**
 * A wallet's state from its item. One whose row was deleted so long ago that it has expired counts as never polled,
 * though DynamoDB may take days to delete it.
 * @throws ZodError where the item is not one that toStateItem made
 */
export function fromStateItem(item: unknown, now: number): WalletState {
  const { expiresAt, ...parsed } = stateItem.parse(item);
  if (expiresAt !== undefined && expiresAt * 1_000 <= now) return { ...neverPolled, version: parsed.version };
  return {
    ...parsed,
    seen: new Map(parsed.seen.map(readSeen)),
    counterparties: parsed.counterparties.map(readCounterparty).filter((known) => known !== null),
    warnedOf: parsed.warnedOf.map(readAddress).filter((known) => known !== null),
  };
}

function writeSeen([key, { block, blockMark, status, incarnation }]: [string, SeenTransfer]): string {
  return [key, block.toString(36), blockMark, status.charAt(0), incarnation].join('.');
}

function readSeen(entry: string): [string, SeenTransfer] {
  const [key = '', block = '', blockMark = '', letter = '', incarnation = '0'] = entry.split('.');
  const status = seenStatuses.find((known) => known.startsWith(letter)) ?? 'quiet';
  return [key, { block: Number.parseInt(block, 36), blockMark, status, incarnation: Number(incarnation) }];
}

const seenStatuses: readonly SeenStatus[] = ['told', 'missed', 'gone', 'quiet'];

function readCounterparty(entry: string): Counterparty | null {
  const [text, lastPaidAt] = entry.split(' ');
  const address = readAddress(text);
  return address === null ? null : { address, lastPaidAt: lastPaidAt || null };
}
