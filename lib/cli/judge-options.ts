import { type Address, parseAddress } from '../../functions/chain/address.ts';
import type { Chain } from '../../functions/chain/chains.ts';
import { findChain } from '../../functions/chain/chains.ts';
import { parseOptions, readOption } from './parse-options.ts';
import { Unusable } from './unusable.ts';

const options = {
  chain: 'the name of a chain: --chain polygon',
  wallet: 'an address: --wallet 0xYourWallet',
  history: 'the name of a file: --history sent.ndjson',
} as const;

/** What `chainbell judge` was asked for. */
export interface JudgeOptions {
  readonly chain: Chain;
  /** Whose transfers they are; null: nobody in particular. */
  readonly wallet: Address | null;
  /** A file of its earlier transfers. */
  readonly history: string | null;
}

/**
 * The command line as typed values; null where it asks for help.
 * @throws Unusable naming what can't be used.
 */
export function readJudgeOptions(argv: readonly string[]): JudgeOptions | null {
  const { values, positionals } = parseOptions(argv, options, 'chainbell --help');
  const { help, chain, wallet, history } = values;
  if (help) return null;
  if (positionals.length > 0) {
    throw new Unusable(`'${positionals[0]}' is not taken: transfers come on stdin.`);
  }
  if (history !== null && wallet === null) {
    throw new Unusable('--history takes --wallet: it is the history of a wallet.');
  }
  return {
    chain: readOption('--chain', () => findChain(chain ?? 'eth')),
    wallet: wallet === null ? null : readOption('--wallet', () => parseAddress(wallet)),
    history,
  };
}
