import { pollWallet } from '../../../functions/poll-wallets/poll-wallet.ts';
import { tableItems } from '../../../functions/runtime/table-items.ts';
import { createHistoryTable } from '../../../functions/state/history-table.ts';
import { stateKey } from '../../../functions/state/state-items.ts';
import { createStateTable, findCursor } from '../../../functions/state/state-table.ts';
import { sumOf } from '../../../lib/cost/operations.ts';
import { withDigits } from '../../simulation/aws/tables.ts';
import { watchOf } from '../../support/alerts.ts';
import type { MemoryChain } from '../../support/fakes/memory-chain.ts';
import { blockAt, PollWorld } from '../../support/worlds/poll-world.ts';
import { countedTables } from './counted-tables.ts';
import { Tally } from './tally.ts';

const watch = watchOf();
const hidden = { possibleSpam: true };
const unverified = { verified: false };

/** `npm run bench -- --only units`: a poll a minute of one wallet, whose watch began an hour before. */
export async function countedUnits() {
  return [
    await unitsOf('nothing', 10, () => {}),
    await unitsOf('an alert', 10, (chain, block) => void chain.mine(block)),
    await unitsOf('a hidden transfer', 10, (chain, block) => void chain.mine(block, hidden, unverified)),
    await unitsOf('30,000 hidden transfers in a block', 16, (chain, block) => {
      for (let i = 0; i < 30_000; i += 1) chain.mine(block, hidden, unverified);
    }),
  ];
}

/** DynamoDB's units for what a wallet gets, and for the polls after it until all is settled. */
async function unitsOf(what: string, polls: number, mine: (chain: MemoryChain, block: number) => void) {
  const world = new PollWorld();
  const { clock } = world.deps;
  const tally = new Tally();
  const tables = countedTables(tally, clock);
  const states = createStateTable(tableItems(tables.client(withDigits), 'State'), clock);
  const plain = tables.client((item) => structuredClone(item));
  const history = createHistoryTable(tableItems(plain, 'History'), 90, clock);
  const deps = { ...world.deps, states, history };
  const poll = async () => {
    world.advance(60_000);
    const cursor = findCursor(watch, await states.readItems([stateKey(watch)]), world.now);
    await pollWallet(watch, cursor, deps, world.limits());
  };
  for (let i = 0; i < 60; i += 1) await poll();
  tally.take();
  mine(world.chain, blockAt(60));
  for (let i = 0; i < polls; i += 1) await poll();
  const { readUnits, writeUnits } = sumOf(...tally.take().values());
  return { what, polls, readUnits, writeUnits };
}
