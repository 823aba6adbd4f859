import { checksumAddress } from '../../../functions/chain/address.ts';
import { rowAttributes } from '../../../functions/wallet/watchlist-row.ts';
import { type CommandModule, examples, stackCommand, stackPermissions } from '../frame/command-module.ts';
import { readWatchedWallet } from '../frame/watched-wallet.ts';
import { printJson } from '../output/json.ts';
import { openStack } from '../stack/open-stack.ts';
import { writeTo } from '../streams.ts';
import { Unusable } from '../unusable.ts';
import { readAssignments } from './attributes.ts';
import { changeRow } from './change-row.ts';
import { plainRow } from './plain-row.ts';
import { watchlistRows } from './rows.ts';

const on = 'the Watchlist table';

/** `chainbell set <wallet> name=value`: changes attributes of a row. */
export const set: CommandModule = {
  permissions: stackPermissions({ action: 'dynamodb:Query', on }, { action: 'dynamodb:UpdateItem', on }),
  make: (context) =>
    stackCommand('set')
      .argument('<wallet>', 'its address')
      .argument('<name=value...>', `${rowAttributes.join(', ')}; "name=" takes one out`)
      .option('--chain <name>', 'chain of the wallet, by name or hex id', 'eth')
      .addHelpText(
        'after',
        examples(
          'chainbell set 0xYourWallet minAmount=10 label="Cold storage"',
          'chainbell set 0xYourWallet label=',
        ),
      )
      .action(async (typedWallet, typed, { chain: typedChain, ...options }) => {
        const watched = readWatchedWallet(typedWallet, typedChain);
        const assignments = readAssignments(typed);
        if (assignments.size === 0) throw new Unusable('Nothing to set: write name=value.');
        const rows = await watchlistRows(await openStack(options, context));
        const row = await changeRow(rows, watched, assignments);
        const { stdout } = context.streams;
        if (options.json) await printJson(stdout, plainRow(row));
        else {
          const names = [...assignments].map(
            ([name, text]) => `${name} ${text === null ? 'taken out' : 'set'}`,
          );
          await writeTo(
            stdout,
            `${checksumAddress(watched.wallet)} on ${watched.chain.name}: ${names.join(', ')}.\n`,
          );
        }
      }),
};
