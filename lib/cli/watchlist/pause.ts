import { checksumAddress } from '../../../functions/chain/address.ts';
import { type CommandModule, examples, localCommand } from '../frame/command-module.ts';
import { stackPermissions, suggestPermission } from '../frame/permissions.ts';
import { printJson } from '../output/json.ts';
import { writeTo } from '../streams.ts';
import { changeRow } from './change-row.ts';
import { withWatched } from './named-wallet.ts';
import { plainRow } from './plain-row.ts';
import { watchlistRows } from './rows.ts';

/** `chainbell pause <wallet>`: keeps the row and its state, stops polling. */
export const pause = pauseCommand('pause', {
  paused: 'true',
  done: 'is paused: chainbell resume goes on where it stands',
});

/** `chainbell resume <wallet>`: goes on from the stored block. */
export const resume = pauseCommand('resume', {
  paused: null,
  done: 'is polled again, from the block where it stands',
});

interface Wording {
  /** What the row's `paused` becomes; null: it is taken out. */
  readonly paused: string | null;
  readonly done: string;
}

function pauseCommand(name: string, { paused, done }: Wording): CommandModule {
  return {
    permissions: stackPermissions(
      { action: 'dynamodb:Query', on: ['watchlist'] },
      { action: 'dynamodb:UpdateItem', on: ['watchlist'] },
      suggestPermission,
    ),
    make: (context) =>
      localCommand(name)
        .argument('<wallet>', 'its address')
        .option('--chain <name>', 'chain of the wallet, by name or hex id', 'eth')
        .addHelpText('after', examples(`chainbell ${name} 0xYourWallet --chain polygon`))
        .action((typed, options) =>
          withWatched({ wallet: typed, ...options }, context, async (watched, open) => {
            const row = await changeRow(await watchlistRows(open), watched, new Map([['paused', paused]]));
            const { stdout } = context.streams;
            const { wallet, chain } = watched;
            if (options.json) await printJson(stdout, plainRow(row));
            else await writeTo(stdout, `${checksumAddress(wallet)} on ${chain.name} ${done}.\n`);
          }),
        ),
  };
}
