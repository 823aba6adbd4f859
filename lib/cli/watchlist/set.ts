import { readRow } from '../../../functions/wallet/read-row.ts';
import { type CommandModule, examples, walletCommand } from '../frame/command-module.ts';
import { stackPermissions } from '../frame/permissions.ts';
import { printJson } from '../output/json.ts';
import { Unusable } from '../unusable.ts';
import { attributesHelp, readAssignments } from './attributes.ts';
import { withWatched } from './named-wallet.ts';
import { minimumNote, type Outlook, sayOutlook } from './outlook.ts';
import { namedRow, plainRow } from './plain-row.ts';
import { changeRow } from './row-changes.ts';
import { watchlistRows } from './rows.ts';
import { planAndLabelPermission, surroundingsPermissions } from './surroundings.ts';

/** `chainbell set <wallet> name=value`: changes attributes of a row. */
export const set: CommandModule = {
  permissions: stackPermissions(
    { action: 'dynamodb:Query', on: ['watchlist'] },
    { action: 'dynamodb:UpdateItem', on: ['watchlist'] },
    ...surroundingsPermissions,
    planAndLabelPermission,
  ),
  make: (context) =>
    walletCommand('set')
      .argument('<name=value...>', 'attributes of its row; "name=" takes one out')
      .addHelpText(
        'after',
        attributesHelp +
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
          if (options.json) await printJson(context.streams.stdout, plainRow(row));
          const names = [...assignments].map(
            ([name, text]) => `${name} ${text === null ? 'taken out' : 'set'}`,
          );
          const watch = readRow(row);
          const note = assignments.has('minAmount') ? minimumNote(watch) : '';
          const sentence = ({ isGood, says }: Outlook) =>
            `${namedRow(row)} on ${watch.chain.name}: ${names.join(', ')}.${isGood ? '' : ` It is ${says}`}${note}`;
          await sayOutlook([watch], sentence, open, options, context);
        });
      }),
};
