import { DeleteParameterCommand, PutParameterCommand } from '@aws-sdk/client-ssm';
import { afterAll, describe, expect, it } from 'vitest';
import { FakeNode } from '../support/fake-node.ts';
import { newAddress, setScene } from './support/scene.ts';
import { stack } from './support/the-stack.ts';

/** A chain that no other file watches: its node is for these wallets alone. */
const chain = 'polygon';
const Name = `/chainbell/rpc/${chain}`;

const { aws, tick } = stack;
const { api, operations, pollsOf, receive, alertOf, watched } = await setScene();
const [idle, active] = [await watched({ chain }), await watched({ chain })];
const stranger = newAddress();

const node = new FakeNode(70_000_000, Date.now());
node.chainId = '0x89';
await aws.ssm.send(
  new PutParameterCommand({ Name, Type: 'SecureString', Value: `${await node.listen()}/a-secret-path` }),
);
afterAll(async () => {
  await aws.ssm.send(new DeleteParameterCommand({ Name }));
  await node.close();
});

/** Ticks by hand, a minute of their own time apart; the node mines a block before each. */
let minute = Math.ceil(Date.now() / 60_000);
async function nextTick(transfers: Parameters<FakeNode['mine']>[0] = []): Promise<void> {
  node.mine(transfers, Date.now());
  minute += 1;
  api.calls = [];
  await tick({ time: new Date(minute * 60_000).toISOString() });
}

describe('a chain with a node', () => {
  it('costs the API no call for wallets that do nothing, a few minutes after its URL was put', async () => {
    for (let ticks = 0; ticks < 8; ticks += 1) await nextTick();
    expect([...pollsOf(idle), ...pollsOf(active)]).toEqual([]);
    expect(node.calls.map(({ method }) => method)).toContain('eth_getLogs');
  });

  it('has its active wallet polled, and told, in the tick that saw it', async () => {
    const row = receive(active, { chain });
    await nextTick([{ from: stranger, to: active }]);
    await alertOf(row);
    expect(pollsOf(active)).toHaveLength(1);
    expect(pollsOf(idle)).toEqual([]);
  });

  it('is polled as if there were none while the node is dead: nothing is missed, and operations are told', async () => {
    node.reply = { status: 500, body: 'out of order' };
    const row = receive(idle, { chain });
    await nextTick();
    await alertOf(row);
    expect(pollsOf(active)).toHaveLength(1);
    for (let ticks = 0; ticks < 2; ticks += 1) await nextTick();
    const began = await operations.first(
      ({ type, state }) => type === 'activity.unavailable' && state === 'began',
    );
    expect(began).toMatchObject({ wallet: null, chain });
    expect(JSON.stringify(began)).not.toContain('a-secret-path');
  });

  it('is asked again when the node is back', async () => {
    node.reply = null;
    for (let ticks = 0; ticks < 12; ticks += 1) await nextTick();
    expect([...pollsOf(idle), ...pollsOf(active)]).toEqual([]);
    await operations.first(({ type, state }) => type === 'activity.unavailable' && state === 'ended');
  });
});
