import { type CommandModule, stackPermissions, suggestPermission, walletCommand } from '../frame/command.ts';
import { withWatched } from './rows/named-wallet.ts';
import { namedRow, plainRow } from './rows/plain-row.ts';
import { removeRow } from './rows/row-changes.ts';
import { watchlistRows } from './rows/rows.ts';

export const remove: CommandModule = {
  permissions: stackPermissions(
    { action: 'dynamodb:Query', on: ['watchlist'] },
    { action: 'dynamodb:DeleteItem', on: ['watchlist'] },
    suggestPermission,
  ),
  examples: ['chainbell remove 0xYourWallet --chain polygon'],
  make: (context) =>
    walletCommand('remove').action((typed, options) =>
      withWatched(typed, options, context, async (watched, open) => {
        const row = await removeRow(await watchlistRows(open), watched);
        const text = `${namedRow(row)} is no longer watched on ${watched.chain.name}.\n`;
        await context.say(options, plainRow(row), text);
      }),
    ),
};
