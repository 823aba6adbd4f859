import { AddressUnreadable, checksumAddress, parseAddress } from '../../../../functions/chain/address.ts';
import { findChain } from '../../../../functions/chain/chains.ts';
import type { Context, StackOptions } from '../../frame/command.ts';
import { readChain, type WatchedWallet, walletOnChain } from '../../frame/watched-wallet.ts';
import type { OpenStack } from '../../stack/open-stack.ts';
import { writeTo } from '../../streams.ts';
import { shown } from '../../table.ts';
import { Unfinished, Unusable } from '../../unusable.ts';
import { NotWatched, watchlistRows } from './rows.ts';
import { suggestRows, walletsLabelled } from './suggest-rows.ts';

interface WalletOptions extends StackOptions {
  /** Absent: eth, or the chain of the one wallet with that label. */
  readonly chain?: string | undefined;
}

/**
 * If the typed wallet is not watched, does nothing and names the rows that may be meant.
 * @param typed address or label
 * @throws Unusable if it is no address or chain, or several wallets have that label, Unfinished if none is watched
 */
export async function withWatched<Result>(
  typed: string,
  { chain: typedChain, ...options }: WalletOptions,
  context: Context,
  act: (watched: WatchedWallet, open: OpenStack) => Promise<Result>,
): Promise<Result> {
  const asked = typedChain === undefined ? null : readChain(typedChain);
  const chain = asked ?? findChain('eth');
  const watched = await readWallet(typed);
  const open = await context.open(options);
  try {
    return await act(watched, open);
  } catch (error) {
    if (!(error instanceof NotWatched)) throw error;
    const suggestion = await suggestRows(open, watched.wallet, watched.chain);
    if (suggestion === null) throw error;
    throw new Unfinished(`${notWatched(watched)} ${suggestion}`);
  }

  async function readWallet(text: string): Promise<WatchedWallet> {
    try {
      return { wallet: parseAddress(text), chain };
    } catch (error) {
      if (!(error instanceof AddressUnreadable)) throw error;
      // A mistyped address is an error even without a stack.
      const open = await context.open(options).catch(() => null);
      const found = open && (await walletsLabelled(open, text, asked));
      if (found?.length === 1 && found[0] !== undefined) return found[0];
      if (found && found.length > 1) throw new Unusable(severalCalled(text, found), { cause: error });
      const suggestion = open && (await suggestRows(open, text, chain));
      const isLabel = found && /\p{L}/u.test(text) && !/^0x|[0-9a-f]{8}/i.test(text);
      const reason = isLabel ? `No watched wallet is called "${shown(text)}".` : error.message;
      const advice = suggestion ?? (isLabel ? 'chainbell list shows the watched ones.' : '');
      const sentence = `${reason} ${advice}`.trim();
      throw isLabel ? new Unfinished(sentence) : new Unusable(sentence, { cause: error });
    }
  }
}

const maxNamed = 5;

function severalCalled(label: string, found: readonly WatchedWallet[]): string {
  const names = found.slice(0, maxNamed).map(({ wallet, chain }) => walletOnChain({ wallet, chain }));
  const chains = new Set(found.map(({ chain }) => chain.id));
  const more = found.length > maxNamed ? ', and others' : '';
  return `${found.length} wallets are called "${shown(label)}": ${names.join(', ')}${more}. Give the address${chains.size === 1 ? '' : ', or --chain'}.`;
}

/** Says on stderr that a wallet without results is not watched, and which rows may be meant. */
export async function noteIfUnwatched(
  watched: WatchedWallet,
  open: OpenStack,
  { streams: { stderr } }: Context,
): Promise<void> {
  const there = await watchlistRows(open)
    .then((rows) => rows.find(watched))
    // A failed search for suggestions is not reported: they are only a note beside the answer.
    .catch(() => 'unknown');
  if (there !== null) return;
  const suggestion = await suggestRows(open, watched.wallet, watched.chain);
  if (suggestion !== null) await writeTo(stderr, `${notWatched(watched)} ${suggestion}\n`);
}

function notWatched({ wallet, chain }: WatchedWallet): string {
  return `${checksumAddress(wallet)} is not watched on ${chain.name}.`;
}
