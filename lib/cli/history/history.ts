import * as z from 'zod';
import { alertLine } from '../../../functions/alert/text/line.ts';
import { plainStyle, shownReasons } from '../../../functions/alert/text/parts/shown-reasons.ts';
import { checksumAddress } from '../../../functions/chain/address.ts';
import { plainDocumentClient } from '../../../functions/runtime/aws-clients.ts';
import { understandRow } from '../../../functions/wallet/read-watchlist.ts';
import type { Watch } from '../../../functions/wallet/watch.ts';
import { type CommandModule, examples, walletCommand } from '../frame/command-module.ts';
import { notePermissions, stackPermissions } from '../frame/permissions.ts';
import type { WatchedWallet } from '../frame/watched-wallet.ts';
import type { OpenStack } from '../stack/chainbell-stack.ts';
import { writeTo } from '../streams.ts';
import { type Cell, minuteOf, sayTable } from '../table.ts';
import { Unusable } from '../unusable.ts';
import { noteIfUnwatched, withWatched } from '../watchlist/named-wallet.ts';
import { watchlistRows } from '../watchlist/rows.ts';
import { filterReason, newestEntries, type StoredEntry } from './entries.ts';
import { timeOfEntry, transfersCsv } from './transfers-csv.ts';

interface HistoryWording {
  readonly name: string;
  readonly status: 'told' | 'hidden';
  readonly none: string;
  /** Help of `--filtered`, which adds transfers left out by the row; null: no such option. */
  readonly filtered: string | null;
  readonly headings: readonly string[];
  /** Cells after time and alert. @param filter why the row left the transfer out */
  readonly more: (entry: StoredEntry, filter: string) => readonly Cell[];
  readonly help: string;
}

function historyCommand({
  name,
  status,
  none,
  filtered,
  headings,
  more,
  help,
}: HistoryWording): CommandModule {
  return {
    permissions: stackPermissions({ action: 'dynamodb:Query', on: ['history'] }, ...notePermissions),
    make: (context) => {
      const command = walletCommand(name)
        .option('--limit <count>', 'at most so many; 20, with --csv all')
        .option('--since <date>', 'transfers from this day on, in UTC: 2026-10-01')
        .option('--until <date>', 'transfers up to this day, with it')
        .option('--csv', 'transfers as CSV for a spreadsheet, with their worth where it is known');
      if (filtered !== null) command.option('--filtered', filtered);
      const withOption = filtered === null ? [] : [`chainbell ${name} 0xYourWallet --filtered`];
      return command
        .addHelpText(
          'after',
          help +
            examples(
              `chainbell ${name} 0xYourWallet`,
              ...withOption,
              `chainbell ${name} Treasury --since 2026-10-01 --until 2026-10-31 --csv`,
              `chainbell ${name} 0xYourWallet --json`,
            ),
        )
        .action(async (typed, { limit, since, until, csv, ...options }) => {
          const span = readSpan({ limit, since, until }, csv === true);
          const { filtered: asked }: { readonly chain?: string; readonly filtered?: true } = options;
          const withFiltered = asked === true;
          const statuses = withFiltered ? ([status, 'unwanted'] as const) : [status];
          await withWatched({ wallet: typed, ...options }, context, async (watched, open) => {
            const entries = await entriesIn(span, watched, open, statuses);
            const why = await whyFiltered(entries, watched, open);
            const { streams } = context;
            if (entries.length === 0) await noteIfUnwatched(watched, open, context);
            if (csv) return writeTo(streams.stdout, transfersCsv(entries));
            const document = entries.map((entry) =>
              withFiltered ? { status: entry.status, ...why(entry), ...entry.alert } : entry.alert,
            );
            const rows = entries.map((entry) => [
              minuteOf(entry.alert.detectedAt),
              alertLine(entry.alert),
              ...more(entry, why(entry).why ?? ''),
            ]);
            const where = `${checksumAddress(watched.wallet)} on ${watched.chain.name}`;
            const nothing = `${none}${withFiltered ? ' or filtered' : ''} of ${where}.\n`;
            await sayTable(streams, options, document, ['Seen', 'Alert', ...headings], rows, nothing);
          });
        });
    },
  };
}

async function whyFiltered(
  entries: readonly StoredEntry[],
  watched: WatchedWallet,
  open: OpenStack,
): Promise<(entry: StoredEntry) => { readonly why?: string }> {
  const isFiltered = ({ status }: StoredEntry) => status === 'unwanted';
  const watch = entries.some(isFiltered) ? await watchOf(watched, open) : null;
  return (entry) => (isFiltered(entry) ? { why: filterReason(entry.alert, watch) } : {});
}

/** Null where the row is gone, unreadable, or may not be looked at. */
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

/** Strongest first. */
export function reasonsOf({ verdict }: Pick<StoredEntry['alert'], 'verdict'>): string {
  return verdict === null ? '' : shownReasons(verdict, plainStyle).join(' ');
}

/** Newest first. */
interface Span {
  /** ISO times: from inclusive, to exclusive. */
  readonly from: string;
  readonly to: string;
  readonly most: number;
}

function readSpan(
  {
    limit,
    since,
    until,
  }: { limit?: string | undefined; since?: string | undefined; until?: string | undefined },
  isCsv: boolean,
): Span {
  return {
    from: readDay('--since', since) ?? '',
    // As text, every time of a day is before its hour 24.
    to: `${readDay('--until', until) ?? '9999-12-31'}T24`,
    most: limit !== undefined ? readLimit(limit) : isCsv ? Number.POSITIVE_INFINITY : 20,
  };
}

async function entriesIn(
  { from, to, most }: Span,
  watched: WatchedWallet,
  { stack, aws }: OpenStack,
  statuses: readonly StoredEntry['status'][],
): Promise<readonly StoredEntry[]> {
  const dynamodb = plainDocumentClient(await aws.dynamodb());
  const entries: StoredEntry[] = [];
  for await (const entry of newestEntries(dynamodb, stack.tables.history, watched, statuses)) {
    const time = timeOfEntry(entry);
    if (time < from) break;
    if (time < to) entries.push(entry);
    if (entries.length === most) break;
  }
  return entries;
}

function readDay(option: string, text: string | undefined): string | null {
  if (text === undefined) return null;
  if (z.iso.date().safeParse(text).success) return text;
  throw new Unusable(`${option}: "${text.slice(0, 20)}" is no day: write it as 2026-10-01.`);
}

function readLimit(text: string): number {
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text);
  throw new Unusable(`--limit: "${text.slice(0, 20)}" is no number of alerts: it takes 1 to 999999.`);
}

export const history = historyCommand({
  name: 'history',
  status: 'told',
  none: 'History has no alert',
  filtered: null,
  headings: ['Id'],
  more: ({ alert: { id } }) => [id],
  help: '\nTimes are UTC. The newest block comes first; --json has the whole alerts.\n',
});

export const hidden = historyCommand({
  name: 'hidden',
  status: 'hidden',
  none: 'Nothing was hidden',
  filtered: "also transfers that the row's own filters left out, such as a minimum: kept for 7 days",
  headings: ['Id', 'Why'],
  more: ({ status, alert }, filter) => [
    alert.id,
    { text: status === 'unwanted' ? filter : reasonsOf(alert), look: 'dim' },
  ],
  help: '\nTimes are UTC. chainbell trust with an id trusts the token of that transfer from now on.\n',
});
