import { plainStyle, shownReasons } from '../../../functions/alert/text/parts/shown-reasons.ts';
import { lasted } from '../../../functions/text/phrases.ts';
import { alertLine } from '../../alert-line.ts';
import { aside, type CommandModule, type Context, localCommand } from '../frame/command.ts';
import { readChain, type WatchedWallet, walletOnChain } from '../frame/watched-wallet.ts';
import type { OpenStack } from '../stack/open-stack.ts';
import { writeTo } from '../streams.ts';
import { type Cell, minuteOf, sayTable } from '../table.ts';
import { noteIfUnwatched, withWatched } from '../watchlist/rows/named-wallet.ts';
import { watchedWallets } from '../watchlist/rows/suggest-rows.ts';
import {
  asking,
  choiceOptions,
  entriesAsked,
  readSpan,
  type Span,
  type TypedChoice,
} from './asked-entries.ts';
import type { StoredEntry } from './entries.ts';
import { transfersCsv } from './transfers-csv.ts';

interface HistoryWording {
  readonly name: string;
  readonly status: 'told' | 'hidden';
  readonly none: string;
  /** Help of `--filtered`, which adds transfers left out by the row; null: no such option. */
  readonly filtered: string | null;
  /** A last column. @param filter why the row left the transfer out; null: no such column */
  readonly why: ((entry: StoredEntry, filter: string) => string) | null;
  readonly help: string;
}

type Options = TypedChoice & { readonly filtered?: true };

function historyCommand(wording: HistoryWording): CommandModule {
  const { name, filtered, help } = wording;
  const withOption = filtered === null ? [] : [`chainbell ${name} 0xYourWallet --filtered`];
  return localCommand({
    permissions: [
      { action: 'dynamodb:Query', on: ['history'] },
      {
        action: 'dynamodb:Scan',
        on: ['watchlist'],
        when: 'without a wallet, or if it is mistyped or a label',
      },
      { action: 'dynamodb:Query', on: ['watchlist'], ...aside },
    ],
    help,
    examples: [
      `chainbell ${name} 0xYourWallet`,
      ...withOption,
      `chainbell ${name} Treasury --since 2026-10-01 --until 2026-10-31 --csv`,
      `chainbell ${name} 0xYourWallet --json`,
    ],
    make: (base, context) => {
      const command = choiceOptions(base);
      if (filtered !== null) command.option('--filtered', filtered);
      return command.action(async (typed, options: Options) => {
        const span = readSpan(options);
        const show = (wallets: readonly WatchedWallet[], only: WatchedWallet | null, open: OpenStack) =>
          list(wording, wallets, only, { ...options, span }, open, context);
        if (typed !== undefined)
          return withWatched(typed, options, context, (watched, open) => show([watched], watched, open));
        const chain = options.chain === undefined ? null : readChain(options.chain);
        const open = await context.open(options);
        return show(await watchedWallets(open, chain), null, open);
      });
    },
  });
}

/** @param only the wallet that was named */
async function list(
  { status, none, filtered, why: reason }: HistoryWording,
  wallets: readonly WatchedWallet[],
  only: WatchedWallet | null,
  options: Options & { readonly span: Span },
  open: OpenStack,
  context: Context,
): Promise<void> {
  const { csv, json, span, filtered: withFiltered } = options;
  const asked = { span, statuses: withFiltered ? ([status, 'unwanted'] as const) : [status] };
  const { stdout, stderr } = context.streams;
  const { entries, isCut, why } = await entriesAsked(wallets, asked, open);
  if (entries.length === 0 && only !== null) await noteIfUnwatched(only, open, context);
  const ofStatus = entries.filter((entry) => entry.status === status);
  const kept = ofStatus.reduce((least, entry) => Math.min(least, timeKept(entry)), Number.POSITIVE_INFINITY);
  const gone = `Alerts are kept for ${lasted(kept)} (the setting historyDays): older ones are gone.\n`;
  if (Date.parse(span.from) < context.clock.now() - kept) await writeTo(stderr, gone);
  const whyOf = reason && ((entry: StoredEntry) => reason(entry, why(entry).why ?? ''));
  if (csv) return writeTo(stdout, transfersCsv(entries, whyOf));
  // The status tells the two kinds in one list apart.
  const document = entries.map((entry) =>
    withFiltered ? { status: entry.status, ...why(entry), ...entry.alert } : entry.alert,
  );
  const rows = entries.map((entry): Cell[] => [
    minuteOf(entry.alert.detectedAt),
    ...(whyOf === null ? [severityCell(entry.alert)] : []),
    alertLine(entry.alert),
    entry.alert.id,
    ...(whyOf === null ? [] : [{ text: whyOf(entry), look: 'dim' } as const]),
  ]);
  // A hidden transfer is never severe: a column with the reasons replaces that of the severity.
  const reasonHeading = withFiltered ? 'Why (filters as they are now)' : 'Why';
  const heads = whyOf === null ? ['Seen', 'Severity', 'Alert', 'Id'] : ['Seen', 'Alert', 'Id', reasonHeading];
  const many = wallets.length === 1 ? 'the one watched wallet' : `${wallets.length} watched wallets`;
  const whom = only ? walletOnChain(only) : many;
  const hint = filtered === null || withFiltered ? '' : ' --filtered also shows what row filters left out.';
  const found = `${none}${withFiltered ? ' or filtered' : ''} of ${whom}${asking(options)}.${hint}`;
  const nothing = `${wallets.length === 0 ? nobodyOn(options.chain) : found}\n`;
  await sayTable(context, { json }, document, heads, rows, nothing);
  if (isCut && !json)
    await writeTo(stderr, `There are more than ${span.most}: --limit ${10 * span.most} shows more.\n`);
}

const timeKept = ({ expiresAt, alert }: StoredEntry) => expiresAt * 1_000 - Date.parse(alert.detectedAt);

function severityCell({ severity }: StoredEntry['alert']): Cell {
  return { text: severity, look: severity === 'critical' ? 'bad' : severity === 'info' ? 'dim' : 'plain' };
}

function nobodyOn(chain: string | undefined): string {
  const where = chain === undefined ? 'yet' : `on ${readChain(chain).name}`;
  return `No wallet is watched ${where}: chainbell add 0xYourWallet watches one.`;
}

export function reasonsOf({ verdict }: Pick<StoredEntry['alert'], 'verdict'>): string {
  return verdict === null ? '' : shownReasons(verdict, plainStyle).join(' ');
}

/** `chainbell history [wallet]`: the published alerts. */
export const history = historyCommand({
  name: 'history',
  status: 'told',
  none: 'History has no alert',
  filtered: null,
  why: null,
  help: 'Times are UTC. The newest block comes first; --json has the whole alerts.',
});

/** `chainbell hidden [wallet]`: transfers hidden as spam, with reasons, or left out by the row's filters. */
export const hidden = historyCommand({
  name: 'hidden',
  status: 'hidden',
  none: 'Nothing was hidden',
  filtered: "also transfers that the row's filters (such as a minimum) left out; kept for 7 days",
  why: ({ status, alert }, filter) => (status === 'unwanted' ? filter : reasonsOf(alert)),
  help: 'Times are UTC. chainbell trust with an id trusts the token of that transfer from now on.',
});
