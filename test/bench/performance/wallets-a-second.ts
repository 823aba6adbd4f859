import { execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { promisify } from 'node:util';
import { createDispatcher } from '../../../functions/api/http/transport.ts';
import { type Address, parseAddress } from '../../../functions/chain/address.ts';
import { pollEach } from '../../../functions/poll-wallets/poll-each.ts';
import { hashOf } from '../../../lib/simulated-api/simulated-transfer.ts';
import { watchOf } from '../../support/alerts.ts';
import { MemoryStates } from '../../support/memory-states.ts';
import { repository } from './bundle.ts';
import { pollWorker, soon, sourceAt } from './poll-worker.ts';
import { elapsedTime, type Ratio, ratioOf } from './ratio.ts';

const run = promisify(execFile);

/** Milliseconds until the API answers. */
const latency = 50;
/** A message's polls where the plan has 200 calls a second. */
const wallets = Array.from({ length: 140 }, (_, n) => parseAddress(hashOf(`wallet ${n}`).slice(0, 42)));
/** Messages until most of both is compiled. */
const toWarmUp = 40;
const page = { page: 0, page_size: 100, cursor: null, result: [] };

/** What of the vendor's SDK its documents show: one call for a page of a wallet's transfers. */
interface VendorSdk {
  start(options: { apiKey: string; evmApiBaseUrl: string }): Promise<void>;
  readonly EvmApi: {
    readonly token: {
      getWalletTokenTransfers(query: { address: string; chain: string; fromBlock: number }): Promise<{
        toJSON(): { readonly result: readonly { readonly block_number: string }[] };
      }>;
    };
  };
}

/**
 * One worker that polls a message of idle wallets, with all its checks, beside the vendor's SDK that asks for the same pages and
 * compares their blocks: one after another, as its documents show, and all at once.
 */
export async function walletsASecond(): Promise<Ratio[]> {
  const sdk = await vendorSdk();
  const server = fork(new URL('./serve-pages.ts', import.meta.url), [String(latency)]);
  server.send(JSON.stringify(page));
  const [address] = (await once(server, 'message')) as [string];
  const dispatcher = createDispatcher();
  await sdk.start({ apiKey: 'a-key', evmApiBaseUrl: `${address}/api/v2` });
  const newBlocks = async (wallet: Address) => {
    const reply = await sdk.EvmApi.token.getWalletTokenTransfers({
      address: wallet,
      chain: '0x1',
      fromBlock: 18_000_000,
    });
    return reply.toJSON().result.filter(({ block_number }) => Number(block_number) > 18_000_000);
  };
  const oneByOne = async () => {
    for (const wallet of wallets) await newBlocks(wallet);
  };
  const allAtOnce = () => Promise.all(wallets.map(newBlocks));
  const ours = () => elapsedTime(wallets.length, poll);
  const poll = await begunMessage(address, dispatcher);
  try {
    const of = 'wallets';
    for (let messages = 0; messages < toWarmUp; messages += 1)
      for (const one of [poll, allAtOnce]) await one();
    const loop = () => elapsedTime(wallets.length, oneByOne);
    const together = () => elapsedTime(wallets.length, allAtOnce);
    return [
      { ...(await ratioOf("a message beside the vendor's SDK, looped", 1 / 10, ours, loop, 3)), of },
      { ...(await ratioOf("a message beside the vendor's SDK, at once", 1, ours, together)), of },
    ];
  } finally {
    await dispatcher.close();
    server.disconnect();
  }
}

/** Wallets whose watches have begun, to be polled as one message again and again. */
async function begunMessage(
  baseUrl: string,
  dispatcher: ReturnType<typeof createDispatcher>,
): Promise<() => Promise<void>> {
  const watches = wallets.map((wallet) => watchOf({ wallet, label: null }));
  const states = new MemoryStates();
  const deps = pollWorker({ states, source: sourceAt(baseUrl, dispatcher) });
  const poll = async () => {
    const now = Date.now();
    const asked = watches.map((watch) => ({ watch, cursor: states.stateOf(watch, now) }));
    const results = await pollEach(asked, deps, soon());
    const failed = results.find(({ error }) => error !== null);
    if (failed !== undefined) throw failed.error;
  };
  for (let polls = 0; polls < 3; polls += 1) await poll();
  return poll;
}

/** From a package of its own, which is installed where it is first asked for. */
async function vendorSdk(): Promise<VendorSdk> {
  const folder = `${repository}test/bench/vendor`;
  await run('npm', ['ci', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund', '--silent']);
  return createRequire(`${folder}/package.json`)('moralis').default;
}
