import { parseAddress } from '../../functions/chain/address.ts';
import { findChain } from '../../functions/chain/chains.ts';
import { parseNodeUrl } from '../../functions/node/node-url.ts';
import { parseInterval } from '../../functions/wallet/read-row.ts';
import { parseOptions, readOption } from '../cli/parse-options.ts';
import { Unusable } from '../cli/unusable.ts';
import { defaultPort } from '../local-engines.ts';
import { type LocalDestination, readDestinations } from './destinations.ts';

/** What `npm start` was asked for. */
export interface Options {
  /** As typed, and checked. */
  readonly wallets: readonly string[];
  /** Chain of these wallets, by name; null: eth, or the chain of the node. */
  readonly chain: string | null;
  /** JSON-RPC URL of a node that transfers are read from; null: they are read from the API. */
  readonly rpc: string | null;
  /** Seconds between two ticks; null: whatever suits the API. */
  readonly everySeconds: number | null;
  /** Where tables are kept; null: in memory. */
  readonly dataDir: string | null;
  /** Of the inbox page; 0: any free one. */
  readonly port: number;
  /** Alerts as JSON on stdout. */
  readonly json: boolean;
  /** Where alerts go too. */
  readonly destinations: readonly LocalDestination[];
  readonly help: boolean;
}

const options = {
  chain: 'the name of a chain: --chain polygon',
  rpc: 'the URL of a node: --rpc http://127.0.0.1:8545',
  every: 'a time between two polls: --every 15s',
  data: 'the name of a directory: --data ./chainbell-data',
  port: 'a port, 0 to 65535: --port 4780',
  json: null,
  telegram: 'the token of a bot and the number of a chat: --telegram 1234:abc:5678',
  slack: 'the URL of an incoming webhook: --slack https://hooks.slack.com/services/…',
  discord: 'the URL of a webhook: --discord https://discord.com/api/webhooks/…',
  pagerduty: 'the integration key of a service: --pagerduty a1b2…',
  webhook: 'the URL of a receiver: --webhook https://example.org/hook',
} as const;

/**
 * The command line as typed values.
 * @throws Unusable naming the first option that can't be used.
 */
export function readOptions(argv: readonly string[]): Options {
  const { values, positionals } = parseOptions(argv, options, 'npm start -- --help');
  const { every, data: dataDir, json, help } = values;
  const wallets = positionals.map((text) => readOption(null, () => parseAddress(text)));
  const { chain: typed, rpc } = values;
  const chain = typed === null ? null : readOption('--chain', () => findChain(typed).name);
  if (rpc !== null) readOption('--rpc', () => parseNodeUrl(rpc));
  if (chain !== null && wallets.length === 0 && !help) {
    throw new Unusable(`--chain needs a wallet: npm start -- 0xYourWallet --chain ${chain}`);
  }
  return {
    wallets: [...new Set(wallets)],
    chain,
    rpc,
    everySeconds: every === null ? null : readOption('--every', () => parseInterval(every)),
    dataDir,
    port: readPort(values.port ?? String(defaultPort)),
    json,
    destinations: help ? [] : readDestinations(values),
    help,
  };
}

function readPort(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (!(port <= 65_535)) throw new Unusable(`--port: "${text}" is not a port, it takes 0 to 65535.`);
  return port;
}
