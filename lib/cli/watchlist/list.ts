import { checksumAddress } from '../../../functions/chain/address.ts';
import { localCommand } from '../frame/command.ts';
import { type Cell, minuteOf, sayTable } from '../table.ts';
import { blockCell, listRows, maxWithAlerts, reportPermissions, stateCell } from './polled/report.ts';
import { labelOf, misspeltNotes } from './rows/plain-row.ts';

export const list = localCommand({
  permissions: [{ action: 'dynamodb:Scan', on: ['watchlist'] }, ...reportPermissions],
  help: `Times are UTC. If a node shows no activity, the next poll is later. For more than ${maxWithAlerts} wallets
the last alert is left out; chainbell show has it.`,
  examples: ['chainbell list', 'chainbell list --json | jq ".[] | select(.failing)"'],
  make: (command, context) =>
    command.action(async (options) => {
      const open = await context.open(options);
      const rows = await listRows(open, context.clock);
      const none = 'No wallet is watched yet: chainbell add 0xYourWallet watches one.\n';
      await sayTable(context, options, rows.map(plainListed), headings, rows.map(cellsOf), none);
    }),
});

type Listed = Awaited<ReturnType<typeof listRows>>[number];

/** A row for JSON. Of an unreadable row only its key and the state from earlier polls are known. */
function plainListed(one: Listed) {
  const label = labelOf(one.row);
  if ('problem' in one) {
    const { row, problem, last } = one;
    const { block = null, lastAlertAt = null } = last ?? {};
    return { wallet: row.wallet, chain: row.chain, label, paused: false, problem, block, lastAlertAt };
  }
  const { wallet, chain, paused } = one.watch;
  return { wallet, chain: chain.name, label, paused, problem: null, ...one.report };
}

const headings = ['Wallet', 'Chain', 'Label', 'Last block', 'Last alert', 'Next poll', 'State'];

function cellsOf(one: Listed): Cell[] {
  const label = labelOf(one.row);
  if ('problem' in one) {
    const { row, last, problem } = one;
    const before = last === undefined ? [null, null] : [blockCell(last), minuteOf(last.lastAlertAt)];
    return [row.wallet, row.chain, label, ...before, null, { text: problem, look: 'bad' }];
  }
  const { watch, report } = one;
  const times = [minuteOf(report.lastAlertAt), minuteOf(report.nextPollAt)];
  const { text, look } = stateCell(watch.paused, report);
  const notes = misspeltNotes(one.row, watch);
  const state: Cell = { text: [text, ...notes].join('; '), look: notes.length === 0 ? look : 'bad' };
  return [checksumAddress(watch.wallet), watch.chain.name, label, blockCell(report), ...times, state];
}
