import { DeleteParameterCommand, PutParameterCommand } from '@aws-sdk/client-ssm';
import { afterAll, describe, expect, it } from 'vitest';
import { nativeEmitter } from '../../functions/node/movements.ts';
import { FakeNode } from '../support/fakes/fake-node.ts';
import type { Message } from './support/inbox.ts';
import { newAddress, setScene } from './support/scene.ts';
import { stack } from './support/the-stack.ts';

/** A chain that no other test file watches: its node serves only these wallets. */
const chain = 'polygon';
const Name = `/chainbell/rpc/${chain}`;

const { aws, tick, putRow } = stack;
const { alerts, api, receive, alertOf } = await setScene();
const stranger = newAddress();
const wallets = Array.from({ length: 100 }, newAddress);
const [idle = '', ...active] = wallets.slice(0, 7);

/** Sweeps in a minute: each wallet is swept every six hours. */
const sweeps = 4;

/** The wallets in API calls since the last tick began, one entry a poll. */
const polled = () => api.calls.flatMap(({ wallet }) => wallet ?? []).sort();

const node = new FakeNode(70_000_000, Date.now());
node.chainId = '0x89';
await aws.ssm.send(
  new PutParameterCommand({ Name, Type: 'SecureString', Value: `${await node.listen()}/a-secret-path` }),
);
afterAll(async () => {
  await aws.ssm.send(new DeleteParameterCommand({ Name }));
  await node.close();
});

await Promise.all(wallets.map((wallet) => putRow({ wallet, chain })));
await tick();

/** Runs ticks by hand, with times a minute apart; the node mines a block before each. */
let minute = Math.ceil(Date.now() / 60_000);
async function nextTick(transfers: Parameters<FakeNode['mine']>[0] = []): Promise<void> {
  node.mine(transfers, Date.now());
  minute += 1;
  api.calls = [];
  await tick({ time: new Date(minute * 60_000).toISOString() });
}

describe('a chain with a node and 100 wallets', () => {
  it('needs no API call while the wallets are idle, from a few minutes after its URL was stored', {
    timeout: 300_000,
  }, async () => {
    for (let ticks = 0; ticks < 8; ticks += 1) await nextTick();
    expect(polled().length).toBeLessThanOrEqual(sweeps);
    expect(node.calls.map(({ method }) => method)).toContain('eth_getLogs');
  });

  it('needs one API call for each wallet that the node saw, and reports its transfer in the same tick', async () => {
    const rows = active.map((wallet) => receive(wallet, { chain }));
    await nextTick(active.map((to) => ({ from: stranger, to })));
    for (const row of rows) await alertOf(row);
    expect(polled()).toEqual(expect.arrayContaining(active));
    expect(polled().length).toBeLessThanOrEqual(active.length + sweeps);
  });

  // Before any test adds a row: a worker whose rows are older than the last tick's leaves the chain to the next tick.
  it('reports what moves between two ticks without waiting for the next', { timeout: 60_000 }, async () => {
    await nextTick();
    const row = receive(idle, { chain });
    node.mine([{ from: stranger, to: idle }], Date.now());
    const isOfRow = ({ transfer }: Message) => transfer?.transactionHash === row.wire.transaction_hash;
    await alerts.first(isOfRow, 40_000);
  });

  it('reports what the API does not show, to a row that asks for it', { timeout: 120_000 }, async () => {
    const wallet = newAddress();
    await putRow({ wallet, chain, watch: 'erc20, native' });
    for (let ticks = 0; ticks < 2; ticks += 1) await nextTick();
    await nextTick([{ from: stranger, to: wallet, token: nativeEmitter, value: 7n }]);
    const told = await alerts.first((one) => Object(one.wallet).address === wallet && 'transfer' in one);
    expect(told).toMatchObject({ type: 'transfer.received', transfer: { kind: 'native', value: '7' } });
  });
});
