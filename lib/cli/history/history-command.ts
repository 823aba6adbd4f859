import { alertLine } from '../../../functions/alert/text/line.ts';
import { plainStyle, shownReasons } from '../../../functions/alert/text/parts/shown-reasons.ts';
import { checksumAddress } from '../../../functions/chain/address.ts';
import { plainDocumentClient } from '../../../functions/runtime/aws-clients.ts';
import { type CommandModule, examples, walletCommand } from '../frame/command-module.ts';
import { notePermissions, stackPermissions } from '../frame/permissions.ts';
import { printJson } from '../output/json.ts';
import { type Cell, printTable } from '../output/table.ts';
import { minuteOf } from '../output/time.ts';
import { writeTo } from '../streams.ts';
import { Unusable } from '../unusable.ts';
import { noteIfUnwatched, withWatched } from '../watchlist/named-wallet.ts';
import { newestEntries, type StoredEntry } from './entries.ts';

/** What tells `history` and `hidden` apart. */
export interface HistoryWording {
  readonly name: string;
  readonly status: 'told' | 'hidden';
  /** Where History has nothing of the kind. */
  readonly none: string;
  /** What its option `--filtered` adds: transfers that the filters of the row left out; null: it has no such option. */
  readonly filtered: string | null;
  readonly headings: readonly string[];
  /** What stands under them behind time and alert. */
  readonly more: (entry: StoredEntry) => readonly Cell[];
  readonly help: string;
}

/** A command that lists what History keeps of a wallet, the newest block first. */
export function historyCommand({
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
      const command = walletCommand(name).option('--limit <count>', 'at most so many', '20');
      if (filtered !== null) command.option('--filtered', filtered);
      const withOption = filtered === null ? [] : [`chainbell ${name} 0xYourWallet --filtered`];
      return command
        .addHelpText(
          'after',
          help +
            examples(
              `chainbell ${name} 0xYourWallet`,
              ...withOption,
              `chainbell ${name} 0xYourWallet --json`,
            ),
        )
        .action(async (typed, { limit, ...options }) => {
          const most = readLimit(limit);
          const { filtered: asked }: { readonly chain?: string; readonly filtered?: true } = options;
          const withFiltered = asked === true;
          const statuses = withFiltered ? ([status, 'unwanted'] as const) : [status];
          await withWatched({ wallet: typed, ...options }, context, async (watched, open) => {
            const { stack, aws } = open;
            const dynamodb = plainDocumentClient(await aws.dynamodb());
            const entries: StoredEntry[] = [];
            for await (const entry of newestEntries(dynamodb, stack.tables.history, watched, statuses)) {
              entries.push(entry);
              if (entries.length === most) break;
            }
            const { stdout } = context.streams;
            const { wallet, chain } = watched;
            if (entries.length === 0) await noteIfUnwatched(watched, open, context);
            if (options.json)
              // Two kinds in one list are told apart by their status.
              await printJson(
                stdout,
                entries.map((entry) =>
                  withFiltered ? { status: entry.status, ...entry.alert } : entry.alert,
                ),
              );
            else if (entries.length === 0)
              await writeTo(
                stdout,
                `${none}${withFiltered ? ' or filtered' : ''} of ${checksumAddress(wallet)} on ${chain.name}.\n`,
              );
            else
              await printTable(
                stdout,
                ['Seen', 'Alert', ...headings],
                entries.map((entry) => [
                  minuteOf(entry.alert.detectedAt),
                  alertLine(entry.alert),
                  ...more(entry),
                ]),
              );
          });
        });
    },
  };
}

/** Why spam is taken for it, the strongest reason first. */
export function reasonsOf({ verdict }: Pick<StoredEntry['alert'], 'verdict'>): string {
  return verdict === null ? '' : shownReasons(verdict, plainStyle).join(' ');
}

function readLimit(text: string): number {
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text);
  throw new Unusable(`--limit: "${text.slice(0, 20)}" is no number of alerts: it takes 1 to 999999.`);
}
