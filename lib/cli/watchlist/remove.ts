import { type CommandModule, examples, walletCommand } from '../frame/command-module.ts';
import { stackPermissions, suggestPermission } from '../frame/permissions.ts';
import { say } from '../streams.ts';
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
  make: (context) =>
    walletCommand('remove')
      .addHelpText('after', examples('chainbell remove 0xYourWallet --chain polygon'))
      .action((typed, options) =>
        withWatched({ wallet: typed, ...options }, context, async (watched, open) => {
          const row = await removeRow(await watchlistRows(open), watched);
          const text = `${namedRow(row)} is no longer watched on ${watched.chain.name}.\n`;
          await say(context.streams, options, plainRow(row), text);
        }),
      ),
};
