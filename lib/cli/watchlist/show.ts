import { checksumAddress } from '../../../functions/chain/address.ts';
import { understandRow } from '../../../functions/wallet/read-watchlist.ts';
import type { Watch } from '../../../functions/wallet/watch.ts';
import type { WatchlistRow } from '../../../functions/wallet/watchlist-row.ts';
import { walletCommand } from '../frame/command.ts';
import { planAndLabelPermission } from '../health/surroundings.ts';
import { printJson } from '../streams.ts';
import { type Cell, minuteOf, printTable } from '../table.ts';
import { blockCell, reportPermissions, reportsOf, stateCell, type WatchReport } from './polled/report.ts';
import { withWatched } from './rows/named-wallet.ts';
import { misspeltNotes, plainRow, valueText } from './rows/plain-row.ts';
import { watchlistRows } from './rows/rows.ts';

export const show = walletCommand({
  permissions: [
    { action: 'dynamodb:Query', on: ['watchlist'] },
    ...reportPermissions,
    planAndLabelPermission,
  ],
  examples: ['chainbell show 0xYourWallet', 'chainbell show 0xYourWallet --chain base --json'],
  make: (command, context) =>
    command.action((wallet, options) =>
      withWatched(wallet, options, context, async (watched, open) => {
        const { row } = await (await watchlistRows(open)).get(watched);
        const read = understandRow(row);
        const [watch, problem] = 'watch' in read ? [read.watch, null] : [null, read.error.message];
        const [report] = watch === null ? [] : await reportsOf(open, context.clock, [watch]);
        const notes = misspeltNotes(row, watch);
        const { stdout } = context.streams;
        if (options.json) await printJson(stdout, { row: plainRow(row), problem, notes, ...(report ?? {}) });
        else await printTable(stdout, [], linesOf(row, watch, problem, notes, report));
      }),
    ),
});

function linesOf(
  row: WatchlistRow,
  watch: Watch | null,
  problem: string | null,
  notes: readonly string[],
  report: WatchReport | undefined,
): Cell[][] {
  const { wallet, chain, ...attributes } = row;
  const given = Object.entries(attributes).map(([name, value]) => [name, valueText(value)]);
  return [
    ['wallet', watch === null ? wallet : checksumAddress(watch.wallet)],
    ['chain', chain],
    ...given,
    ...(problem === null ? [] : [['problem', { text: problem, look: 'bad' } satisfies Cell]]),
    ...notes.map((text): Cell[] => ['note', { text, look: 'bad' }]),
    ...(report === undefined ? [] : reportLines(watch?.paused === true, report)),
  ];
}

function reportLines(paused: boolean, report: WatchReport): Cell[][] {
  const { since, nextPollAt, lastAlertAt } = report;
  return [
    ['state', stateCell(paused, report)],
    ...(report.unwatched === null ? [] : [['to do', report.unwatched.toDo]]),
    ['watched since', minuteOf(since)],
    ['last block', blockCell(report)],
    ['last alert', minuteOf(lastAlertAt)],
    ['next poll', minuteOf(nextPollAt)],
  ];
}
