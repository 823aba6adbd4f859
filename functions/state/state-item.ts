import * as z from 'zod';
import { alertSchema } from '../alert/alert.ts';
import { watchSettings } from '../alert/watch-settings.ts';
import { readAddress } from '../chain/address.ts';
import type { Counterparty } from '../spam/poisoning/evidence.ts';
import { readImitations, writeImitations } from './imitation-entries.ts';
import { readSeen, writeSeen } from './seen-pages.ts';
import { neverPolled, type WalletState } from './wallet-state.ts';

/** What keeps a wallet from being polled, as its item has it. */
export const storedIncident = z.object({
  since: z.coerce.number(),
  reason: z.string(),
  published: z.boolean(),
});

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
  firstTry: z.object({ at: z.string(), bulk: z.boolean() }).nullable(),
  block: z.coerce.number().nullable(),
  anchor: z.object({ block: z.coerce.number(), minedAt: z.coerce.number() }).nullable(),
  seenFrom: z.coerce.number(),
  /** Lines of seen-pages.ts. */
  seen: z.array(z.string()),
  denseTo: z.coerce.number(),
  seenPages: z.array(z.string()),
  unfinished: z
    .object({
      block: z.coerce.number(),
      notes: z.array(z.string()),
      position: z.string().nullable(),
      unreadable: z.string().nullable(),
    })
    .nullable(),
  /** Alerts as JSON. */
  outbox: z.array(
    z
      .object({ alert: z.string(), settings: watchSettings.optional(), minedAt: z.string().optional() })
      .transform(({ alert, ...rest }) => ({ alert: alertSchema.parse(JSON.parse(alert)), ...rest })),
  ),
  outboxLeasedUntil: z.coerce.number(),
  /** `address lastPaidAt`, and ` ?` where the payment is not proven */
  counterparties: z.array(z.string()),
  /** See imitation-entries.ts. */
  warnedOf: z.array(z.string()),
  warnedToday: z.object({ day: z.string(), count: z.coerce.number() }).nullable(),
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
    unfinished: state.unfinished,
    outbox: state.outbox.map(({ alert, ...rest }) => ({ alert: JSON.stringify(alert), ...rest })),
    outboxLeasedUntil: state.outboxLeasedUntil,
    counterparties: state.counterparties.map(writeCounterparty),
    warnedOf: writeImitations(state.warnedOf),
    warnedToday: state.warnedToday,
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
    outdated: new Set(),
    seen: new Map(parsed.seen.map((line) => readSeen(line, null))),
    counterparties: parsed.counterparties.map(readCounterparty).filter((known) => known !== null),
    warnedOf: readImitations(parsed.warnedOf),
  };
}

function writeCounterparty({ address, lastPaidAt, proven }: Counterparty): string {
  return `${address} ${lastPaidAt ?? ''}${proven ? '' : ' ?'}`;
}

function readCounterparty(entry: string): Counterparty | null {
  const [text, lastPaidAt, doubt] = entry.split(' ');
  const address = readAddress(text);
  return address === null ? null : { address, lastPaidAt: lastPaidAt || null, proven: doubt !== '?' };
}
