import { alertSchema } from '../../../functions/alert/alert.ts';
import { type Address, checksumAddress, parseAddress } from '../../../functions/chain/address.ts';
import { findChain } from '../../../functions/chain/chains.ts';
import { allow, chainOfWallet, localCommand, suggestPermission } from '../frame/command.ts';
import type { WatchedWallet } from '../frame/watched-wallet.ts';
import { type OpenStack, openTable } from '../stack/open-stack.ts';
import { readOption, Unfinished } from '../unusable.ts';
import { withWatched } from '../watchlist/rows/named-wallet.ts';
import { namedRow, plainRow } from '../watchlist/rows/plain-row.ts';
import { trustToken } from '../watchlist/rows/row-changes.ts';
import { watchlistRows } from '../watchlist/rows/rows.ts';

export const trust = localCommand({
  permissions: [
    { action: 'dynamodb:Scan', on: ['history'], when: 'with an id' },
    ...allow('watchlist', 'dynamodb:Query', 'dynamodb:UpdateItem'),
    suggestPermission,
  ],
  help: `Adds the token to trustTokens of the wallet's row: later transfers of it are reported.`,
  examples: ['chainbell trust 9f2c41d8a07be3665f0f1b2c3d4e5f60', 'chainbell trust 0xYourWallet 0xToken'],
  make: (command, context) =>
    command
      .argument('<id-or-wallet>', 'an id that chainbell hidden shows, or the wallet, by address or label')
      .argument('[token]', 'address of the token, after a wallet')
      .option('--chain <name>', chainOfWallet)
      .action(async (idOrWallet, typedToken, options) => {
        if (typedToken === undefined) {
          const open = await context.open(options);
          const { watched, token } = await findAlert(open, idOrWallet);
          return trustIn(watched, token, open);
        }
        const token = readOption(null, () => parseAddress(typedToken));
        return withWatched(idOrWallet, options, context, (watched, open) => trustIn(watched, token, open));

        async function trustIn(watched: WatchedWallet, token: Address, open: OpenStack): Promise<void> {
          const { row, isNew } = await trustToken(await watchlistRows(open), watched, token);
          const since = `on ${watched.chain.name} ${isNew ? 'from now on' : 'already'}`;
          const text = `${checksumAddress(token)} is trusted for ${namedRow(row)} ${since}.\n`;
          await context.say(options, plainRow(row), text);
        }
      }),
});

async function findAlert(open: OpenStack, id: string) {
  const history = await openTable(open, 'history');
  const ofId = { FilterExpression: '#id = :id', names: { id: 'id' }, values: { id } };
  for await (const item of history.scan(ofId)) {
    const { data: alert } = alertSchema.safeParse(item.alert);
    if (alert === undefined || !('transfer' in alert || 'approval' in alert)) continue;
    const { wallet } = alert;
    const { token } = 'transfer' in alert ? alert.transfer : alert.approval;
    if (token.address === null) continue; // the chain's own coin is never spam
    return { watched: { wallet: wallet.address, chain: findChain(wallet.chainId) }, token: token.address };
  }
  const hint = 'chainbell hidden 0xYourWallet shows ids. After a wallet, give the address of a token.';
  throw new Unfinished(`History has no alert ${id.slice(0, 60)}: ${hint}`);
}
