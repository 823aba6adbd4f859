import { afterEach, expect, it } from 'vitest';
import { parseAddress } from '../../functions/chain/address.ts';
import { findChain } from '../../functions/chain/chains.ts';
import { nativeEmitter } from '../../functions/node/movements.ts';
import { plainDocumentClient } from '../../functions/runtime/aws-clients.ts';
import { tableItems } from '../../functions/runtime/table-items.ts';
import { newestEntries } from '../../lib/cli/history/entries.ts';
import { watchOf } from '../support/alerts.ts';
import { takeAlerts, useEmbeddedAws } from '../support/embedded.ts';
import { NodeWorld } from '../support/node-world.ts';

const embedded = useEmbeddedAws();
const alice = `0x${'a1'.repeat(20)}`;
const stranger = `0x${'7'.repeat(40)}`;
const pieces = `0x${'99'.repeat(20)}`;

let world: NodeWorld;
afterEach(() => world.close());

async function worldOf(chain: string, row: Record<string, unknown>): Promise<NodeWorld> {
  world = await new NodeWorld(embedded.aws, chain).open();
  await world.put(alice, { trustTokens: pieces, ...row });
  return world;
}

const ether = (value: bigint) => ({ from: stranger, to: alice, token: nativeEmitter, value });
const piece = { from: alice, to: stranger, token: pieces, tokenId: 7 };

/** What these ticks tell: type and kind. */
async function told(ticks: number): Promise<string[]> {
  await world.ticks(ticks);
  const alerts = (await takeAlerts(embedded.aws)).map(({ json }) => Object(json));
  return alerts.map(({ type, transfer }) => [type, transfer?.kind ?? []].flat().join(' '));
}

it('coin and pieces of a chain whose tokens come from the API are reported by its node, tokens by the API, each once', async () => {
  await worldOf('0xa1', { watch: 'erc20, native, nft' });
  world.switchOn();
  expect(await told(3)).toEqual(['wallet.watching']);
  world.node.mine([ether(5n), piece], Date.now());
  world.transfer(stranger, alice);
  const first = (await told(1)).toSorted().join(', ');
  expect(first).toBe('transfer.received erc20, transfer.received native, transfer.sent erc721');
  expect(await told(2)).toEqual([]);
  // Late at the API, and behind it at the node: neither has settled the block for the other.
  world.transfer(stranger, alice, { api: false, minedAt: Date.now() });
  const { number } = world.node.head;
  world.node.mine([ether(6n)], Date.now());
  expect(await told(1)).toEqual(['transfer.received native']);
  world.api.mine({ chain: world.chain, from: stranger, to: alice, value: 5n, block: number });
  expect(await told(2)).toEqual(['transfer.received erc20']);
  world.node.mine([ether(9n)], Date.now());
  expect(await told(1)).toEqual(['transfer.received native']);
  world.node.reorg(3);
  world.node.mine([], Date.now());
  expect(await told(4)).toEqual(['transfer.reverted native']);
  const { aws } = embedded;
  const kept: string[] = [];
  const watch = watchOf({ wallet: parseAddress(alice), chain: findChain(world.chain) });
  const history = tableItems(plainDocumentClient(aws.dynamodb), aws.tables.history);
  const entries = newestEntries(history, watch, ['told', 'unwanted']);
  for await (const { alert, status } of entries) kept.push(`${status} ${Object(alert).transfer?.kind}`);
  expect(kept.toReversed().join(', ')).toBe(
    'told native, told erc721, told erc20, told erc20, told native, told native, told native',
  );
});

it('a row that asks for nothing of the kind costs its node no second scan', async () => {
  await worldOf('0xa3', {});
  world.switchOn();
  await world.ticks(3);
  world.node.calls = [];
  await world.tick();
  expect(world.node.calls.filter(({ method }) => method === 'eth_getLogs')).toHaveLength(2);
  world.node.mine([ether(5n)], Date.now());
  expect((await told(1)).filter((one) => one !== 'wallet.watching')).toEqual([]);
  expect(await world.operations()).toEqual([]);
});

it('a row that asks for pieces of a chain without a node is reported, and is watched in full while there is one', async () => {
  await worldOf('0xa2', { watch: 'erc20, nft' });
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
