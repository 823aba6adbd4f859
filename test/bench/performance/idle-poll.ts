import { fork } from 'node:child_process';
import { once } from 'node:events';
import { type Dispatcher, request } from 'undici';
import { createDispatcher } from '../../../functions/api/http/transport.ts';
import { pollWallet } from '../../../functions/poll-wallets/poll-wallet.ts';
import { systemClock } from '../../../functions/runtime/clock.ts';
import { simulatedTransfer } from '../../../lib/simulated-api/simulated-transfer.ts';
import { exchange, treasury, usdc, watchOf } from '../../support/alerts.ts';
import { MemoryStates } from '../../support/memory-states.ts';
import { pollWorker, soon, sourceAt } from './poll-worker.ts';
import { processorTime, type Ratio, ratioOf } from './ratio.ts';

const perRound = 300;
/** So many polls until V8 has compiled what it will: a container makes them in the first hour of many. */
const toWarmUp = 20_000;
const goal = 1.5;

/**
 * What an idle poll costs beside a bare GET with undici and JSON.parse of the same reply: a page of so many transfers that were
 * all seen before, in a text that the worker has not met.
 */
export async function idlePoll(transfers: number): Promise<Ratio> {
  const server = fork(new URL('./serve-pages.ts', import.meta.url));
  server.send(pageOf(transfers));
  const [address] = (await once(server, 'message')) as [string];
  const dispatcher = createDispatcher();
  try {
    const poll = await begun(address, dispatcher);
    const url = `${address}/api/v2/${treasury}/erc20/transfers?chain=0x1&from_block=17999975&limit=100&disable_total=true`;
    const bare = async () => {
      const { body } = await request(url, { dispatcher, headers: { 'x-api-key': 'a-key' } });
      JSON.parse(await body.text());
    };
    for (const one of [poll, bare]) await processorTime(toWarmUp, one);
    return await ratioOf(
      `idle poll, ${transfers} transfer(s) seen before`,
      goal,
      () => processorTime(perRound, poll),
      () => processorTime(perRound, bare),
    );
  } finally {
    await dispatcher.close();
    server.disconnect();
  }
}

function pageOf(transfers: number): string {
  const now = Date.now();
  const rows = Array.from({ length: transfers }, (_, n) =>
    simulatedTransfer({
      chainId: '0x1',
      knownAt: now,
      transaction: `transaction ${n}`,
      token: { address: usdc, name: 'USD Coin', symbol: 'USDC', decimals: 6, verified: true },
      from: exchange,
      to: treasury,
      value: 12_500_000n,
      block: 18_000_000 + n,
      minedAt: new Date(now),
      transactionIndex: 3,
      logIndex: n,
    }),
  );
  return JSON.stringify({ page: 0, page_size: 100, cursor: null, result: rows.map(({ wire }) => wire) });
}

/** A wallet whose watch has begun, to be polled again and again. @throws Error where such a poll is not idle */
async function begun(baseUrl: string, dispatcher: Dispatcher): Promise<() => Promise<void>> {
  const watch = watchOf();
  const states = new MemoryStates();
  // Its clock stands still: five minutes after its transfers a page is settled, and a busy machine takes that long.
  const now = Date.now();
  const clock = { ...systemClock, now: () => now };
  const deps = pollWorker({ clock, states, source: sourceAt(baseUrl, dispatcher) });
  const poll = async () => {
    await pollWallet(watch, states.stateOf(watch, now), deps, soon());
  };
  for (let polls = 0; polls < 3; polls += 1) await poll();
  const { saves } = states;
  return async () => {
    await poll();
    if (states.saves !== saves) throw new Error('that poll was not idle');
  };
}
