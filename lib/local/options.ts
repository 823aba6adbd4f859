import { Command, CommanderError } from '@commander-js/extra-typings';
import { parseAddress } from '../../functions/chain/address.ts';
import { findChain } from '../../functions/chain/chains.ts';
import { parseNodeUrl } from '../../functions/node/node-parameters.ts';
import { parseInterval } from '../../functions/wallet/read-row.ts';
import { mistakeIn, readOption, refuseTwice, Unusable } from '../cli/unusable.ts';
import { defaultPort, readPort } from '../local-engines.ts';
import { readDestinations } from './destinations.ts';

export type Options = Exclude<ReturnType<typeof readOptions>, { readonly help: string }>;

/** Printed by `npm start -- --help`. */
const uses = `Chainbell on this machine: the deployed functions in one process.

  npm start                                    tells a short story on a simulated API
  npm start -- 0xWallet … --rpc URL            watches wallets by their chain's node: no account, no key
  CHAINBELL_API_KEY=… npm start -- 0xWallet …  watches wallets on the real API`;
const environment = `
Environment:
  CHAINBELL_API_KEY        key of the API
  CHAINBELL_BASE_URL       another base address of the transfers endpoint (the key is then optional)
  CHAINBELL_COIN_BASE_URL  base address of the coins endpoint; without one, coins are not looked up
  CHAINBELL_RPC_URL        JSON-RPC URL of a node of that chain: wallets without activity are polled every six hours only

Alerts go to stdout, all else to stderr. Ctrl-C ends the run.`;

const makeProgram = (writeOut: (text: string) => void) =>
  new Command('npm start --')
    .usage('[0xWallet …] [options]')
    .description(uses)
    .argument('[wallets...]', 'wallets to watch, from now on')
    .option('--chain <name>', 'chain of these wallets, by name or hex id (eth): --chain polygon')
    .option('--rpc <url>', 'node to read from: --rpc http://127.0.0.1:8545')
    .option('--every <time>', 'time between two polls (5s; 1m where calls count against a plan): --every 15s')
    .option('--data <dir>', 'keep rows, state and history there: --data ./chainbell-data')
    .option('--port <number>', 'port of the inbox page: --port 4780', String(defaultPort))
    .option('--json', 'alerts as JSON, a line each; nothing else on stdout (npm start --silent -- --json)')
    .option('--telegram <token:chat>', 'send the alerts there too: --telegram 1234:abc:5678')
    .option('--slack <url>', 'the same: --slack https://hooks.slack.com/services/…')
    .option('--discord <url>', 'the same: --discord https://discord.com/api/webhooks/…')
    .option('--pagerduty <key>', 'the same, by the integration key of a service: --pagerduty a1b2…')
    .option('--webhook <url>', 'the same, signed: --webhook https://example.org/hook')
    .addHelpText('after', environment)
    .exitOverride()
    .configureOutput({ writeOut, writeErr() {}, getOutHelpWidth: () => 98 });

/** @throws Unusable naming the first option that can't be used */
export function readOptions(argv: readonly string[]) {
  let help = '';
  const program = makeProgram((text) => {
    help += text;
  });
  refuseTwice(program);
  try {
    program.parse(argv, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return { help };
    throw new Unusable(`${mistakeIn(error)}; npm start -- --help lists what it takes.`, { cause: error });
  }
  const values = program.opts();
  for (const { long, description } of program.options) {
    const value = values[long?.slice(2) as keyof typeof values];
    // The next option is not a value.
    if (typeof value === 'string' && /^(-|$)/.test(value.trim()))
      throw new Unusable(`${long} takes a value; ${description}`);
  }
  const { chain: typedChain, every, rpc = null, data: dataDir = null, json = false } = values;
  const wallets = program.processedArgs[0].map((text) => readOption(null, () => parseAddress(text)));
  const chain = typedChain === undefined ? null : readOption('--chain', () => findChain(typedChain).name);
  if (rpc !== null) readOption('--rpc', () => parseNodeUrl(rpc));
  if (chain !== null && wallets.length === 0)
    throw new Unusable(`--chain needs a wallet: npm start -- 0xYourWallet --chain ${chain}`);
  return {
    wallets: [...new Set(wallets)],
    /** By name; null: eth, or the chain of the node. */
    chain,
    /** JSON-RPC URL; null: transfers are read from the API. */
    rpc,
    /** Between two ticks; null: whatever suits the API. */
    everySeconds: every === undefined ? null : readOption('--every', () => parseInterval(every)),
    /** Null: in memory. */
    dataDir,
    port: readPort(values.port),
    json,
    destinations: readDestinations(values),
  };
}
