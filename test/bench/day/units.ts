import { pollWallet } from '../../../functions/poll-wallets/poll-wallet.ts';
import { tableItems } from '../../../functions/runtime/table-items.ts';
import { createHistoryTable } from '../../../functions/state/history-table.ts';
import { stateKey } from '../../../functions/state/state-items.ts';
import { createStateTable, findCursor } from '../../../functions/state/state-table.ts';
import { watchOf } from '../../support/alerts.ts';
import { MemoryChain } from '../../support/memory-chain.ts';
import { pageSource } from '../../support/page-source.ts';
import { CountedTables } from './counted-tables.ts';
import { pollWorker } from './poll-worker.ts';
import { Tally } from './tally.ts';

/** DynamoDB's units of what a wallet meets, and of the polls behind it until all of it is settled. */
export interface UnitCost {
  readonly what: string;
  readonly polls: number;
  readonly readUnits: number;
  readonly writeUnits: number;
}

const watch = watchOf();
const minute = 60_000;
const begin = Date.parse('2026-01-02T03:00:00.000Z');
const hidden = { possibleSpam: true };
const unverified = { verified: false };

/** `npm run bench -- --only units`: a poll a minute of one wallet, whose watch began an hour before. */
export async function countedUnits(): Promise<UnitCost[]> {
  return [
    await unitsOf('nothing', 10, () => {}),
    await unitsOf('an alert', 10, (chain, block) => void chain.mine(block)),
    await unitsOf('a hidden transfer', 10, (chain, block) => void chain.mine(block, hidden, unverified)),
    await unitsOf('30,000 hidden transfers in a block', 16, (chain, block) => {
      for (let i = 0; i < 30_000; i += 1) chain.mine(block, hidden, unverified);
    }),
  ];
}

async function unitsOf(
  what: string,
  polls: number,
  mine: (chain: MemoryChain, block: number) => void,
): Promise<UnitCost> {
  let now = begin;
  const clock = { now: () => now, sleep: async () => {} };
  const chain = new MemoryChain({ millisecondsPerBlock: 12_000, known: { block: 1_000_000, time: now } });
  const tally = new Tally();
  const tables = new CountedTables(tally, async () => {});
  const states = createStateTable(tableItems(tables.client(), 'State'), clock);
  const plain = tables.client((item) => structuredClone(item));
  const history = createHistoryTable(tableItems(plain, 'History'), 90, clock);
  const source = pageSource((query) => chain.pages(query));
  const deps = pollWorker({ states, history, source, clock });
  const poll = async () => {
    now += minute;
    const cursor = findCursor(watch, await states.readItems([stateKey(watch)]), now);
    const pace = { everySeconds: 60, askedSeconds: 60, callsPerDay: null };
    await pollWallet(watch, cursor, deps, {
      deadline: now + 30_000,
      publishUntil: now + 45_000,
      bulk: false,
      pace,
    });
  };
  for (let i = 0; i < 60; i += 1) await poll();
  tally.take();
  mine(chain, 1_000_000 + Math.floor((now - begin) / 12_000));
  for (let i = 0; i < polls; i += 1) await poll();
  const counted = [...tally.take().values()];
  return {
    what,
    polls,
    readUnits: counted.reduce((sum, { readUnits }) => sum + readUnits, 0),
    writeUnits: counted.reduce((sum, { writeUnits }) => sum + writeUnits, 0),
  };
}
