import { beforeEach, describe, expect, it } from 'vitest';
import { type JudgeToken, newApprovals } from '../../../functions/activity/source/reported-approvals.ts';
import { parseAddress } from '../../../functions/chain/address.ts';
import { findChain } from '../../../functions/chain/chains.ts';
import { lastApprovals, permit2, permit2s } from '../../../functions/node/approvals/approval-events.ts';
import {
  chosenApprovals,
  confirmedEvents,
  withSenderBlocks,
} from '../../../functions/node/approvals/logged-approvals.ts';
import { readBodies } from '../../../functions/node/blocks.ts';
import { NodeUnusable, type RpcAnswer, type RpcCall } from '../../../functions/node/calls.ts';
import { transferBatchTopic, transferTopic } from '../../../functions/node/movements.ts';
import type { MetadataStore } from '../../../functions/node/token-metadata.ts';
import { treasury as owner, exchange as spender, usdc } from '../../support/alerts.ts';
import { eventLog, topicOf, word } from '../../support/event-logs.ts';
import { FakeNode } from '../../support/fakes/fake-node.ts';
import { walletNumber } from '../../support/worlds/hinted-world.ts';

const approval = '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925';
const approvalForAll = '0x17307eab39ab6107e8899845ad3d59bd9653f200f220920489ca2b5937696c31';
const permit = '0xc6a377bfc4eb120024a8ac08eef205be16b817020812c73223e81d1bdb9708ec';
const lockdown = '0x89b1add15eff56b3dfe299ad94e01f2b52fbcb80ae1a3baea6ae8c04cb2b98a4';
const eth = findChain('eth');
const stranger = parseAddress(`0x${'51'.repeat(20)}`);
const nobody = parseAddress(`0x${'00'.repeat(20)}`);
const max = 2n ** 256n - 1n;
const tokens: MetadataStore = { find: async () => new Map(), keep: async () => {} };

/** The chain's state: an answer by a call's first four bytes; for a block before the head under `<selector> prior`. */
let state: Record<string, RpcAnswer>;
let asked: RpcCall[];
let failing: Error | null;
beforeEach(() => {
  state = {};
  asked = [];
  failing = null;
});
const node = {
  async ask(calls: readonly RpcCall[]): Promise<RpcAnswer[]> {
    asked.push(...calls);
    if (failing !== null) throw failing;
    return calls.map(({ method, params: [first, block] }) => {
      if (method === 'eth_getTransactionByHash') return state[method] ?? { result: { from: stranger } };
      if (method !== 'eth_call') return state[method] ?? { result: null };
      const selector = (first as { readonly data: string }).data.slice(0, 10);
      return state[block === 'latest' ? selector : `${selector} prior`] ?? { error: 'execution reverted' };
    });
  },
};
const allowance = (value: bigint) => ({ result: `0x${word(value)}` });
const sixDecimals = { '0x313ce567': allowance(6n) };
const [ofErc20, supply, approvedOf, forAll, ofPermit2] = [
  '0xdd62ed3e',
  '0x18160ddd',
  '0x081812fc',
  '0xe985e9c5',
  '0x927da105',
];

let logs = 0;
function log(
  topics: readonly (string | number)[],
  words: readonly (bigint | number)[],
  over: Record<string, unknown> = {},
) {
  logs += 1;
  const [event, ...indexed] = topics;
  return eventLog({
    topics: [event, ...indexed.map(topicOf)],
    data: `0x${words.map(word).join('')}`,
    logIndex: `0x${logs.toString(16)}`,
    ...over,
  });
}
const approved = (value: bigint | number, over = {}) => log([approval, owner, spender], [value], over);
const sent = (over = {}) => log([transferTopic, owner, stranger], [1], over);
/** The approvals that a chain's first scan reports from its logs. */
async function reportedOf(logs: ReturnType<typeof log>[], judge: JudgeToken) {
  const asked = chosenApprovals(newApprovals(lastApprovals(logs), new Map(), judge));
  const { events } = await confirmedEvents(asked, { chain: eth, scannedTo: 17 }, node, tokens);
  return events.filter((event) => event !== null);
}
const found = (all: ReturnType<typeof log>[], isKnown = true) =>
  reportedOf(all, (wallet) => (wallet !== owner ? null : isKnown ? 'known' : 'unknown'));

it('an approval is noted without a batch of thousands of pieces beside it: the note would outgrow its item', () => {
  const pieces = Array.from({ length: 1_000 }, (_, id) => id);
  const places = [64, 64 + 32 * 1_001, 1_000];
  const batch = log([transferBatchTopic, owner, owner, spender], [...places, ...pieces, 1_000, ...pieces]);
  const ofPiece = log([approval, owner, spender, 7], []);
  expect(lastApprovals([batch, ofPiece])).toMatchObject([{ tokenId: '7', movedAlong: null }]);
});

it('more than six approvals of unknown tokens have their newest ten blocks read, which show who sent them', async () => {
  const chain = new FakeNode(0, 0);
  for (let block = 1; block <= 13; block += 1) chain.mine([], block * 12_000, block, []);
  const some = (count: number, isKnown = false) => {
    const logs = Array.from({ length: count }, (_, at) =>
      log([approval, owner, walletNumber(at + 1)], [1], { blockNumber: `0x${(at + 1).toString(16)}` }),
    );
    return newApprovals(lastApprovals(logs), new Map(), () => (isKnown ? 'known' : 'unknown'));
  };
  const read = await readBodies([13], chain);
  const crowded = await withSenderBlocks(some(13), read, chain);
  expect(crowded.map(({ number }) => number)).toEqual([13, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
  expect((await withSenderBlocks(some(7), read, chain)).length).toBe(8);
  for (const few of [some(6), some(13, true)]) expect(await withSenderBlocks(few, read, chain)).toEqual(read);
  failing = new NodeUnusable('busy');
  expect(await withSenderBlocks(some(13), read, node)).toEqual(read);
  failing = new TypeError('a mistake');
  await expect(withSenderBlocks(some(13), read, node)).rejects.toThrow('a mistake');
});

describe('an allowance of a token', () => {
  it("is reported with the state's value, not with the event's", async () => {
    state = { ...sixDecimals, [ofErc20]: allowance(60n), [supply]: allowance(1_000n) };
    expect(await found([approved(100)])).toMatchObject([
      {
        kind: 'approval',
        of: 'erc20',
        token: { address: usdc, decimals: 6 },
        isGranted: true,
        spender,
        value: '60',
        unlimited: false,
        blockTimestamp: '1970-01-01T00:01:41.000Z',
      },
    ]);
  });

  it.each([
    [max, 10n ** 30n, true],
    [1_001n, 1_000n, true],
    [1_000n, 1_000n, false],
  ])('of %i of %i units has a limit or none', async (value, total, unlimited) => {
    state = { [ofErc20]: allowance(value), [supply]: allowance(total) };
    expect(await found([approved(value)])).toMatchObject([{ unlimited }]);
  });

  it('is read from the contract by owner and spender, and for the time before the event in the previous block', async () => {
    const [calldata, to] = [`${ofErc20}${word(owner)}${word(spender)}`, usdc];
    const { transactionHash } = approved(1);
    state = { [ofErc20]: allowance(1n) };
    const told = await found([sent(), approved(1)], false);
    expect(told).toMatchObject([{ key: `erc20 ${usdc} ${spender} ${transactionHash}`, unlimited: false }]);
    expect(asked.slice(0, 3).map(({ params: [call, block] }) => [call, block])).toMatchObject([
      [{ to, data: calldata }, 'latest'],
      [{ to, data: supply }, 'latest'],
      [{ to, data: calldata }, '0xf'],
    ]);
    expect(asked).toContainEqual({ method: 'eth_getTransactionByHash', params: [transactionHash] });
  });

  it.each<readonly [string, RpcAnswer]>([
    ['says nothing of the kind', allowance(0n)],
    ['reverts', { error: 'execution reverted' }],
    ['answers nonsense', { result: '0xzz' }],
    ['answers without end', { result: `0x${word(5).repeat(1_000)}` }],
    ['answers nothing', { result: '0x' }],
  ])('is not reported if its contract %s', async (_what, answer) => {
    state = { [ofErc20]: answer };
    expect(await found([approved(100)], false)).toEqual([]);
    expect(await found([approved(100)])).toEqual([]);
  });

  it('is reported by the event of a real token if the node does not answer', async () => {
    const isReported = async () => {
      expect(await found([approved(max)])).toMatchObject([{ value: max.toString(), unlimited: true }]);
      expect(await found([approved(max)], false)).toEqual([]);
    };
    state = { [ofErc20]: { result: null } };
    await isReported();
    failing = new NodeUnusable('It is down.');
    await isReported();
  });

  it('is reported by its event if there are more approvals of real tokens than a scan may ask for', async () => {
    const others = Array.from({ length: 40 }, (_, n) => log([approval, owner, n + 1], [100]));
    state = { [ofErc20]: allowance(100n), [supply]: allowance(1_000n) };
    const told = await found(others);
    expect(new Set(told.map((one) => one.spender)).size).toBe(40);
    expect(JSON.stringify(asked).split(ofErc20)).toHaveLength(31);
    // Older token contracts write an Approval event for each spending.
    const spent = sent({ transactionHash: `0x${'ce'.repeat(32)}` });
    const left = approved(40, { transactionHash: spent.transactionHash });
    expect(await found([...others, spent, left])).toHaveLength(40);
  });

  it('that was spent is not reported', async () => {
    state = { [ofErc20]: allowance(40n), [`${ofErc20} prior`]: allowance(100n) };
    expect(await found([sent(), approved(40)])).toEqual([]);
    state = { [ofErc20]: allowance(0n), [`${ofErc20} prior`]: allowance(100n) };
    expect(await found([approved(0), sent()])).toEqual([]);
  });

  it('that was given and then partly spent is reported with the remaining allowance', async () => {
    state = { [ofErc20]: allowance(40n), [`${ofErc20} prior`]: allowance(100n) };
    const other = { blockNumber: '0x11', transactionHash: `0x${'ce'.repeat(32)}` };
    const given = approved(100);
    expect(await found([given, sent(other), approved(40, other)])).toMatchObject([
      { value: '40', blockNumber: 16, transactionHash: given.transactionHash },
    ]);
  });

  it('that is used again later is compared with the block before the first use', async () => {
    state = { [ofErc20]: allowance(30n), [`${ofErc20} prior`]: allowance(0n) };
    const later = { blockNumber: '0x11', transactionHash: `0x${'ce'.repeat(32)}` };
    expect(await found([approved(50), sent(), approved(30, later), sent(later)])).toMatchObject([
      { value: '30' },
    ]);
    expect(asked.map(({ params: [, block] }) => block)).toContain('0xf');
  });

  it('that is revoked is reported, even if others move the token in the same transaction', async () => {
    state = { [ofErc20]: allowance(0n) };
    const moved = log([transferTopic, stranger, spender], [1]);
    expect(await found([approved(0), moved])).toMatchObject([{ isGranted: false }]);
  });

  it('that is given and used in one transaction, soon after the wallet had revoked another one, is reported', async () => {
    state = { [ofErc20]: allowance(max), [`${ofErc20} prior`]: allowance(max) };
    const theft = { blockNumber: '0x11', transactionHash: `0x${'ce'.repeat(32)}` };
    expect(await found([approved(0), approved(max, theft), sent(theft)])).toMatchObject([
      { isGranted: true, unlimited: true, blockNumber: 17 },
    ]);
  });
});

describe('an approval of pieces', () => {
  const piece = (to: string, over = {}) => log([approval, owner, to, 7], [], over);

  it('names the piece, and no spender if it was revoked', async () => {
    state = { ...sixDecimals, [approvedOf]: { result: topicOf(spender) } };
    const isOf = { tokenId: '7', token: { address: usdc, decimals: 0 } };
    expect(await found([piece(spender)])).toMatchObject([
      { of: 'erc721', isGranted: true, ...isOf, spender, value: null, unlimited: false },
    ]);
    state = { [approvedOf]: { result: topicOf(nobody) } };
    expect(await found([piece(nobody)])).toMatchObject([{ isGranted: false, spender: null }]);
  });

  it('is read from the contract by the piece, or by owner and operator for a whole collection', async () => {
    await found([piece(spender), log([approvalForAll, owner, spender], [1])], false);
    const data = asked.slice(0, -1).map(({ params: [call] }) => call);
    expect(data).toMatchObject([
      { to: usdc, data: `${approvedOf}${word(7)}` },
      { to: usdc, data: `${forAll}${word(owner)}${word(spender)}` },
    ]);
  });

  it('counts only for the operator that the contract names', async () => {
    for (const said of [topicOf(stranger), topicOf(BigInt(spender) + 2n ** 160n)]) {
      state = { [approvedOf]: { result: said }, [forAll]: allowance(2n) };
      expect(await found([piece(spender), log([approvalForAll, owner, spender], [1])])).toEqual([]);
    }
  });

  it('that ends because the piece moved is not reported', async () => {
    state = { [approvedOf]: { result: topicOf(nobody) } };
    expect(await found([piece(nobody), log([transferTopic, owner, stranger, 7], [])])).toEqual([]);
  });

  it('is reported for each piece, even if another piece moves', async () => {
    state = { [approvedOf]: { result: topicOf(spender) } };
    const both = [piece(spender), log([approval, owner, spender, 8], [])];
    expect(await found(both)).toMatchObject([{ tokenId: '7' }, { tokenId: '8' }]);
    state = { [approvedOf]: { result: topicOf(nobody) } };
    const moved = log([transferTopic, owner, stranger, 8], []);
    expect(await found([piece(nobody), moved])).toMatchObject([{ tokenId: '7', isGranted: false }]);
  });

  it('of a whole collection is unlimited until it is revoked', async () => {
    state = { [forAll]: allowance(1n) };
    expect(await found([log([approvalForAll, owner, spender], [1])])).toMatchObject([
      { of: 'all', isGranted: true, unlimited: true, value: null },
    ]);
    state = { [forAll]: allowance(0n) };
    expect(await found([log([approvalForAll, owner, spender], [0])])).toMatchObject([
      { isGranted: false, unlimited: false },
    ]);
  });
});

const confirmDropped = (...logs: ReturnType<typeof log>[]) => {
  const asked = lastApprovals(logs).map((one) => ({ ...one, key: 'k', isKnown: true, isDropped: true }));
  return confirmedEvents(asked, { chain: eth, scannedTo: 17 }, node, tokens);
};

it('an allowance that a re-org dropped has the value that the node gives, though the node may not know the last block yet', async () => {
  state = { [ofErc20]: allowance(5n), [supply]: allowance(9n) };
  const event = { isGranted: true, value: '5', transactionHash: null };
  expect(await confirmDropped(approved(7))).toMatchObject({ events: [event], isBehind: true });
  state = { [ofErc20]: allowance(0n), [supply]: allowance(4n), eth_getBlockByNumber: { result: {} } };
  expect(await confirmDropped(approved(0))).toMatchObject({
    events: [{ isGranted: false, unlimited: false }],
    isBehind: false,
  });
  state = { [ofErc20]: { result: null } };
  expect(await confirmDropped(approved(7))).toEqual({ events: [null], isBehind: true });
  expect(await confirmDropped()).toEqual({ events: [], isBehind: false });
});

describe('an approval of a piece that a re-org dropped', () => {
  const ownerOf = '0x6352211e';
  const dropped = async (to: string) => (await confirmDropped(log([approval, owner, to, 7], []))).events;

  it.each([spender, nobody])("has the state's value, not the event's, for %s", async (to) => {
    state = { [approvedOf]: { result: topicOf(stranger) }, [ownerOf]: { result: topicOf(owner) } };
    expect(await dropped(to)).toMatchObject([{ isGranted: true, spender: stranger, transactionHash: null }]);
    state[approvedOf] = { result: topicOf(nobody) };
    expect(await dropped(to)).toMatchObject([{ isGranted: false, spender: null, tokenId: '7' }]);
  });

  it('is gone once somebody else owns the piece, and unknown if nobody does', async () => {
    state = { [approvedOf]: { result: topicOf(stranger) }, [ownerOf]: { result: topicOf(stranger) } };
    expect(await dropped(spender)).toMatchObject([{ isGranted: false, spender: null }]);
    delete state[ownerOf];
    expect(await dropped(spender)).toEqual([null]);
  });
});

describe('an allowance that Permit2 keeps', () => {
  const kept = (value: bigint, expires: bigint) => ({ result: `0x${word(value)}${word(expires)}${word(3)}` });
  const signed = (over = {}) =>
    log([permit, owner, usdc, spender], [100, 4_000_000_000, 3], { address: permit2, ...over });

  it('expires, and has its own maximum for unlimited', async () => {
    state = { ...sixDecimals, [ofPermit2]: kept(2n ** 160n - 1n, 4_000_000_000n) };
    expect(await found([signed()])).toMatchObject([
      {
        of: 'permit2',
        token: { address: usdc, decimals: 6 },
        unlimited: true,
        expires: '2096-10-02T07:06:40.000Z',
      },
    ]);
    state = { [ofPermit2]: kept(5n, 2n ** 48n - 1n) };
    expect(await found([signed()])).toMatchObject([{ value: '5', unlimited: false, expires: null }]);
  });

  it('is ignored if it expired in its own block, or if another contract wrote the event', async () => {
    state = { [ofPermit2]: kept(100n, 0x65n) };
    expect(await found([signed()])).toEqual([]);
    state = { [ofPermit2]: kept(100n, 0x65n), eth_getBlockByNumber: { result: { timestamp: '0x65' } } };
    expect(await found([signed({ blockTimestamp: undefined })])).toEqual([]);
    state = { [ofPermit2]: kept(100n, 4_000_000_000n) };
    expect(await found([signed({ address: stranger })])).toEqual([]);
  });

  it.each([
    permit2,
    '0x0000000000225e31d15943971f47ad3022f714fa',
    '0x31c2f6fcff4f8759b3bd5bf0e1084a055615c768',
  ])('is read from %s, which wrote the event, by wallet, token and spender', async (to) => {
    await found([signed({ address: to })], false);
    expect(asked.slice(0, -1).map(({ params: [call] }) => call)).toMatchObject([
      { to, data: `${ofPermit2}${[owner, usdc, spender].map(word).join('')}` },
      { to: usdc, data: supply },
    ]);
  });

  it('is not taken for the same allowance that another Permit2 keeps', () => {
    const logs = permit2s.map((address) => signed({ address }));
    expect(lastApprovals(logs).map((one) => one.log)).toEqual(logs);
  });

  it('is revoked by a lockdown, also in a transaction that moves the token', async () => {
    state = { [ofPermit2]: kept(0n, 4_000_000_000n) };
    const down = log([lockdown, owner], [BigInt(usdc), BigInt(spender)], { address: permit2 });
    const revoked = { of: 'permit2', isGranted: false, spender, value: '0', expires: null };
    expect(await found([down])).toMatchObject([revoked]);
    expect(await found([down, sent()])).toMatchObject([revoked]);
  });
});

describe('approvals of tokens that nobody vouches for', () => {
  beforeEach(() => {
    state = { [ofErc20]: allowance(100n), [supply]: allowance(1_000n) };
  });

  it.each([
    [{ from: owner, to: usdc }, true],
    [{ from: stranger, to: owner.toUpperCase().replace('0X', '0x') }, true],
    [{ from: stranger, to: usdc }, false],
  ])('say whether the wallet sent them: %j', async (result, sentByWallet) => {
    state.eth_getTransactionByHash = { result };
    expect(await found([approved(100)], false)).toMatchObject([{ sentByWallet }]);
  });

  it.each([null, 'nonsense'])('wait while the node does not say who sent them: %j', async (result) => {
    state.eth_getTransactionByHash = { result };
    expect(await found([approved(100)], false)).toEqual([]);
  });

  it('for zero cost no call, so that they displace no real one', async () => {
    state = { [ofErc20]: allowance(max), [supply]: allowance(5n) };
    // Anybody may move zero tokens out of a wallet, and many genuine tokens then write an approval of zero.
    const crowd = Array.from({ length: 50 }, (_, n) => {
      const transactionHash = topicOf(n + 1);
      return [
        log([approval, owner, n + 1], [0], { transactionHash }),
        log([transferTopic, owner, n + 1], [0], { transactionHash }),
      ];
    }).flat();
    expect(await found([...crowd, approved(max)])).toMatchObject([{ spender, unlimited: true }]);
    expect(asked).toHaveLength(6);
  });

  it.each([
    ['in an earlier transaction of the wallet', '0xaa', 5n],
    ['in the same transaction, which ends approvals', '0xbb', 0n],
  ])("by one called contract do not displace the wallet's: %s", (_, own, value) => {
    const hashOf = (name: string) => `${name}${'00'.repeat(31)}`;
    const made = (n: number) => topicOf(n + 1).replace(`0x${'0'.repeat(24)}`, '0x');
    const real = approved(max, { transactionHash: hashOf(own) });
    const crowd = Array.from({ length: 50 }, (_, n) =>
      approved(value, { address: made(n), transactionHash: hashOf('0xbb') }),
    );
    const transactions = ['0xaa', '0xbb'].map((name, index) => {
      const hash = eventLog({ transactionHash: hashOf(name) }).transactionHash;
      return { hash, index, from: owner, to: stranger, value: 0n, gasPrice: 1n, delegates: [] };
    });
    const { blockNumber, blockHash } = eventLog();
    const bodies = [{ number: blockNumber, hash: blockHash, minedAt: 101, transactions }];
    const asked = chosenApprovals(
      newApprovals(lastApprovals([real, ...crowd]), new Map(), () => 'unknown'),
      bodies,
    );
    expect(asked.map(({ token }) => token)).toContain(usdc);
    expect(asked.length).toBeLessThan(10);
  });

  it("by strangers do not displace Permit2's, which take the wallet's signature, whoever sends it", async () => {
    state = {
      [ofErc20]: allowance(max),
      [ofPermit2]: { result: `0x${[5, 4_000_000_000, 3].map(word).join('')}` },
    };
    state.eth_getTransactionByHash = { error: 'busy' };
    const hashOf = (n: number) => topicOf(n + 1);
    const signed = log([permit, owner, usdc, spender], [5, 4_000_000_000, 3], {
      address: permit2,
      transactionHash: hashOf(0),
    });
    const crowd = Array.from({ length: 9 }, (_, n) => approved(max, { transactionHash: hashOf(n + 1) }));
    const made = crowd.map((one, n) => ({ ...one, address: walletNumber(n + 1) }));
    expect(await found([signed, ...made], false)).toMatchObject([{ of: 'permit2', sentByWallet: null }]);
  });

  it('cost a bounded number of calls, and displace none in real tokens', async () => {
    const made = Array.from({ length: 1_000 }, (_, n) =>
      approved(100, { address: topicOf(n + 1).replace(`0x${'0'.repeat(24)}`, '0x') }),
    );
    const all = [...made, approved(100)];
    const told = await reportedOf(all, (_owner, token) => (token === usdc ? 'known' : 'unknown'));
    expect(told.map(({ token }) => token.address)).toContain(usdc);
    expect(told.length).toBeLessThanOrEqual(13);
    expect(asked.length).toBeLessThan(100);
    for (const { method, params } of asked)
      if (method === 'eth_call') expect(params[0]).toHaveProperty('gas', '0x493e0');
  });
});

it('logs in other forms are not approvals', async () => {
  state = { [ofErc20]: allowance(1n), [forAll]: allowance(1n) };
  const odd = [
    log([approval, owner], [1]),
    log([approval, owner, spender], []),
    log([approval, owner, spender], [1, 2]),
    log([approval, owner, spender, 7], [1]),
    log([approvalForAll, owner, spender], []),
    log([approvalForAll, owner], [1, 1]),
    log([permit, owner, usdc, spender], [], { address: permit2 }),
    log([lockdown, owner], [1], { address: permit2 }),
    approved(1, { data: '0x01' }),
  ];
  expect(await found(odd)).toEqual([]);
  expect(asked).toEqual([]);
});
