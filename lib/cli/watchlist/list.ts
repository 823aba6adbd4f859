import { checksumAddress } from '../../../functions/chain/address.ts';
import { cleanText } from '../../../functions/text/safe-text.ts';
import { readWatchlist, type Watchlist } from '../../../functions/wallet/read-watchlist.ts';
import { type CommandModule, examples, localCommand } from '../frame/command-module.ts';
import { stackPermissions } from '../frame/permissions.ts';
import { openStack } from '../stack/open-stack.ts';
import { type Cell, minuteOf, sayTable } from '../table.ts';
import { maxWithAlerts, reportPermissions, reportsOf, stateCell, type WatchReport } from './polled/report.ts';
import { allRows } from './rows/rows.ts';

/** Of an unreadable row only the key is known. */
interface Listed extends Partial<WatchReport> {
  readonly wallet: string;
  readonly chain: string;
  readonly label: string | null;
  readonly paused: boolean;
  /** Unreadable, or another row stands in for it. */
  readonly problem: string | null;
}

export const list: CommandModule = {
  permissions: stackPermissions({ action: 'dynamodb:Scan', on: ['watchlist'] }, ...reportPermissions),
  make: (context) =>
    localCommand('list')
      .addHelpText(
        'after',
        `
Times are UTC. A node that shows no activity makes the next poll later. Of more than ${maxWithAlerts} wallets
the last alert is left out; chainbell show has it.
${examples('chainbell list', 'chainbell list --json | jq ".[] | select(.failing)"')}`,
      )
      .action(async (options) => {
        const open = await openStack(options, context);
        const watchlist = readWatchlist(await allRows(open));
        const watches = watchlist.watched.map(({ watch }) => watch);
        const listed = listedOf(watchlist, await reportsOf(open, context.clock, watches));
        const none = 'No wallet is watched yet: chainbell add 0xYourWallet watches one.\n';
        await sayTable(context.streams, options, listed, headings, listed.map(cellsOf), none);
      }),
};

function listedOf({ watched, unreadable, duplicates }: Watchlist, reports: readonly WatchReport[]): Listed[] {
  const good = watched.map(({ watch }, i) => ({
    wallet: watch.wallet,
    chain: watch.chain.name,
    label: cleanText(watch.label),
    paused: watch.paused,
    problem: null,
    ...reports[i],
  }));
  const bad = [
    ...unreadable.map(({ row, error }) => ({ row, problem: error.message })),
    ...duplicates.map(({ row, standsIn }) => ({
      row,
      problem: `the row ${standsIn.wallet} on ${standsIn.chain} stands in for this one`,
    })),
  ];
  return [
    ...good,
    ...bad.map(({ row, problem }) => {
      const { wallet, chain, label } = row;
      const name = typeof label === 'string' ? cleanText(label) : null;
      return { wallet, chain, label: name, paused: false, problem };
    }),
  ];
}

const headings = ['Wallet', 'Chain', 'Label', 'Last block', 'Last alert', 'Next poll', 'State'];

function cellsOf(row: Listed): Cell[] {
  const { wallet, chain, label, block = null, lastAlertAt = null, nextPollAt = null } = row;
  const address =
    row.problem === null ? checksumAddress(wallet as Parameters<typeof checksumAddress>[0]) : wallet;
  return [address, chain, label, block, minuteOf(lastAlertAt), minuteOf(nextPollAt), stateOf(row)];
}

function stateOf({
  problem,
  paused,
  failing = null,
  since = null,
  unwatched = null,
  pace = null,
}: Listed): Cell {
  if (problem !== null) return { text: problem, look: 'bad' };
  return stateCell(paused, { failing, since, unwatched, pace });
}
