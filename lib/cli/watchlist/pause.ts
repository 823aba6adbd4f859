import {
  type CommandModule,
  type Permission,
  stackPermissions,
  suggestPermission,
  walletCommand,
} from '../frame/command.ts';
import { type Outlook, type Sentence, sayOutlook } from './polled/outlook.ts';
import { planAndLabelPermission, surroundingsPermissions } from './polled/surroundings.ts';
import { withWatched } from './rows/named-wallet.ts';
import { namedRow } from './rows/plain-row.ts';
import { changeRow } from './rows/row-changes.ts';
import { watchlistRows } from './rows/rows.ts';

export const pause = pauseCommand('pause', {
  paused: 'true',
  says: () => 'is paused: chainbell resume goes on where it stands.',
  permissions: [suggestPermission],
});

export const resume = pauseCommand('resume', {
  paused: null,
  says: ({ isGood, says }) =>
    isGood ? 'is polled again, from the block where it stands.' : `is resumed. It is ${says}`,
  permissions: [...surroundingsPermissions, planAndLabelPermission],
});

interface Change {
  /** Null: taken out of the row. */
  readonly paused: string | null;
  /** Follows the wallet's name. */
  readonly says: (outlook: Outlook) => string;
  readonly permissions: readonly Permission[];
}

function pauseCommand(name: string, { paused, says, permissions }: Change): CommandModule {
  return {
    permissions: stackPermissions(
      { action: 'dynamodb:Query', on: ['watchlist'] },
      { action: 'dynamodb:UpdateItem', on: ['watchlist'] },
      ...permissions,
    ),
    examples: [`chainbell ${name} Treasury`, `chainbell ${name} 0xYourWallet --chain polygon`],
    make: (context) =>
      walletCommand(name).action((typed, options) =>
        withWatched(typed, options, context, async (watched, open) => {
          const row = await changeRow(await watchlistRows(open), watched, new Map([['paused', paused]]));
          const sentence: Sentence = (outlook) =>
            `${namedRow(row)} on ${watched.chain.name} ${says(outlook)}`;
          await sayOutlook(row, sentence, open, options, context);
        }),
      ),
  };
}
