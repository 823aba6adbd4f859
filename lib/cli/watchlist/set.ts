import { type CommandModule, stackPermissions, walletCommand } from '../frame/command.ts';
import { Unusable } from '../unusable.ts';
import { minimumNote, type Sentence, sayOutlook } from './polled/outlook.ts';
import { planAndLabelPermission, surroundingsPermissions } from './polled/surroundings.ts';
import { attributesHelp, readAssignments } from './rows/attributes.ts';
import { withWatched } from './rows/named-wallet.ts';
import { namedRow } from './rows/plain-row.ts';
import { changeRow } from './rows/row-changes.ts';
import { watchlistRows } from './rows/rows.ts';

export const set: CommandModule = {
  permissions: stackPermissions(
    { action: 'dynamodb:Query', on: ['watchlist'] },
    { action: 'dynamodb:UpdateItem', on: ['watchlist'] },
    ...surroundingsPermissions,
    planAndLabelPermission,
  ),
  help: attributesHelp,
  examples: [
    'chainbell set 0xYourWallet minAmount=10 label="Cold storage"',
    'chainbell set 0xYourWallet label=',
  ],
  make: (context) =>
    walletCommand('set')
      .argument('<name=value...>', 'attributes of its row; "name=" takes one out')
      .action(async (wallet, typed, options) => {
        const assignments = readAssignments(typed);
        if (assignments.size === 0) throw new Unusable('Nothing to set: write name=value.');
        await withWatched(wallet, options, context, async (watched, open) => {
          const row = await changeRow(await watchlistRows(open), watched, assignments);
          const names = [...assignments].map(
            ([name, text]) => `${name} ${text === null ? 'taken out' : 'set'}`,
          );
          const sentence: Sentence = ({ isGood, says }, watch) => {
            const note = assignments.has('minAmount') ? minimumNote(watch) : '';
            return `${namedRow(row)} on ${watch.chain.name}: ${names.join(', ')}.${isGood ? '' : ` It is ${says}`}${note}`;
          };
          await sayOutlook(row, sentence, open, options, context);
        });
      }),
};
