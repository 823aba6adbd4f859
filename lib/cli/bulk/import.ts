import { documentClient } from '../../../functions/runtime/aws-clients.ts';
import { readWatchlist } from '../../../functions/wallet/read-watchlist.ts';
import { watchKey } from '../../../functions/wallet/watch.ts';
import type { WatchlistRow } from '../../../functions/wallet/watchlist-row.ts';
import { type CommandModule, examples, localCommand } from '../frame/command-module.ts';
import { stackPermissions } from '../frame/permissions.ts';
import { readChain } from '../frame/watched-wallet.ts';
import { printJson } from '../output/json.ts';
import { createProgress } from '../output/progress.ts';
import { shown } from '../output/table.ts';
import { openStack } from '../stack/open-stack.ts';
import { writeTo } from '../streams.ts';
import { Unfinished } from '../unusable.ts';
import { allRows } from '../watchlist/all-rows.ts';
import { readInput } from './read-input.ts';
import { type FileRow, readRows } from './read-rows.ts';
import { writeRows } from './write-rows.ts';

/** `chainbell import <file>`: puts the rows of a file on the Watchlist. */
export const importRows: CommandModule = {
  permissions: stackPermissions(
    { action: 'dynamodb:Scan', on: ['watchlist'] },
    { action: 'dynamodb:BatchWriteItem', on: ['watchlist'] },
  ),
  make: (context) =>
    localCommand('import')
      .argument('<file>', 'CSV with a head line, or a JSON array; - for stdin')
      .option('--chain <name>', 'chain of the rows that name none', 'eth')
      .option('--dry-run', 'check every row and write none')
      .option('--force', 'replace the rows of wallets that are watched already')
      .addHelpText(
        'after',
        `
Columns are those of a row: wallet, chain, label and so on; others are kept as notes. A row that
can't be read is told on stderr with its line, and the others are written. Rows of wallets that are
watched already stay as they are without --force.
${examples('chainbell import wallets.csv --dry-run', 'chainbell export | chainbell import - --stack Second')}`,
      )
      .action(async (file, { chain, dryRun, force, ...options }) => {
        const { stdin, stdout, stderr } = context.streams;
        const rows = readRows(await readInput(file, stdin), readChain(chain).name, /\.json$/i.test(file));
        const { stack, aws } = await openStack(options, context);
        const dynamodb = documentClient(await aws.dynamodb());
        const known = keysOf(await allRows({ stack, aws }));
        const sorted = sortRows(rows, known, force === true);
        await writeTo(
          stderr,
          sorted.problems.map(({ where, problem }) => `${where}: ${shown(problem)}\n`).join(''),
        );
        const progress = createProgress(stderr, 'rows written', sorted.write.length);
        if (!dryRun)
          await writeRows(dynamodb, stack.tables.watchlist, sorted.write, context.clock, progress.at);
        progress.end();
        const counts = { rows: rows.length, written: dryRun ? 0 : sorted.write.length, ...countsOf(sorted) };
        if (options.json)
          await printJson(stdout, { ...counts, dryRun: dryRun === true, problems: sorted.problems });
        else await writeTo(stdout, summary(counts, sorted.write.length, dryRun === true));
        if (sorted.problems.length > 0) throw new Unfinished();
      }),
};

/** The rows that are there, by the watch that they are for. */
function keysOf(rows: readonly WatchlistRow[]): ReadonlyMap<string, WatchlistRow> {
  return new Map(readWatchlist(rows).watched.map(({ watch, row }) => [watchKey(watch), row]));
}

interface SortedRows {
  readonly write: readonly WatchlistRow[];
  readonly alreadyThere: number;
  readonly problems: readonly { readonly where: string; readonly problem: string }[];
}

function sortRows(
  rows: readonly FileRow[],
  known: ReadonlyMap<string, WatchlistRow>,
  force: boolean,
): SortedRows {
  const write: WatchlistRow[] = [];
  const problems: { where: string; problem: string }[] = [];
  let alreadyThere = 0;
  for (const one of rows) {
    if ('problem' in one) {
      problems.push(one);
      continue;
    }
    const there = known.get(one.key);
    if (there !== undefined && !force) alreadyThere += 1;
    // Under the spelling that is there: another would be a second row for the same watch.
    else write.push(there === undefined ? one.row : { ...one.row, wallet: there.wallet, chain: there.chain });
  }
  return { write, alreadyThere, problems };
}

function countsOf({ alreadyThere, problems }: SortedRows) {
  return { alreadyThere, unreadable: problems.length };
}

interface Counts extends ReturnType<typeof countsOf> {
  readonly rows: number;
}

function summary({ rows, alreadyThere, unreadable }: Counts, write: number, dryRun: boolean): string {
  const words = [
    `${write} of ${rows} rows ${dryRun ? 'would be written' : 'written'}`,
    alreadyThere === 0 ? '' : `${alreadyThere} watched already`,
    unreadable === 0 ? '' : `${unreadable} unreadable`,
  ];
  return `${words.filter((word) => word !== '').join(', ')}.\n`;
}
