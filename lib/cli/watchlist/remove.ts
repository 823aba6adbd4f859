import { checksumAddress } from '../../../functions/chain/address.ts';
import { type CommandModule, examples, stackCommand, stackPermissions } from '../frame/command-module.ts';
import { readWatchedWallet } from '../frame/watched-wallet.ts';
import { printJson } from '../output/json.ts';
import { openStack } from '../stack/open-stack.ts';
import { writeTo } from '../streams.ts';
import { plainRow } from './plain-row.ts';
import { removeRow } from './remove-row.ts';
import { watchlistRows } from './rows.ts';

const on = 'the Watchlist table';

/** `chainbell remove <wallet>`: deletes its row. */
export const remove: CommandModule = {
  permissions: stackPermissions({ action: 'dynamodb:Query', on }, { action: 'dynamodb:DeleteItem', on }),
  make: (context) =>
    stackCommand('remove')
      .argument('<wallet>', 'its address')
      .option('--chain <name>', 'chain of the wallet, by name or hex id', 'eth')
      .addHelpText('after', examples('chainbell remove 0xYourWallet --chain polygon'))
      .action(async (typedWallet, { chain: typedChain, ...options }) => {
        const watched = readWatchedWallet(typedWallet, typedChain);
        const rows = await watchlistRows(await openStack(options, context));
        const row = await removeRow(rows, watched);
        const { stdout } = context.streams;
        const { wallet, chain } = watched;
        if (options.json) await printJson(stdout, plainRow(row));
        else await writeTo(stdout, `${checksumAddress(wallet)} is watched no more on ${chain.name}.\n`);
      }),
};
