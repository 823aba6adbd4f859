import { beforeEach, describe, expect, it } from 'vitest';
import { smsText } from '../../functions/alert/text/sentence.ts';
import { parseAddress } from '../../functions/chain/address.ts';
import { createIncidentLog } from '../../functions/incidents/incident-log.ts';
import type { OperationsMessage } from '../../functions/incidents/operations-message.ts';
import { pollWallets } from '../../functions/poll-wallets/poll-wallets.ts';
import { createContradictionReports } from '../../functions/poll-wallets/report/contradictions.ts';
import { treasury, usdc, watchOf } from '../support/alerts.ts';
import { LaggingTable } from '../support/fakes/lagging-table.ts';
import { blockAt, PollWorld } from '../support/worlds/poll-world.ts';
import { emptyWorld, pays } from './story.ts';

const lie = { decimals: 18 };
const sent = pays();

let world: PollWorld;
let table: LaggingTable;
let told: OperationsMessage[];
let reads: number;
/** Thrown instead of publishing an operations message. */
let refusal: Error | null;
beforeEach(() => {
  table = new LaggingTable();
  [told, reads, refusal] = [[], 0, null];
  world = new PollWorld();
});

/** One worker after a cold start. */
function worker(): PollWorld['deps'] {
  const { clock } = world.deps;
  const publish = async (message: OperationsMessage) => {
    if (refusal !== null) throw refusal;
    told.push(message);
  };
  const incidents = createIncidentLog(table.opened, publish, clock);
  const find: typeof incidents.find = (key) => {
    reads += 1;
    return incidents.find(key);
  };
  return { ...world.deps, reportContradictions: createContradictionReports({ ...incidents, find }) };
}

async function poll(deps: PollWorld['deps']): Promise<void> {
  world.advance(60_000);
  await pollWallets(world.message([{ wallet: treasury, chain: 'eth' }]), deps, world.now + 60_000);
}

describe("the API's contradiction of our own list", () => {
  it('is ignored in amounts, sums and filters', async () => {
    const row = watchOf({ minAmount: { byToken: new Map([[usdc, '100000']]), otherwise: '0' } });
    world = await emptyWorld(row);
    const token = { ...lie, symbol: 'DUST', name: 'Free' };
    world.chain.mine(blockAt(1), { ...sent, value: 500_000_000_000n }, token);
    await world.poll(row);
    const listed = { symbol: 'USDC', name: 'USD Coin', decimals: 6 };
    expect(world.published).toMatchObject([{ transfer: { amount: '500000', token: listed } }]);
    expect(world.published.map((alert) => smsText(alert)).join()).toMatch(/500,000 USDC/);
  });

  it('is reported once for a contract, whichever wallets, polls and workers see it', async () => {
    const tether = { address: parseAddress('0xdac17f958d2ee523a2206206994597c13d831ec7'), symbol: 'USDT' };
    world.chain.mine(blockAt(0), {}, lie);
    world.chain.mine(blockAt(0), {}, { ...lie, ...tether, name: 'Tether USD' });
    const [first, second] = [worker(), worker()];
    for (let i = 0; i < 3; i += 1) {
      await poll(first);
      await poll(second);
      world.chain.mine(blockAt(i + 2), sent, lie);
    }
    const began = { type: 'token.contradicted', state: 'began', wallet: null, chain: 'eth' };
    expect(told).toMatchObject([began, began]);
    const reasons = told.map(({ reason }) => reason).toSorted();
    expect(reasons[0]).toMatch(/0xA0b8\w+ on eth 18 decimals \(6\)/);
    expect(reasons[1]).toMatch(/0xdAC1/);
    const before = [reads, JSON.stringify([...table.items])];
    for (let i = 0; i < 3; i += 1) await poll(first);
    expect([reads, JSON.stringify([...table.items])]).toEqual(before);
  });

  it('is reported even after a refusal or a crash, and fails no poll', async () => {
    world.chain.mine(blockAt(0), {}, lie);
    const deps = worker();
    refusal = new Error('SNS is away');
    await poll(deps);
    const { transactionHash } = world.chain.mine(blockAt(1), sent, lie);
    await poll(deps);
    expect([world.told(), told]).toEqual([[transactionHash], []]);
    refusal = null;
    await poll(deps);
    expect(told).toHaveLength(1);
    await poll(worker());
    await poll(deps);
    expect(told).toHaveLength(1);
  });

  it('is not reported if the API agrees', async () => {
    world.chain.mine(blockAt(0));
    await poll(worker());
    expect([told, reads]).toEqual([[], 0]);
  });
});
