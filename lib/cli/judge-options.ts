import { parseArgs } from 'node:util';
import { type Address, parseAddress } from '../../functions/chain/address.ts';
import { type Chain, findChain } from '../../functions/chain/chains.ts';
import { Unusable } from './unusable.ts';

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
  const { help, chain, wallet, history } = parse(argv);
  if (help) return null;
  if (history !== undefined && wallet === undefined) {
    throw new Unusable('--history takes --wallet: it is the history of a wallet.');
  }
  return {
    chain: sentenceFor('--chain: ', () => findChain(chain)),
    wallet: wallet === undefined ? null : sentenceFor('--wallet: ', () => parseAddress(wallet)),
    history: history ?? null,
  };
}

function parse(argv: readonly string[]) {
  const { values } = sentenceFor('', () =>
    parseArgs({
      args: [...argv],
      options: {
        chain: { type: 'string', default: 'eth' },
        wallet: { type: 'string' },
        history: { type: 'string' },
        help: { type: 'boolean', short: 'h', default: false },
      },
    }),
  );
  return values;
}

/** What a reader throws, as one sentence: Node's own messages about options go on for several. */
function sentenceFor<Value>(option: string, read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    const [sentence = ''] = text.split(/\n|(?<=[.'])\s(?=To specify)/);
    throw new Unusable(`${option}${sentence}`, { cause: error });
  }
}
