import { afterEach, expect, it } from 'vitest';
import { takeAlerts, useEmbeddedAws } from '../support/embedded.ts';
import { NodeWorld } from '../support/node-world.ts';

const embedded = useEmbeddedAws();
const alice = `0x${'a1'.repeat(20)}`;
const stranger = `0x${'7'.repeat(40)}`;
const pieces = `0x${'99'.repeat(20)}`;
const piece = { from: alice, to: stranger, token: pieces, tokenId: 7 };

let world: NodeWorld;
afterEach(() => world.close());

/** Type and kind of each alert of these ticks. */
async function told(ticks: number): Promise<string[]> {
  await world.ticks(ticks);
  const alerts = (await takeAlerts(embedded.aws)).map(({ json }) => Object(json));
  return alerts.map(({ type, transfer }) => [type, transfer?.kind ?? []].flat().join(' '));
}

it('a row that asks for pieces of a chain without a node is reported, and is watched in full while there is one', async () => {
  world = await new NodeWorld(embedded.aws, '0xa2').open();
  await world.put(alice, { trustTokens: pieces, watch: 'erc20, nft' });
  world.transfer(stranger, alice, { node: false });
  await world.tick();
  expect(await world.operations()).toEqual(['row.attribute began 0xa2']);
  world.transfer(stranger, alice, { node: false });
  expect(await told(1)).toContain('transfer.received erc20');
  world.switchOn();
  await world.ticks(3);
  expect(await world.operations()).toEqual(['row.attribute ended 0xa2']);
  world.node.mine([piece], Date.now());
  expect(await told(1)).toEqual(['transfer.sent erc721']);
  world.parameters.clear();
  await world.tick();
  expect(await world.operations()).toEqual(['row.attribute began 0xa2']);
  world.node.mine([{ ...piece, tokenId: 8 }], Date.now());
  expect(await told(2)).toEqual([]);
  world.switchOn();
  expect(await told(2)).toEqual(['transfer.sent erc721']);
  await world.operations();
  world.node.reply = { status: 503, body: '' };
  await world.ticks(4);
  // Both scans of the chain fail, and it is one node.
  expect(await world.operations()).toEqual(['activity.unavailable began 0xa2']);
  world.node.reply = null;
  await world.tick();
  expect(await world.operations()).toEqual(['activity.unavailable ended 0xa2']);
});
