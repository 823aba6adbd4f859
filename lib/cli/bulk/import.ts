import { inBatches } from '../../../functions/runtime/batches.ts';
import { batchWriter } from '../../../functions/runtime/table-batches.ts';
import { readRow } from '../../../functions/wallet/read-row.ts';
import { readWatchlist } from '../../../functions/wallet/read-watchlist.ts';
import { watchKey } from '../../../functions/wallet/watch.ts';
import type { WatchlistRow } from '../../../functions/wallet/watchlist-row.ts';
import { allow, type Context, localCommand, type StackOptions } from '../frame/command.ts';
import { readChain } from '../frame/watched-wallet.ts';
import { surroundingsPermissions } from '../health/surroundings.ts';
import { AwsUnavailable } from '../stack/aws-problem.ts';
import { NoSuchStack, type OpenStack, openTable } from '../stack/open-stack.ts';
import { allRows } from '../stack/watchlist.ts';
import { writeTo } from '../streams.ts';
import { Unfinished } from '../unusable.ts';
import { minimumNote, outlookOf } from '../watchlist/polled/outlook.ts';
import { problemLines, type ReadEntry, readInput } from './read-entries.ts';
import { type KeyedRow, readRows } from './read-rows.ts';

export const importRows = localCommand({
  permissions: [
    ...allow('watchlist', 'dynamodb:Scan', 'dynamodb:BatchWriteItem'),
    ...surroundingsPermissions,
  ],
  help: `Columns are the attributes of a row: wallet, chain, label and so on; others are kept as notes.
stderr names the line of each row that can't be read; all other rows are written. Without --force
the rows of watched wallets stay unchanged.`,
  examples: [
    'chainbell import wallets.csv --dry-run',
    'chainbell export | chainbell import - --stack Second',
  ],
  make: (command, context) =>
    command
      .argument('<file>', 'CSV with a head line, or a JSON array; - for stdin')
      .option('--chain <name>', 'chain of the rows that name no chain', 'eth')
      .option('--dry-run', 'check every row and write none')
      .option('--force', 'also replace the rows of watched wallets')
      .action(async (file, { chain, dryRun = false, force = false, ...options }) => {
        const { stdin, stderr } = context.streams;
        const rows = readRows(await readInput(file, stdin), readChain(chain).name, /\.json$/i.test(file));
        const reached = await reach(dryRun, options, context);
        const { write, alreadyThere, problems } = sortRows(rows, reached?.there ?? [], force);
        const isWritten = !dryRun && reached !== null;
        if (isWritten) await writeRows(write, reached.open, context);
        await writeTo(stderr, problemLines(problems));
        const note = isWritten ? await noteOn(write, reached.open, context) : '';
        const written = isWritten ? write.length : 0;
        const unreadable = problems.length;
        const document = { rows: rows.length, written, alreadyThere, unreadable, dryRun, problems };
        // Without the stack it is unknown which wallets are watched already.
        const rehearsed = reached === null ? 'can be read' : 'would be written';
        const counts = [
          `${write.length} of ${rows.length} rows ${dryRun ? rehearsed : 'written'}`,
          ...(alreadyThere === 0 ? [] : [`${alreadyThere} watched already`]),
          ...(unreadable === 0 ? [] : [`${unreadable} unreadable`]),
        ];
        await context.say(options, document, `${dryRun ? 'Dry run: ' : ''}${counts.join(', ')}.${note}\n`);
        if (options.json && note !== '') await writeTo(stderr, `${note.trim()}\n`);
        if (unreadable > 0) throw new Unfinished();
      }),
});

/** The stack and its rows; null for a dry run that can't reach it. */
async function reach(dryRun: boolean, options: StackOptions, context: Context) {
  try {
    const open = await context.open(options);
    return { open, there: await allRows(open) };
  } catch (error) {
    if (!dryRun || !(error instanceof AwsUnavailable || error instanceof NoSuchStack)) throw error;
    const { stderr } = context.streams;
    await writeTo(stderr, `Not checked: which of them are watched already. ${error.message}\n`);
    return null;
  }
}

function sortRows(rows: readonly ReadEntry<KeyedRow>[], there: readonly WatchlistRow[], force: boolean) {
  const keyed = (some: readonly WatchlistRow[]) =>
    new Map(readWatchlist(some).watched.map(({ watch, row }) => [watchKey(watch), row]));
  const watched = keyed(there);
  // A row that can't be read is mended where it is.
  const withKey = keyed(there.map(({ wallet, chain }) => ({ wallet, chain })));
  const good = rows.filter((one) => 'row' in one);
  const chosen = force ? good : good.filter(({ key }) => !watched.has(key));
  return {
    // Another spelling of a wallet or chain would be a second row for the same watch.
    write: chosen.map(({ key, row }): WatchlistRow => {
      const { wallet, chain } = watched.get(key) ?? withKey.get(key) ?? row;
      return { ...row, wallet, chain };
    }),
    alreadyThere: good.length - chosen.length,
    problems: rows.filter((one) => 'problem' in one),
  };
}

/** Whether and how often the rows are polled, if not as asked; a warning of a minimum for every token. */
async function noteOn(rows: readonly WatchlistRow[], open: OpenStack, { clock }: Context): Promise<string> {
  if (rows.length === 0) return '';
  const watches = rows.map(readRow);
  const { isGood, says } = await outlookOf(watches, open, clock);
  const minimum = watches.map(minimumNote).find((note) => note !== '') ?? '';
  return `${isGood ? '' : ` ${rows.length === 1 ? 'It is' : 'They are'} ${says}`}${minimum}`;
}

/** A hundred rows are written at once: a new table takes 4,000 writes a second. @throws TableThrottled */
async function writeRows(rows: readonly WatchlistRow[], open: OpenStack, { clock }: Context) {
  const { put } = batchWriter(await openTable(open, 'watchlist'), clock, 'rows of the Watchlist unwritten');
  for (const some of inBatches(rows, 100)) await put(some);
}
