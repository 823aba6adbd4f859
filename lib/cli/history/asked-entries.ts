import * as z from 'zod';
import { eachAtATime } from '../../../functions/runtime/batches.ts';
import { compareText, understandRow } from '../../../functions/wallet/read-watchlist.ts';
import type { Watch } from '../../../functions/wallet/watch.ts';
import type { onStackOrRun } from '../frame/command.ts';
import type { WatchedWallet } from '../frame/watched-wallet.ts';
import { type OpenStack, openTable } from '../stack/open-stack.ts';
import { Unusable } from '../unusable.ts';
import { watchlistRows } from '../watchlist/rows/rows.ts';
import { filterReason, newestEntries, type StoredEntry } from './entries.ts';
import { timeOfEntry } from './transfers-csv.ts';

/** Adds the options of `history` and `hidden` that choose among what History keeps. */
export function choiceOptions(command: ReturnType<typeof onStackOrRun>) {
  return command
    .argument('[wallet]', 'its address or its label; without it, all watched wallets')
    .option('--chain <name>', 'chain of the wallet or of all listed ones, by name or hex id')
    .option('--limit <count>', 'maximum number (default: 20, with --csv all)')
    .option('--since <date>', 'transfers from this day on, in UTC: 2026-10-01')
    .option('--until <date>', 'transfers up to and including this day')
    .option('--csv', 'transfers as CSV for a spreadsheet, with their worth where it is known');
}

export type TypedChoice = ReturnType<ReturnType<typeof choiceOptions>['opts']>;

/** The options that kept entries out, for the message that there are none. */
export function asking({ since, until }: TypedChoice): string {
  const given = Object.entries({ since, until }).filter(([, value]) => value !== undefined);
  const names = given.map(([name]) => `--${name}`).join(', ');
  return names === '' ? '' : ` (${names})`;
}

const walletsAtATime = 8;

/**
 * The newest entries of all these wallets, each with the row's filter that left it out, if any.
 * `isCut`: there are more than were asked for.
 */
export async function entriesAsked(wallets: readonly WatchedWallet[], asked: Asked, open: OpenStack) {
  const watches = new Map<StoredEntry, Watch | null>();
  const found: StoredEntry[] = [];
  await eachAtATime(walletsAtATime, wallets, async (watched) => {
    const entries = await entriesIn(asked, watched, open);
    const isFiltered = ({ status }: StoredEntry) => status === 'unwanted';
    const watch = entries.some(isFiltered) ? await watchOf(watched, open) : null;
    for (const entry of entries.filter(isFiltered)) watches.set(entry, watch);
    for (const entry of entries) found.push(entry);
  });
  // Entries of one wallet stay in the order of their blocks.
  const newest =
    wallets.length === 1 ? found : found.toSorted((a, b) => compareText(timeOfEntry(b), timeOfEntry(a)));
  const why = (entry: StoredEntry): { readonly why?: string } => {
    const watch = watches.get(entry);
    return watch === undefined ? {} : { why: filterReason(entry.alert, watch) };
  };
  return { entries: newest.slice(0, asked.span.most), isCut: newest.length > asked.span.most, why };
}

/** The row as it is read now; null if it is gone, can't be understood, or may not be looked at. */
async function watchOf(watched: WatchedWallet, open: OpenStack): Promise<Watch | null> {
  try {
    const row = await (await watchlistRows(open)).find(watched);
    const read = row && understandRow(row);
    return read && 'watch' in read ? read.watch : null;
  } catch (error) {
    if (error instanceof Unusable) return null;
    throw error;
  }
}

/** Chooses among a wallet's entries, the newest first. */
export interface Asked {
  readonly span: Span;
  readonly statuses: readonly StoredEntry['status'][];
}

export type Span = ReturnType<typeof readSpan>;

/** Times are ISO texts: `from` is included, `to` is not. @throws Unusable */
export function readSpan({ limit, since, until, csv, json }: TypedChoice) {
  if (csv && json) throw new Unusable('Output is CSV or JSON: leave out --csv or --json.');
  const [first, last] = [readDay('--since', since) ?? '', readDay('--until', until) ?? '9999-12-31'];
  if (first > last) throw new Unusable(`--until ${last} is before --since ${first}: no day is in between.`);
  return {
    from: first,
    // Compared as texts, every time of that day comes before its hour 24.
    to: `${last}T24`,
    most: limit !== undefined ? readLimit(limit) : csv ? Number.POSITIVE_INFINITY : 20,
  };
}

async function entriesIn(
  { span: { from, to, most }, statuses }: Asked,
  watched: WatchedWallet,
  open: OpenStack,
): Promise<readonly StoredEntry[]> {
  const history = await openTable(open, 'history');
  const entries: StoredEntry[] = [];
  for await (const entry of newestEntries(history, watched, statuses)) {
    const time = timeOfEntry(entry);
    // Block times may be wrong, and an unreadable entry without a block comes too early: neither ends the search.
    const isLast = entry.alert.detectedAt < from && entry.alert.type !== 'entry.unreadable';
    if (time < from && isLast) break;
    if (time >= from && time < to) entries.push(entry);
    // One more than asked for, to know that there are more.
    if (entries.length > most) break;
  }
  return entries;
}

function readDay(option: string, text: string | undefined): string | null {
  if (text === undefined) return null;
  if (z.iso.date().safeParse(text).success) return text;
  throw new Unusable(`${option}: "${text.slice(0, 20)}" is not a day: write it as 2026-10-01.`);
}

function readLimit(text: string): number {
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text);
  throw new Unusable(`--limit: "${text.slice(0, 20)}" is not a number from 1 to 999999.`);
}
