import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { documentClient } from '../../../functions/runtime/aws-clients.ts';
import type { Clock } from '../../../functions/runtime/clock.ts';
import { batchWriter } from '../../../functions/runtime/dynamodb-writes.ts';
import { readRow } from '../../../functions/wallet/read-row.ts';
import type { WatchlistRow } from '../../../functions/wallet/watchlist-row.ts';
import {
  type CommandModule,
  type Context,
  examples,
  localCommand,
  type StackOptions,
} from '../frame/command-module.ts';
import { stackPermissions } from '../frame/permissions.ts';
import { readChain } from '../frame/watched-wallet.ts';
import { AwsUnavailable } from '../stack/aws-problem.ts';
import type { OpenStack } from '../stack/chainbell-stack.ts';
import { NoSuchStack, openStack } from '../stack/open-stack.ts';
import { createProgress, printJson, writeTo } from '../streams.ts';
import { Unfinished } from '../unusable.ts';
import { minimumNote, outlookOf } from '../watchlist/polled/outlook.ts';
import { surroundingsPermissions } from '../watchlist/polled/surroundings.ts';
import { allRows } from '../watchlist/rows/rows.ts';
import { problemLines, readInput } from './read-entries.ts';
import { readRows } from './read-rows.ts';
import { keysOf, type SortedRows, sortRows, summary } from './sort-rows.ts';

export const importRows: CommandModule = {
  permissions: stackPermissions(
    { action: 'dynamodb:Scan', on: ['watchlist'] },
    { action: 'dynamodb:BatchWriteItem', on: ['watchlist'] },
    ...surroundingsPermissions,
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
        const rows = readRows(
          await readInput(file, context.streams.stdin),
          readChain(chain).name,
          /\.json$/i.test(file),
        );
        const sort = (there: readonly WatchlistRow[]) => sortRows(rows, keysOf(there), force === true);
        if (dryRun) return rehearse(rows.length, sort, options, context);
        const open = await openStack(options, context);
        await write(rows.length, sort(await allRows(open)), open, options, context);
      }),
};

type Sort = (there: readonly WatchlistRow[]) => SortedRows;

/** Checks the file. If the stack can be reached, asks it which rows are watched already. */
async function rehearse(rows: number, sort: Sort, options: StackOptions, context: Context): Promise<void> {
  let there: readonly WatchlistRow[] = [];
  try {
    there = await allRows(await openStack(options, context));
  } catch (error) {
    if (!(error instanceof AwsUnavailable || error instanceof NoSuchStack)) throw error;
    const { stderr } = context.streams;
    await writeTo(stderr, `Which of them are watched already was not looked at. ${error.message}\n`);
  }
  await say(rows, sort(there), true, options, context);
}

async function write(
  rows: number,
  sorted: SortedRows,
  open: OpenStack,
  options: StackOptions,
  context: Context,
): Promise<void> {
  const progress = createProgress(context.streams.stderr, 'rows written', sorted.write.length);
  const dynamodb = documentClient(await open.aws.dynamodb());
  await writeRows(dynamodb, open.stack.tables.watchlist, sorted.write, context.clock, progress.at);
  progress.end();
  await say(rows, sorted, false, options, context, async () => {
    const watches = sorted.write.map(readRow);
    if (watches.length === 0) return '';
    const { isGood, says } = await outlookOf(watches, open, context.clock);
    const notes = new Set(watches.map(minimumNote));
    return `${isGood ? '' : ` ${watches.length === 1 ? 'It is' : 'They are'} ${says}`}${[...notes].find((note) => note !== '') ?? ''}`;
  });
}

/**
 * @param more said after the counts; with `--json` on stderr
 * @throws Unfinished if a row can't be read
 */
async function say(
  rows: number,
  sorted: SortedRows,
  dryRun: boolean,
  { json }: StackOptions,
  { streams: { stdout, stderr } }: Context,
  more: () => Promise<string> = async () => '',
): Promise<void> {
  const { alreadyThere, problems } = sorted;
  await writeTo(stderr, problemLines(problems));
  const written = dryRun ? 0 : sorted.write.length;
  if (json)
    await printJson(stdout, { rows, written, alreadyThere, unreadable: problems.length, dryRun, problems });
  const text = await more();
  if (!json) await writeTo(stdout, `${summary(rows, sorted, dryRun)}${text}\n`);
  else if (text !== '') await writeTo(stderr, `${text.trim()}\n`);
  if (problems.length > 0) throw new Unfinished();
}

/** Rows at once, in four requests: a new table takes 4,000 writes a second. */
const atOnce = 100;

/**
 * Replaces existing rows.
 * @param written called after each hundred
 * @throws Error if the table stays throttled
 */
async function writeRows(
  dynamodb: DynamoDBDocumentClient,
  table: string,
  rows: readonly WatchlistRow[],
  clock: Clock,
  written: (count: number) => void,
): Promise<void> {
  const { put } = batchWriter(dynamodb, table, clock, 'rows of the Watchlist unwritten');
  for (let from = 0; from < rows.length; from += atOnce) {
    await put(rows.slice(from, from + atOnce));
    written(Math.min(from + atOnce, rows.length));
  }
}
