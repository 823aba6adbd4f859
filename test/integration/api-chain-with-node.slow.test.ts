import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { parseAddress } from '../../functions/chain/address.ts';
import { findChain } from '../../functions/chain/chains.ts';
import { nativeEmitter } from '../../functions/node/movements.ts';
import { readNode } from '../../functions/node/node-parameters.ts';
import { plainDocumentClient } from '../../functions/runtime/aws-clients.ts';
import { tableItems } from '../../functions/runtime/table-items.ts';
import { newestEntries } from '../../lib/cli/history/entries.ts';
import { watchOf } from '../support/alerts.ts';
import { takeOperations, useEmbeddedAws } from '../support/embedded.ts';
import { FakeApi } from '../support/fakes/fake-api.ts';
import { FakeNode } from '../support/fakes/fake-node.ts';
import { testKey } from '../support/test-key.ts';
import { nodeWorld } from '../support/worlds/node-world.ts';

const embedded = useEmbeddedAws();
const alice = `0x${'a1'.repeat(20)}`;
const stranger = `0x${'7'.repeat(40)}`;
const pieces = `0x${'99'.repeat(20)}`;

const api = new FakeApi(testKey);
let access: NonNullable<Parameters<typeof nodeWorld>[2]>;
beforeAll(async () => {
  access = { baseUrl: await api.listen(), key: testKey };
});
afterAll(() => api.close());

/** A chain for each test, so that no other test's rows have its node. */
let chain = '0xa0';
let node: FakeNode;
let url: string;
let hasNode = true;
let world: ReturnType<typeof nodeWorld>;
beforeEach(async () => {
  chain = `0x${(Number(chain) + 1).toString(16)}`;
  hasNode = true;
  node = new FakeNode(1_000, Date.now());
  node.chainId = chain;
  url = await node.listen();
  const findNode = async ({ id }: { readonly id: string }) =>
    hasNode && id === chain ? readNode(url, '/chainbell/rpc/node') : ({ kind: 'none' } as const);
  world = nodeWorld(embedded, findNode, access);
});
afterEach(async () => {
  await world.put({ wallet: alice, chain, paused: true });
  await told(1);
  await operations();
  await node.close();
});

const watch = (row: Record<string, unknown> = {}) =>
  world.put({ wallet: alice, chain, trustTokens: pieces, ...row });
const ether = (value: bigint) => ({ from: stranger, to: alice, token: nativeEmitter, value });
const piece = { from: alice, to: stranger, token: pieces, tokenId: 7 };
const mine = (...transfers: Parameters<FakeNode['mine']>[0]) => node.mine(transfers, Date.now());

/** The API shows a transfer to the wallet, in one of the node's blocks. */
const show = (block: number) => api.mine({ chain, from: stranger, to: alice, value: 5n, block });
/** The node and the API both show it at once. */
const transfer = () => show(mine({ from: stranger, to: alice }).number);

/** The alerts of these ticks, each after a new block: type and kind. */
async function told(ticks: number): Promise<string[]> {
  const all: string[] = [];
  for (let n = 0; n < ticks; n += 1) {
    mine();
    for (const alert of await world.tick())
      all.push('transfer' in alert ? `${alert.type} ${alert.transfer.kind}` : alert.type);
  }
  return all;
}

async function operations(): Promise<string[]> {
  const messages = await takeOperations(embedded.aws);
  return messages.map(({ json }) => Object(json)).map(({ type, state }) => `${type} ${state}`);
}

it('on a chain with API and node, coin and NFTs are reported from the node, tokens from the API, each once', async () => {
  await watch({ watch: 'erc20, native, nft' });
  expect(await told(3)).toEqual(['wallet.watching']);
  mine(ether(5n), piece);
  transfer();
  const first = (await told(1)).toSorted().join(', ');
  expect(first).toBe('transfer.received erc20, transfer.received native, transfer.sent erc721');
  expect(await told(2)).toEqual([]);
  // The API is late, and the node later still: neither has settled the block for the other.
  const { number } = mine({ from: stranger, to: alice });
  mine(ether(6n));
  expect(await told(1)).toEqual(['transfer.received native']);
  show(number);
  expect(await told(2)).toEqual(['transfer.received erc20']);
  mine(ether(9n));
  expect(await told(1)).toEqual(['transfer.received native']);
  node.reorg(3);
  mine();
  expect(await told(4)).toEqual(['transfer.reverted native']);
  const { aws } = embedded;
  const kept: string[] = [];
  const watched = watchOf({ wallet: parseAddress(alice), chain: findChain(chain) });
  const history = tableItems(plainDocumentClient(aws.dynamodb), aws.tables.history);
  const entries = newestEntries(history, watched, ['told', 'unwanted']);
  for await (const { alert, status } of entries) kept.push(`${status} ${Object(alert).transfer?.kind}`);
  expect(kept.toReversed().join(', ')).toBe(
    'told native, told erc721, told erc20, told erc20, told native, told native, told native',
  );
});

it('a row that asks only for tokens causes no second scan of its node', async () => {
  await watch();
  await told(3);
  node.calls = [];
  await told(1);
  expect(node.calls.filter(({ method }) => method === 'eth_getLogs')).toHaveLength(2);
  mine(ether(5n));
  expect(await told(1)).toEqual([]);
  expect(await operations()).toEqual([]);
});

it('a row that asks for NFTs on a chain without a node is reported, and is watched in full once there is one', async () => {
  hasNode = false;
  await watch({ watch: 'erc20, nft' });
  show(mine().number);
  await told(1);
  expect(await operations()).toEqual(['row.attribute began']);
  show(mine().number);
  expect(await told(1)).toContain('transfer.received erc20');
  hasNode = true;
  await told(3);
  expect(await operations()).toEqual(['row.attribute ended']);
  mine(piece);
  expect(await told(1)).toEqual(['transfer.sent erc721']);
  hasNode = false;
  await told(1);
  expect(await operations()).toEqual(['row.attribute began']);
  mine({ ...piece, tokenId: 8 });
  expect(await told(2)).toEqual([]);
  hasNode = true;
  expect(await told(2)).toEqual(['transfer.sent erc721']);
  await operations();
  node.reply = { status: 503, body: '' };
  await told(4);
  // Both scans of the chain fail, but they use one node.
  expect(await operations()).toEqual(['activity.unavailable began']);
  node.reply = null;
  await told(1);
  expect(await operations()).toEqual(['activity.unavailable ended']);
});
