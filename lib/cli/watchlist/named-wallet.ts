import { AddressUnreadable, checksumAddress, parseAddress } from '../../../functions/chain/address.ts';
import type { StackOptions } from '../frame/command-module.ts';
import type { Context } from '../frame/context.ts';
import { readChain, type WatchedWallet } from '../frame/watched-wallet.ts';
import type { OpenStack } from '../stack/chainbell-stack.ts';
import { openStack } from '../stack/open-stack.ts';
import { writeTo } from '../streams.ts';
import { Unfinished, Unusable } from '../unusable.ts';
import { NotWatched, watchlistRows } from './rows.ts';
import { suggestRows } from './suggest-rows.ts';

/** A watched wallet as a command line names it, and the stack that is to watch it. */
interface NamedWallet extends StackOptions {
  readonly wallet: string;
  readonly chain: string;
}

/**
 * Does what a command does with a watched wallet. Where what was typed is none, the rows that may be meant are named, and
 * nothing is done.
 * @throws Unusable where it is no address or chain, Unfinished where it is not watched
 */
export async function withWatched<Result>(
  { wallet: typed, chain: typedChain, ...options }: NamedWallet,
  context: Context,
  act: (watched: WatchedWallet, open: OpenStack) => Promise<Result>,
): Promise<Result> {
  const chain = readChain(typedChain);
  const watched = { wallet: await readWallet(typed), chain };
  const open = await openStack(options, context);
  try {
    return await act(watched, open);
  } catch (error) {
    if (!(error instanceof NotWatched)) throw error;
    const suggestion = await suggestRows(open, watched.wallet, chain);
    if (suggestion === null) throw error;
    throw new Unfinished(`${notWatched(watched)} ${suggestion}`);
  }

  async function readWallet(text: string) {
    try {
      return parseAddress(text);
    } catch (error) {
      if (!(error instanceof AddressUnreadable)) throw error;
      // What is wrong with the address is wrong without a stack too.
      const open = await openStack(options, context).catch(() => null);
      const suggestion = open && (await suggestRows(open, text, chain));
      throw new Unusable(suggestion ? `${error.message} ${suggestion}` : error.message, { cause: error });
    }
  }
}

/** Says on stderr, of a wallet of which nothing was found, that it is not watched, and which rows may be meant. */
export async function noteIfUnwatched(
  watched: WatchedWallet,
  open: OpenStack,
  { streams: { stderr } }: Context,
): Promise<void> {
  const there = await watchlistRows(open)
    .then((rows) => rows.find(watched))
    // Without a look nothing is said: it is a note beside an answer.
    .catch(() => 'unknown');
  if (there !== null) return;
  const suggestion = await suggestRows(open, watched.wallet, watched.chain);
  if (suggestion !== null) await writeTo(stderr, `${notWatched(watched)} ${suggestion}\n`);
}

function notWatched({ wallet, chain }: WatchedWallet): string {
  return `${checksumAddress(wallet)} is not watched on ${chain.name}.`;
}
