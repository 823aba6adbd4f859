import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { documentClient } from '../../functions/runtime/aws-clients.ts';
import { commandsOf, takeOperations, useEmbeddedAws } from '../support/embedded.ts';
import { NodeWorld } from '../support/node-world.ts';

const embedded = useEmbeddedAws();
const wallet = (n: number) => `0x${n.toString(16).padStart(40, 'a')}`;
const stranger = `0x${'7'.repeat(40)}`;
const [alice, bob] = [wallet(1), wallet(2)] as const;

let worlds = 0;
let world: NodeWorld;
beforeEach(async () => {
  worlds += 1;
  world = await new NodeWorld(embedded.aws, `0xabc${worlds}`).open();
});
afterEach(() => world.close());

describe('a chain that has a node', () => {
  it('is polled ordinarily until its second scan, then if there is activity alone', async () => {
    await world.put(alice);
    await world.put(bob);
    expect(await world.ticks(10)).toEqual(Array(10).fill([alice, bob]));
    world.switchOn();
    expect(await world.tick()).toEqual([alice, bob]);
    expect(await world.tick()).toEqual([]);
    world.transfer(stranger, alice);
    expect(await world.tick()).toEqual([alice]);
  });

  it('costs no write of a wallet that is idle, and one a poll of a tail', async () => {
    await world.settle(alice, bob);
    const writesOf = async (done: () => Promise<unknown>) =>
      (await commandsOf(embedded.aws, done)).filter((name) => /Put|Update|Delete|Write/.test(name));
    // The chain's record: that its node is asked, and what the scan came to.
    const scan = ['PutItemCommand', 'PutItemCommand'];
    expect(await writesOf(async () => expect(await world.tick()).toEqual([]))).toEqual(scan);
    world.transfer(stranger, alice, { api: false });
    await world.tick();
    const writes = await writesOf(async () => expect(await world.tick()).toEqual([alice]));
    // The scan, the call's turn, and the word of the poll.
    expect(writes).toEqual([...scan, 'UpdateItemCommand', 'UpdateItemCommand']);
  });

  it('reports what the API shows later than the node, within the tail', async () => {
    await world.settle(alice, bob);
    world.transfer(stranger, alice, { api: false });
    expect(await world.tick()).toEqual([alice]);
    expect(await world.told()).toEqual([]);
    const block = world.node.head.number;
    world.api.mine({ chain: world.chain, from: stranger, to: alice, value: 5n, block });
    await world.tick();
    expect(await world.told()).toEqual(['transfer.received']);
  });

  it('reports at the next sweep what no node showed', async () => {
    await world.close();
    world = await new NodeWorld(embedded.aws, `0xdef${worlds}`, { sweepEvery: '5m' }).open();
    await world.settle(alice, bob);
    world.transfer(stranger, alice, { node: false, minedAt: world.minute * 60_000 });
    // Alice once more: no scan may ever show what the sweep found, so a tail of polls follows.
    expect((await world.ticks(5)).flat().sort()).toEqual([alice, alice, bob]);
    expect(await world.told()).toEqual(['transfer.received']);
  });

  it('has no part of its URL in any item or message', async () => {
    await world.settle(alice, bob);
    world.transfer(stranger, alice);
    await world.ticks(2);
    world.node.reply = { status: 403, body: 'who is 127.0.0.1?' };
    await world.ticks(4);
    const { Items = [] } = await documentClient(embedded.aws.dynamodb).send(
      new ScanCommand({ TableName: embedded.aws.tables.state }),
    );
    const messages = (await takeOperations(embedded.aws)).map(({ json }) => JSON.stringify(json));
    expect(messages.join()).toContain('activity.unavailable');
    expect(JSON.stringify(Items)).toContain('activity.unavailable');
    expect(JSON.stringify(Items) + messages.join()).not.toContain('127.0.0.1');
  });
});
