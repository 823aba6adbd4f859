import { beforeEach, describe, expect, it } from 'vitest';
import { smsText } from '../../functions/alert/text/sentence.ts';
import { createIncidentLog } from '../../functions/incidents/incident-log.ts';
import type { OperationsMessage } from '../../functions/incidents/operations-message.ts';
import { pollWallets } from '../../functions/poll-wallets/poll-wallets.ts';
import { createContradictions } from '../../functions/poll-wallets/report/contradictions.ts';
import { createStateTable } from '../../functions/state/state-table.ts';
import { exchange, treasury, usdc, watchOf } from '../support/alerts.ts';
import { LaggingTable } from '../support/lagging-table.ts';
import { begunWorld, blockAt, PollWorld } from '../support/poll-world.ts';

const lie = { decimals: 18 };
const sent = { from: { address: treasury, label: null }, to: { address: exchange, label: null } };

let world: PollWorld;
let table: LaggingTable;
let told: OperationsMessage[];
let reads: number;
/** Thrown when operations are told. */
let refusal: Error | null;
beforeEach(() => {
  table = new LaggingTable();
  told = [];
  reads = 0;
  refusal = null;
  world = new PollWorld();
});

/** One worker, as a cold start makes it. */
function worker(): PollWorld['deps'] {
  const clock = world.deps.clock;
  const publish = async (message: OperationsMessage) => {
    if (refusal !== null) throw refusal;
    told.push(message);
  };
  const incidents = createIncidentLog(table.opened, publish, clock);
  const states = createStateTable(table.opened, clock);
  const counted = {
    readItems: (...keys: Parameters<typeof states.readItems>) => {
      reads += 1;
      return states.readItems(...keys);
    },
  };
  return { ...world.deps, tellContradictions: createContradictions(incidents, counted) };
}

async function poll(deps: PollWorld['deps'], wallet = treasury as string): Promise<void> {
  world.now += 60_000;
  await pollWallets(world.message([{ wallet, chain: 'eth' }]), deps, world.now + 60_000);
}

describe('what the API says against our own list', () => {
  it('is ignored in amounts, sums and filters', async () => {
    const row = watchOf({ minAmount: { byToken: new Map([[usdc, '100000']]), otherwise: '0' } });
    world = await begunWorld(row);
    world.published.length = 0;
    world.chain.mine(
      blockAt(1),
      { ...sent, value: 500_000_000_000n },
      { ...lie, symbol: 'DUST', name: 'Free' },
    );
    await world.poll(row);
    expect(world.published).toMatchObject([
      { transfer: { amount: '500000', token: { symbol: 'USDC', name: 'USD Coin', decimals: 6 } } },
    ]);
    expect(world.published.map((alert) => smsText(alert)).join()).toMatch(/500,000 USDC/);
  });

  it('is reported once, whatever wallets, polls and workers see it', async () => {
    world.chain.mine(blockAt(0), {}, lie);
    const [first, second] = [worker(), worker()];
    for (let i = 0; i < 3; i += 1) {
      await poll(first);
      await poll(second);
      world.chain.mine(blockAt(i + 2), sent, lie);
    }
    expect(told).toMatchObject([{ type: 'token.contradicted', state: 'began', wallet: null, chain: 'eth' }]);
    expect(told[0]?.reason).toMatch(/0xA0b8\w+ on eth 18 decimals \(6\)/);
    const [read, items] = [reads, JSON.stringify([...table.items])];
    for (let i = 0; i < 3; i += 1) await poll(first);
    expect(reads).toBe(read);
    expect(JSON.stringify([...table.items])).toBe(items);
  });

  it('is reported for each contract', async () => {
    world.chain.mine(blockAt(0), {}, lie);
    world.chain.mine(
      blockAt(0),
      {},
      {
        address: '0xdac17f958d2ee523a2206206994597c13d831ec7' as never,
        symbol: 'USDT',
        name: 'Tether USD',
        decimals: 18,
      },
    );
    await poll(worker());
    expect(told.map(({ reason }) => /0x\w{4}/.exec(reason)?.[0]).toSorted()).toEqual(['0xA0b8', '0xdAC1']);
  });

  it('is reported even after a refusal or a crash, and fails no poll', async () => {
    const deps = worker();
    refusal = new Error('SNS is away');
    await poll(deps);
    const { transactionHash } = world.chain.mine(blockAt(1), sent, lie);
    await poll(deps);
    expect(world.told()).toEqual([transactionHash]);
    expect(told).toEqual([]);
    refusal = null;
    await poll(deps);
    await poll(worker());
    await poll(deps);
    expect(told).toHaveLength(1);
  });

  it('is not looked for if the API agrees', async () => {
    world.chain.mine(blockAt(0));
    await poll(worker());
    expect([told, reads]).toEqual([[], 0]);
  });
});
