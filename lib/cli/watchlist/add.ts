import { checksumAddress } from '../../../functions/chain/address.ts';
import { allow, localCommand } from '../frame/command.ts';
import { readWatchedWallet } from '../frame/watched-wallet.ts';
import { planPermission, surroundingsPermissions } from '../health/surroundings.ts';
import { Unusable } from '../unusable.ts';
import { minimumNote, type Sentence, sayOutlook } from './polled/outlook.ts';
import { attributesHelp, readAssignments } from './rows/attributes.ts';
import { namedRow } from './rows/plain-row.ts';
import { addRow } from './rows/row-changes.ts';
import { watchlistRows } from './rows/rows.ts';

export const add = localCommand({
  permissions: [
    ...allow('watchlist', 'dynamodb:Query', 'dynamodb:PutItem'),
    ...surroundingsPermissions,
    planPermission,
  ],
  help: attributesHelp,
  examples: [
    'chainbell add 0xYourWallet',
    `chainbell add 0xYourWallet --chain base label=Treasury 'minAmount={"USDC": 10}' direction=in`,
  ],
  make: (command, context) =>
    command
      .argument('<wallet>', 'its address')
      .argument('[name=value...]', 'attributes of its row')
      .option('--chain <name>', 'chain of the wallet, by name or hex id', 'eth')
      .option('--force', 'replace the row that the wallet has')
      .action(async (typedWallet, typed, { chain: typedChain, force, ...options }) => {
        const watched = readWatchedWallet(typedWallet, typedChain);
        const { wallet, chain } = watched;
        const assignments = readAssignments(typed);
        const open = await context.open(options);
        const rows = await watchlistRows(open);
        const row = await addRow(rows, watched, assignments, force === true);
        if (row === null)
          throw new Unusable(
            `${checksumAddress(wallet)} is watched on ${chain.name} already: chainbell set changes its row, --force replaces it.`,
          );
        const sentence: Sentence = ({ says }, watch) => `${namedRow(row)} is ${says}${minimumNote(watch)}`;
        await sayOutlook(row, sentence, open, options, context);
      }),
});
