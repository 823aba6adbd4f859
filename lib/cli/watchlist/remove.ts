import { checksumAddress } from '../../../functions/chain/address.ts';
import { type CommandModule, examples, localCommand } from '../frame/command-module.ts';
import { stackPermissions, suggestPermission } from '../frame/permissions.ts';
import { printJson } from '../output/json.ts';
import { writeTo } from '../streams.ts';
import { withWatched } from './named-wallet.ts';
import { plainRow } from './plain-row.ts';
import { removeRow } from './remove-row.ts';
import { watchlistRows } from './rows.ts';

/** `chainbell remove <wallet>`: deletes its row. */
export const remove: CommandModule = {
  permissions: stackPermissions(
    { action: 'dynamodb:Query', on: ['watchlist'] },
    { action: 'dynamodb:DeleteItem', on: ['watchlist'] },
    suggestPermission,
  ),
  make: (context) =>
    localCommand('remove')
      .argument('<wallet>', 'its address')
      .option('--chain <name>', 'chain of the wallet, by name or hex id', 'eth')
      .addHelpText('after', examples('chainbell remove 0xYourWallet --chain polygon'))
      .action((typed, options) =>
        withWatched({ wallet: typed, ...options }, context, async (watched, open) => {
          const row = await removeRow(await watchlistRows(open), watched);
          const { stdout } = context.streams;
          const { wallet, chain } = watched;
          if (options.json) await printJson(stdout, plainRow(row));
          else await writeTo(stdout, `${checksumAddress(wallet)} is no longer watched on ${chain.name}.\n`);
        }),
      ),
};
