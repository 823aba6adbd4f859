import { checksumAddress } from '../../../functions/chain/address.ts';
import { cleanText } from '../../../functions/text/safe-text.ts';
import { type CommandModule, localCommand, stackPermissions } from '../frame/command.ts';
import { type Cell, minuteOf, sayTable } from '../table.ts';
import { listRows, maxWithAlerts, reportPermissions, stateCell, type WatchReport } from './polled/report.ts';

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
  help: `
Times are UTC. A node that shows no activity makes the next poll later. Of more than ${maxWithAlerts} wallets
the last alert is left out; chainbell show has it.
`,
  examples: ['chainbell list', 'chainbell list --json | jq ".[] | select(.failing)"'],
  make: (context) =>
    localCommand('list').action(async (options) => {
      const open = await context.open(options);
      const listed = (await listRows(open, context.clock)).map(listedOf);
      const none = 'No wallet is watched yet: chainbell add 0xYourWallet watches one.\n';
      await sayTable(context.streams, options, listed, headings, listed.map(cellsOf), none);
    }),
};

function listedOf({ row, problem, ...read }: Awaited<ReturnType<typeof listRows>>[number]): Listed {
  const { wallet, chain, label } = row;
  const name = typeof label === 'string' ? cleanText(label) : null;
  if (!('watch' in read)) return { wallet, chain, label: name, paused: false, problem };
  const { watch, report } = read;
  const { paused } = watch;
  return { wallet: watch.wallet, chain: watch.chain.name, label: name, paused, problem, ...report };
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
