import { allow, type Permission, suggestPermission, walletCommand } from '../frame/command.ts';
import { planAndLabelPermission, surroundingsPermissions } from '../health/surroundings.ts';
import { shown } from '../table.ts';
import { Unusable } from '../unusable.ts';
import { minimumNote, type Outlook, type Sentence, sayOutlook } from './polled/outlook.ts';
import { attributesHelp, readAssignments } from './rows/attributes.ts';
import { withWatched } from './rows/named-wallet.ts';
import { namedRow, plainRow } from './rows/plain-row.ts';
import { changeRow, removeRow } from './rows/row-changes.ts';
import { watchlistRows } from './rows/rows.ts';

const changing = allow('watchlist', 'dynamodb:Query', 'dynamodb:UpdateItem');

export const set = walletCommand({
  permissions: [...changing, ...surroundingsPermissions, planAndLabelPermission],
  help: attributesHelp,
  examples: [
    `chainbell set 0xYourWallet 'minAmount={"USDC": 10}' label="Cold storage"`,
    'chainbell set 0xYourWallet label=',
  ],
  make: (command, context) =>
    command
      .argument('<name=value...>', 'attributes of its row; "name=" removes one')
      .action(async (wallet, typed, options) => {
        const assignments = readAssignments(typed);
        if (assignments.size === 0) throw new Unusable('Nothing to set: write name=value.');
        await withWatched(wallet, options, context, async (watched, open) => {
          const row = await changeRow(await watchlistRows(open), watched, assignments);
          const changes = [...assignments].map(([name, text]) =>
            text === null ? `${name} taken out` : `${name} is now ${shown(text)}`,
          );
          const sentence: Sentence = ({ isGood, says }, watch) => {
            const note = assignments.has('minAmount') ? minimumNote(watch) : '';
            const more = [...assignments].map(([name, text]) => (text && minds[name]) ?? '').join('');
            return `${namedRow(row)} on ${watch.chain.name}: ${changes.join(', ')}.${isGood ? '' : ` It is ${says}`}${note}${more}`;
          };
          await sayOutlook(row, sentence, open, options, context);
        });
      }),
});

const minds: Readonly<Record<string, string | undefined>> = {
  minUsd: '\nPayments to somebody new and transfers without a sure price are reported below minUsd too.',
  fromBlock:
    '\nMind that fromBlock counts only at the first poll: it changes nothing for a wallet that was polled before.',
};

export const pause = pauseCommand('pause', {
  paused: 'true',
  says: () => 'is paused: chainbell resume continues from its stored block, so no transfer is missed.',
  permissions: [suggestPermission],
});

export const resume = pauseCommand('resume', {
  paused: null,
  says: ({ isGood, says }) =>
    isGood ? 'is polled again, from its stored block.' : `is resumed. It is ${says}`,
  permissions: [...surroundingsPermissions, planAndLabelPermission],
});

interface Change {
  /** Null: taken out of the row. */
  readonly paused: string | null;
  /** Follows the wallet's name. */
  readonly says: (outlook: Outlook) => string;
  readonly permissions: readonly Permission[];
}

function pauseCommand(name: string, { paused, says, permissions }: Change) {
  return walletCommand({
    permissions: [...changing, ...permissions],
    examples: [`chainbell ${name} Treasury`, `chainbell ${name} 0xYourWallet --chain polygon`],
    make: (command, context) =>
      command.action((typed, options) =>
        withWatched(typed, options, context, async (watched, open) => {
          const row = await changeRow(await watchlistRows(open), watched, new Map([['paused', paused]]));
          const whom = `${namedRow(row)} on ${watched.chain.name}`;
          await sayOutlook(row, (outlook) => `${whom} ${says(outlook)}`, open, options, context);
        }),
      ),
  });
}

export const remove = walletCommand({
  permissions: [...allow('watchlist', 'dynamodb:Query', 'dynamodb:DeleteItem'), suggestPermission],
  examples: ['chainbell remove 0xYourWallet --chain polygon'],
  make: (command, context) =>
    command.action((typed, options) =>
      withWatched(typed, options, context, async (watched, open) => {
        const { row, fate } = await removeRow(await watchlistRows(open), watched);
        await context.say(options, plainRow(row), `${namedRow(row)} ${fate}\n`);
      }),
    ),
});
