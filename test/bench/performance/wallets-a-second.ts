import { fork } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'undici';
import { createDispatcher } from '../../../functions/api/http/transport.ts';
import { type Address, parseAddress } from '../../../functions/chain/address.ts';
import { pollEach } from '../../../functions/poll-wallets/poll-each.ts';
import { hashOf } from '../../../lib/simulated-api/simulated-transfer.ts';
import { watchOf } from '../../support/alerts.ts';
import { MemoryStates } from '../../support/memory-states.ts';
import { pollWorker, soon, sourceAt } from './poll-worker.ts';
import { elapsedTime, type Ratio, ratioOf } from './ratio.ts';

/** Milliseconds until the API answers. */
const latency = 50;
/** A message's polls where the plan has 200 calls a second. */
const wallets = Array.from({ length: 140 }, (_, n) => parseAddress(hashOf(`wallet ${n}`).slice(0, 42)));
/** Messages until most of both is compiled. */
const toWarmUp = 40;
const page = { page: 0, page_size: 100, cursor: null, result: [] };

/** One worker that polls a message of idle wallets, with all its checks, beside bare GETs of the same pages, all at once. */
export async function walletsASecond(): Promise<Ratio> {
  const server = fork(new URL('./serve-pages.ts', import.meta.url), [String(latency)]);
  server.send(JSON.stringify(page));
  const [address] = (await once(server, 'message')) as [string];
  const dispatcher = createDispatcher();
  const bare = async (wallet: Address) => {
    const url = `${address}/api/v2/${wallet}/erc20/transfers?chain=0x1&from_block=18000000`;
    const { body } = await request(url, { dispatcher, headers: { 'x-api-key': 'a-key' } });
    JSON.parse(await body.text());
  };
  const allAtOnce = () => Promise.all(wallets.map(bare));
  try {
    const poll = await begunMessage(address, dispatcher);
    for (let messages = 0; messages < toWarmUp; messages += 1)
      for (const one of [poll, allAtOnce]) await one();
    const elapsed = (all: () => Promise<unknown>) => () => elapsedTime(wallets.length, all);
    const ratio = await ratioOf(
      'a message beside bare GETs, all at once',
      null,
      elapsed(poll),
      elapsed(allAtOnce),
    );
    return { ...ratio, of: 'wallets' };
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
