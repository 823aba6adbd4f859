import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { useEmbeddedAws } from '../support/embedded.ts';
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
  it('is polled ordinarily until its second scan, then where there is activity alone', async () => {
    await world.put(alice);
    await world.put(bob);
    expect(await world.ticks(10)).toEqual(Array(10).fill([alice, bob]));
    world.switchOn();
    expect(await world.tick()).toEqual([alice, bob]);
    expect(await world.tick()).toEqual([]);
    world.transfer(stranger, alice);
    expect(await world.tick()).toEqual([alice]);
  });

  it('a wallet with activity is polled 0, 1, 2, 4 and 8 minutes later', async () => {
    await world.settle(alice, bob);
    world.transfer(bob, stranger);
    expect((await world.ticks(12)).map(({ length }) => length)).toEqual([1, 1, 1, 0, 1, 0, 0, 0, 1, 0, 0, 0]);
    expect(await world.told()).toEqual(['transfer.sent']);
  });
});
