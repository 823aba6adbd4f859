import { type Address, parseAddress } from '../../../functions/chain/address.ts';
import type { Chain } from '../../../functions/chain/chains.ts';
import { readChain } from '../frame/watched-wallet.ts';
import { readOption } from '../parse-options.ts';
import { Unusable } from '../unusable.ts';

/** What `chainbell judge` was asked for. */
export interface JudgeOptions {
  readonly chain: Chain;
  /** Whose transfers they are; null: nobody in particular. */
  readonly wallet: Address | null;
  /** A file of its earlier transfers. */
  readonly history: string | null;
}

/** The options as typed. */
export interface TypedJudgeOptions {
  readonly chain: string;
  readonly wallet?: string | undefined;
  readonly history?: string | undefined;
}

/** @throws Unusable naming what can't be used. */
export function readJudgeOptions({ chain, wallet, history }: TypedJudgeOptions): JudgeOptions {
  if (history !== undefined && wallet === undefined)
    throw new Unusable('--history takes --wallet: it is the history of a wallet.');
  return {
    chain: readChain(chain),
    wallet: wallet === undefined ? null : readOption('--wallet', () => parseAddress(wallet)),
    history: history ?? null,
  };
}
