import { checksumAddress } from '../../../functions/chain/address.ts';
import { rowAttributes } from '../../../functions/wallet/watchlist-row.ts';
import { type CommandModule, examples, localCommand } from '../frame/command-module.ts';
import { stackPermissions, suggestPermission } from '../frame/permissions.ts';
import { printJson } from '../output/json.ts';
import { writeTo } from '../streams.ts';
import { Unusable } from '../unusable.ts';
import { readAssignments } from './attributes.ts';
import { changeRow } from './change-row.ts';
import { withWatched } from './named-wallet.ts';
import { plainRow } from './plain-row.ts';
import { watchlistRows } from './rows.ts';

/** `chainbell set <wallet> name=value`: changes attributes of a row. */
export const set: CommandModule = {
  permissions: stackPermissions(
    { action: 'dynamodb:Query', on: ['watchlist'] },
    { action: 'dynamodb:UpdateItem', on: ['watchlist'] },
    suggestPermission,
  ),
  make: (context) =>
    localCommand('set')
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
      .action(async (wallet, typed, options) => {
        const assignments = readAssignments(typed);
        if (assignments.size === 0) throw new Unusable('Nothing to set: write name=value.');
        await withWatched({ wallet, ...options }, context, async (watched, open) => {
          const row = await changeRow(await watchlistRows(open), watched, assignments);
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
        });
      }),
};
