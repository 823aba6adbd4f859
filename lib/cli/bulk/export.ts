import { compareText } from '../../../functions/wallet/read-watchlist.ts';
import {
  attributesOf,
  knownNames,
  plainName,
  rowAttributes,
  type WatchlistRow,
} from '../../../functions/wallet/watchlist-row.ts';
import { localCommand } from '../frame/command.ts';
import { allRows } from '../stack/watchlist.ts';
import { say } from '../streams.ts';
import { plainRow, valueText } from '../watchlist/rows/plain-row.ts';
import { shownCsv, writeCsv } from './csv.ts';

export const exportRows = localCommand({
  permissions: [{ action: 'dynamodb:Scan', on: ['watchlist'] }],
  help: `Prints CSV, with --json a JSON array. An apostrophe guards CSV cells that a spreadsheet would run
as a formula; import removes it.`,
  examples: ['chainbell export > wallets.csv', 'chainbell export --json > wallets.json'],
  make: (command, context) =>
    command.action(async (options) => {
      const rows = (await allRows(await context.open(options))).map(withKnownNames);
      await say(context.streams, options, rows.map(plainRow), shownCsv(csvOf(rows), context.streams));
    }),
});

const plainNames = new Set(knownNames.values());

/** Gives attributes their documented names, because import refuses a file that has both `minAmount` and `Min_Amount`. */
function withKnownNames(row: WatchlistRow): WatchlistRow {
  const others = Object.entries(row).filter(([name]) => !plainNames.has(plainName(name)));
  const { wallet, chain } = row;
  return { wallet, chain, ...Object.fromEntries([...attributesOf(row), ...others]) };
}

function csvOf(rows: readonly WatchlistRow[]): string {
  const names = new Set(['wallet', 'chain', ...rows.flatMap((row) => Object.keys(row))]);
  const first = ['wallet', 'chain', ...rowAttributes];
  const notes = [...names].filter((name) => !first.includes(name)).sort(compareText);
  const columns = [...first.filter((name) => names.has(name)), ...notes];
  return writeCsv(
    columns,
    rows.map((row) => columns.map((name) => cellOf(row[name]))),
  );
}

function cellOf(value: unknown): string {
  return value === undefined || value === null ? '' : valueText(value);
}
