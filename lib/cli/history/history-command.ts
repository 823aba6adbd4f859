import { alertLine } from '../../../functions/alert/text/line.ts';
import { plainStyle, shownReasons } from '../../../functions/alert/text/parts/shown-reasons.ts';
import { checksumAddress } from '../../../functions/chain/address.ts';
import { plainDocumentClient } from '../../../functions/runtime/aws-clients.ts';
import { type CommandModule, examples, localCommand } from '../frame/command-module.ts';
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
  readonly status: StoredEntry['status'];
  /** Where History has nothing of the kind. */
  readonly none: string;
  readonly headings: readonly string[];
  /** What stands under them behind time and alert. */
  readonly more: (alert: StoredEntry['alert']) => readonly Cell[];
  readonly help: string;
}

/** A command that lists what History keeps of a wallet, the newest block first. */
export function historyCommand({ name, status, none, headings, more, help }: HistoryWording): CommandModule {
  return {
    permissions: stackPermissions({ action: 'dynamodb:Query', on: ['history'] }, ...notePermissions),
    make: (context) =>
      localCommand(name)
        .argument('<wallet>', 'its address')
        .option('--chain <name>', 'chain of the wallet, by name or hex id', 'eth')
        .option('--limit <count>', 'at most so many', '20')
        .addHelpText(
          'after',
          help + examples(`chainbell ${name} 0xYourWallet`, `chainbell ${name} 0xYourWallet --json`),
        )
        .action(async (typed, { limit, ...options }) => {
          const most = readLimit(limit);
          await withWatched({ wallet: typed, ...options }, context, async (watched, open) => {
            const { stack, aws } = open;
            const dynamodb = plainDocumentClient(await aws.dynamodb());
            const alerts: StoredEntry['alert'][] = [];
            for await (const entry of newestEntries(dynamodb, stack.tables.history, watched)) {
              if (entry.status === status) alerts.push(entry.alert);
              if (alerts.length === most) break;
            }
            const { stdout } = context.streams;
            const { wallet, chain } = watched;
            if (alerts.length === 0) await noteIfUnwatched(watched, open, context);
            if (options.json) await printJson(stdout, alerts);
            else if (alerts.length === 0)
              await writeTo(stdout, `${none} of ${checksumAddress(wallet)} on ${chain.name}.\n`);
            else
              await printTable(
                stdout,
                ['Seen', 'Alert', ...headings],
                alerts.map((alert) => [minuteOf(alert.detectedAt), alertLine(alert), ...more(alert)]),
              );
          });
        }),
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
