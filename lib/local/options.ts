import { parseArgs } from 'node:util';
import { AddressUnreadable, parseAddress } from '../../functions/chain/address.ts';
import { findChain } from '../../functions/chain/chains.ts';
import { parseInterval } from '../../functions/wallet/interval.ts';

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

/** An option can't be used; `message` is a sentence for the person who typed it. */
export class OptionUnusable extends Error {
  override readonly name = 'OptionUnusable';
}

/**
 * The command line as typed values.
 * @throws OptionUnusable naming the first option that can't be used.
 */
export function readOptions(argv: readonly string[]): Options {
  const { values, positionals } = parse(argv);
  return {
    wallets: [...new Set(positionals.map(readWallet))],
    chain: sentenceFor('--chain', () => findChain(values.chain).name),
    everySeconds: values.every === undefined ? null : readEvery(values.every),
    dataDir: values.data === undefined ? null : readDirectory(values.data),
    port: readPort(values.port),
    json: values.json,
    help: values.help,
  };
}

function parse(argv: readonly string[]) {
  return sentenceFor('', () =>
    parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: {
        chain: { type: 'string', default: 'eth' },
        every: { type: 'string' },
        data: { type: 'string' },
        port: { type: 'string', default: '4780' },
        json: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    }),
  );
}

function readWallet(text: string): string {
  try {
    return parseAddress(text);
  } catch (error) {
    if (error instanceof AddressUnreadable) throw new OptionUnusable(error.message);
    throw error;
  }
}

function readEvery(text: string): number {
  return sentenceFor('--every', () => parseInterval(text));
}

function readDirectory(text: string): string {
  if (text === '') throw new OptionUnusable('--data takes the name of a directory.');
  return text;
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
    throw new OptionUnusable(option === '' ? reason : `${option}: ${reason}`, { cause: error });
  }
}
