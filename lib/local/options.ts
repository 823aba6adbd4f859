import { AddressUnreadable, parseAddress } from '../../functions/chain/address.ts';
import { findChain } from '../../functions/chain/chains.ts';
import { parseInterval } from '../../functions/wallet/read-row.ts';
import { OptionUnusable, parseCommandLine } from './command-line.ts';

/** What `npm start` was asked for. */
export interface Options {
  /** As typed, and checked. */
  readonly wallets: readonly string[];
  /** Chain of these wallets, as typed, and checked. */
  readonly chain: string;
  /** Seconds between two ticks; null: whatever suits the API. */
  readonly everySeconds: number | null;
  /** Where tables are kept; null: in memory. */
  readonly dataDir: string | null;
  /** Of the inbox page; 0: any free one. */
  readonly port: number;
  /** Alerts as JSON on stdout. */
  readonly json: boolean;
  readonly help: boolean;
}

/**
 * The command line as typed values.
 * @throws OptionUnusable naming the first option that can't be used.
 */
export function readOptions(argv: readonly string[]): Options {
  const { wallets, chain, every, data, port, json, help } = parseCommandLine(argv);
  const options: Options = {
    wallets: [...new Set(wallets.map(readWallet))],
    chain: readChain(chain ?? 'eth'),
    everySeconds: every === null ? null : readEvery(every),
    dataDir: data,
    port: readPort(port ?? '4780'),
    json,
    help,
  };
  if (chain !== null && wallets.length === 0 && !help) {
    throw new OptionUnusable(`--chain needs a wallet: npm start -- 0xYourWallet --chain ${options.chain}`);
  }
  return options;
}

function readWallet(text: string): string {
  try {
    return parseAddress(text);
  } catch (error) {
    if (error instanceof AddressUnreadable) throw new OptionUnusable(error.message);
    throw error;
  }
}

function readChain(text: string): string {
  return sentenceFor('--chain', () => findChain(text).name);
}

function readEvery(text: string): number {
  return sentenceFor('--every', () => parseInterval(text));
}

function readPort(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (!(port <= 65_535)) throw new OptionUnusable(`--port: "${text}" is not a port, it takes 0 to 65535.`);
  return port;
}

/** What a reader of one value throws, as a sentence that names its option. */
function sentenceFor<Value>(option: string, read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    const [reason = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
    throw new OptionUnusable(`${option}: ${reason}`, { cause: error });
  }
}
