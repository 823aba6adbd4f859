/** What `npm start -- --help` prints. */
export const usage = `Chainbell on this machine: the deployed functions in one process.

  npm start                                      tells a short story on a simulated API
  npm start -- 0xWallet … --rpc URL              watches wallets by a node of their chain: no account, no key
  CHAINBELL_API_KEY=… npm start -- 0xWallet …    watches wallets on the real API

Options, after "npm start --":
  0xWallet …     wallets to watch, from now on
  --chain NAME   chain of these wallets, by name or hex id (eth)
  --rpc URL      JSON-RPC URL of a node to read from
  --every 15s    time between two polls (5s; 1m where calls count against a plan)
  --data DIR     keep rows, state and history there, and go on from them next time
  --port 4780    port of the inbox page
  --json         alerts as JSON, one a line; nothing else on stdout (npm start --silent -- --json)
  --telegram TOKEN:CHAT, --slack URL, --discord URL, --pagerduty KEY, --webhook URL
                 send the alerts there too
  --help         this text

Environment:
  CHAINBELL_API_KEY        key of the API
  CHAINBELL_BASE_URL       another base address of the transfers endpoint (the key is then optional)
  CHAINBELL_COIN_BASE_URL  base address of the coins endpoint; without one, coins are not looked up
  CHAINBELL_RPC_URL        JSON-RPC URL of a node of that chain: wallets without activity are polled every six hours alone

Alerts go to stdout, all else to stderr. Ctrl-C ends it.
`;
