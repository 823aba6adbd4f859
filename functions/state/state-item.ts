import * as z from 'zod';
import { readStoredAlert } from '../alert/outgoing-alert.ts';
import { watchSettings } from '../alert/watch-settings.ts';
import { readAddress } from '../chain/address.ts';
import type { Counterparty } from '../spam/poisoning/evidence.ts';
import type { UnfinishedBlock } from '../transfer/source.ts';
import { readImitations, writeImitations } from './imitation-entries.ts';
import { readSeen, writeSeen } from './seen-pages.ts';
import { neverPolled, type WalletIncident, type WalletState } from './wallet-state.ts';

/** What keeps a wallet from being polled, as its item has it. */
export const storedIncident = z
  .object({ since: z.iso.datetime(), reason: z.string(), told: z.boolean() })
  .transform(({ since, told, ...rest }) => ({ ...rest, since: Date.parse(since), published: told }));

/** The State table's item without its keys, compact: an item holds 400 KB and a save is billed by the KB. */
const stateItem = z.object({
  version: z.coerce.number(),
  start: z
    .object({
      since: z.string(),
      block: z.coerce.number(),
      timedTo: z.coerce.number().nullable(),
    })
    .nullable(),
  // Items of before it was there have none.
  firstTry: z.object({ at: z.string(), bulk: z.boolean() }).nullable().default(null),
  block: z.coerce.number().nullable(),
  // Items of before it was there have none.
  anchor: z.object({ block: z.coerce.number(), minedAt: z.coerce.number() }).nullable().default(null),
  seenFrom: z.coerce.number(),
  /** Lines of seen-line.ts. */
  seen: z.array(z.string()),
  // Items of before these were there have none.
  denseTo: z.coerce.number().default(0),
  seenPages: z.array(z.string()).default([]),
  spool: z
    .object({
      block: z.coerce.number(),
      pieces: z.array(z.string()),
      cursor: z.string().nullable(),
      unreadable: z.string().nullable(),
    })
    .transform(({ pieces: notes, cursor: position, ...rest }) => ({ ...rest, notes, position }))
    .nullable()
    .default(null),
  /** Alerts as JSON. */
  outbox: z.array(
    z
      // Before alerts said so themselves, `marked` stood beside them.
      .object({
        alert: z.string(),
        marked: z.boolean().optional(),
        settings: watchSettings.optional(),
        minedAt: z.string().optional(),
      })
      .transform(({ alert, marked, ...rest }) => ({
        alert: readStoredAlert(JSON.parse(alert), marked),
        ...rest,
      })),
  ),
  outboxLeasedUntil: z.coerce.number(),
  /** `address lastPaidAt`, and ` ?` where the payment is not proven */
  counterparties: z.array(z.string()),
  /** See imitation-entries.ts. */
  warnedOf: z.array(z.string()),
  // Items of before it was there have none.
  warnedToday: z.object({ day: z.string(), count: z.coerce.number() }).nullable().default(null),
  failing: storedIncident.nullable(),
  behind: storedIncident.nullable(),
  expiresAt: z.coerce.number().optional(),
});

/** A wallet's state as attributes of its item. */
export function toStateItem(state: WalletState): Record<string, unknown> {
  return {
    version: state.version,
    start: state.start,
    firstTry: state.firstTry,
    block: state.block,
    anchor: state.anchor,
    seenFrom: state.seenFrom,
    denseTo: state.denseTo,
    seen: Array.from(state.seen)
      .filter(([, { page }]) => page === null)
      .map(writeSeen),
    seenPages: state.seenPages,
    spool: state.unfinished && writeUnfinished(state.unfinished),
    outbox: state.outbox.map(({ alert, ...rest }) => ({ alert: JSON.stringify(alert), ...rest })),
    outboxLeasedUntil: state.outboxLeasedUntil,
    counterparties: state.counterparties.map(writeCounterparty),
    warnedOf: writeImitations(state.warnedOf),
    warnedToday: state.warnedToday,
    failing: writeIncident(state.failing),
    behind: writeIncident(state.behind),
  };
}

/**
 * A wallet's state from its item. One whose row was deleted so long ago that it has expired counts as never polled,
 * though DynamoDB may take days to delete it.
 * @throws ZodError where the item is not one that toStateItem made
 */
export function fromStateItem(item: unknown, now: number): WalletState {
  const { expiresAt, spool: unfinished, ...parsed } = stateItem.parse(item);
  if (expiresAt !== undefined && expiresAt * 1_000 <= now) return { ...neverPolled, version: parsed.version };
  return {
    ...parsed,
    unfinished,
    outdated: new Set(),
    seen: new Map(parsed.seen.map((line) => readSeen(line, null))),
    counterparties: parsed.counterparties.map(readCounterparty).filter((known) => known !== null),
    warnedOf: readImitations(parsed.warnedOf),
  };
}

function writeUnfinished({ notes: pieces, position: cursor, ...rest }: UnfinishedBlock) {
  return { ...rest, pieces, cursor };
}

function writeIncident(incident: WalletIncident | null): z.input<typeof storedIncident> | null {
  if (incident === null) return null;
  const { since, published, ...rest } = incident;
  return { ...rest, since: new Date(since).toISOString(), told: published };
}

function writeCounterparty({ address, lastPaidAt, proven }: Counterparty): string {
  return `${address} ${lastPaidAt ?? ''}${proven ? '' : ' ?'}`;
}

function readCounterparty(entry: string): Counterparty | null {
  const [text, lastPaidAt, doubt] = entry.split(' ');
  const address = readAddress(text);
  return address === null ? null : { address, lastPaidAt: lastPaidAt || null, proven: doubt !== '?' };
}
