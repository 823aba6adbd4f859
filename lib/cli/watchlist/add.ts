import { checksumAddress } from '../../../functions/chain/address.ts';
import { readRow } from '../../../functions/wallet/read-row.ts';
import { rowAttributes, type WatchlistRow } from '../../../functions/wallet/watchlist-row.ts';
import { type CommandModule, examples, stackCommand, stackPermissions } from '../frame/command-module.ts';
import { readWatchedWallet } from '../frame/watched-wallet.ts';
import { printJson } from '../output/json.ts';
import { readOption } from '../parse-options.ts';
import { openStack } from '../stack/open-stack.ts';
import { writeTo } from '../streams.ts';
import { Unusable } from '../unusable.ts';
import { type Assignments, readAssignments, storedValue } from './attributes.ts';
import { plainRow } from './plain-row.ts';
import { watchlistRows } from './rows.ts';

const on = 'the Watchlist table';

/** `chainbell add <wallet>`: puts a row on the Watchlist. */
export const add: CommandModule = {
  permissions: stackPermissions({ action: 'dynamodb:Query', on }, { action: 'dynamodb:PutItem', on }),
  make: (context) =>
    stackCommand('add')
      .argument('<wallet>', 'its address')
      .argument('[name=value...]', `attributes of its row: ${rowAttributes.join(', ')}`)
      .option('--chain <name>', 'chain of the wallet, by name or hex id', 'eth')
      .option('--force', 'replace the row that the wallet has')
      .addHelpText(
        'after',
        examples(
          'chainbell add 0xYourWallet',
          'chainbell add 0xYourWallet --chain polygon label=Treasury minAmount=10 direction=in',
        ),
      )
      .action(async (typedWallet, typed, { chain: typedChain, force, ...options }) => {
        const watched = readWatchedWallet(typedWallet, typedChain);
        const { wallet, chain } = watched;
        const row = rowOf({ wallet, chain: chain.name }, readAssignments(typed));
        const rows = await watchlistRows(await openStack(options, context));
        const there = await rows.find(watched);
        const refused = `${checksumAddress(wallet)} is watched on ${chain.name} already: chainbell set changes its row, --force replaces it.`;
        if (there !== null && !force) throw new Unusable(refused);
        // Under the spelling that is there: another would be a second row for the same watch.
        const put = { ...row, ...(there === null ? {} : { wallet: there.wallet, chain: there.chain }) };
        if (!(await rows.put(put, force === true))) throw new Unusable(refused);
        const { stdout } = context.streams;
        if (options.json) await printJson(stdout, plainRow(put));
        else
          await writeTo(
            stdout,
            `${checksumAddress(wallet)} is watched on ${chain.name}, from its next poll on.\n`,
          );
      }),
};

/** @throws Unusable where the functions could not read it */
function rowOf(key: Pick<WatchlistRow, 'wallet' | 'chain'>, assignments: Assignments): WatchlistRow {
  return readOption(null, () => {
    const given = [...assignments].filter(([, text]) => text !== null);
    const values = given.map(([name, text]) => [name, storedValue(name, text ?? '')]);
    const row: WatchlistRow = { ...Object.fromEntries(values), ...key };
    readRow(row);
    return row;
  });
}
