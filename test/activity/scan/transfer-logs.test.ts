import { describe, expect, it } from 'vitest';
import {
  type LogQuery,
  logsCall,
  queriesFor,
  type ScanScope,
  surePartsOf,
} from '../../../functions/activity/scan/log-queries.ts';
import {
  noteTransfers,
  type SeenWallets,
  storableLogs,
  storesMoreThan,
} from '../../../functions/activity/scan/transfer-logs.ts';
import type { Address } from '../../../functions/chain/address.ts';
import { approvalTopics, permit2 } from '../../../functions/node/approvals/approval-events.ts';
import { NodeUnusable } from '../../../functions/node/calls.ts';
import {
  nativeEmitter,
  transferBatchTopic,
  transferSingleTopic,
  transferTopic,
  withdrawalTopic,
} from '../../../functions/node/movements.ts';
import { usdc, watchOf } from '../../support/alerts.ts';
import { eventLog, topicOf, wireLog, wordsOf } from '../../support/event-logs.ts';
import { stranger, walletNumber } from '../../support/worlds/hinted-world.ts';

const [alice, bob] = [walletNumber(1), walletNumber(2)];
const watched = new Map([alice, bob].map((wallet) => [wallet, watchOf({ wallet })]));
const range = { from: 10, to: 20 };

/** The log of a genuine token's transfer from alice to a stranger. */
const logOf = (over: Record<string, unknown> = {}) => ({
  address: usdc,
  topics: [transferTopic, topicOf(alice), topicOf(stranger)],
  data: '0x0a',
  blockNumber: '0xa',
  ...over,
});

function noted(...logs: readonly unknown[]) {
  const seen: SeenWallets = new Map();
  noteTransfers(logs, range, { watched, seen, scope: 'hints' });
  return [...seen].map(([wallet, { kind, blocks }]) => [wallet, kind, ...blocks]);
}

describe('a call for logs', () => {
  const filter = { fromBlock: '0xa', toBlock: '0x14' };
  const wallets = [alice, bob];
  const list = wallets.map(topicOf);
  const topicsOf = (query: LogQuery, what: ScanScope) => {
    const [{ topics, ...rest }] = logsCall(query, range, what).params as [{ topics: unknown }];
    expect(rest).toEqual(filter);
    return topics;
  };

  it('asks for transfers with a wallet on either side, or for all transfers', () => {
    expect(queriesFor(wallets, 'hints').map((query) => topicsOf(query, 'hints'))).toEqual([
      [transferTopic, list],
      [transferTopic, null, list],
    ]);
    expect(topicsOf(null, 'hints')).toEqual([transferTopic]);
  });

  it("for a source asks for all events on each side, and for an owner's approvals and unwrapped coin", () => {
    const events = [transferTopic, transferSingleTopic, transferBatchTopic];
    const ofOwners = [...approvalTopics, withdrawalTopic];
    expect(queriesFor(wallets, 'everything').map((query) => topicsOf(query, 'everything'))).toEqual([
      [[...events, ...ofOwners], list],
      [events, null, list],
      [events, null, null, list],
    ]);
    expect(topicsOf(null, 'everything')).toEqual([[...events, ...ofOwners]]);
  });

  it('that is too large is split down to single contracts', () => {
    const query = { topicIndex: 1, wallets: [alice] } as const;
    const parts = (contracts: string[]) => surePartsOf({ ...query, contracts }, watched);
    expect(parts(['0x1', '0x2'])).toEqual([
      { ...query, contracts: ['0x1'] },
      { ...query, contracts: ['0x2'] },
    ]);
    expect(parts(['0x1'])).toEqual([]);
    expect(surePartsOf(query, watched)).toEqual([
      { ...query, contracts: expect.arrayContaining([nativeEmitter, permit2, usdc]) },
    ]);
  });
});

describe('the logs of a node', () => {
  it('show the wallets on either side of a transfer, with their blocks', () => {
    const both = logOf({ topics: [transferTopic, topicOf(alice), topicOf(bob)], blockNumber: '0x14' });
    expect(noted(logOf(), both)).toEqual([
      [alice, 'sent', 10, 20],
      [bob, 'sure', 20],
    ]);
  });

  it('show the most important kind of activity, whatever came first', () => {
    const unsure = logOf({ address: stranger });
    const comesIn = logOf({ topics: [transferTopic, topicOf(stranger), topicOf(alice)] });
    expect(noted(unsure, comesIn, unsure)).toEqual([[alice, 'sure', 10]]);
    expect(noted(logOf(), comesIn)).toEqual([[alice, 'sent', 10]]);
  });

  it.each([
    ['no value', { data: undefined }],
    ['a value that is no text', { data: 10 }],
    ['an empty value', { data: '0x' }],
    ['a value of zero', { data: `0x${'0'.repeat(64)}` }],
    ['a value that is too long', { data: `0x${'1'.repeat(65)}` }],
    ['more than a value', { data: '0x0a, 0x0a' }],
    ['no contract', { address: null }],
    ['a contract that nobody vouches for', { address: stranger }],
  ])('with %s are unsure', (_, over) => {
    expect(noted(logOf(over))).toEqual([[alice, 'unsure', 10]]);
  });

  it('with a value of one base unit, or with an address in capitals, are sure', () => {
    expect(noted(logOf({ data: `0x${'1'.padStart(64, '0')}` }))).toEqual([[alice, 'sent', 10]]);
    const topics = logOf().topics.map((one) => `0x${one.slice(2).toUpperCase()}`);
    expect(noted(logOf({ data: '0xA0', topics }))).toEqual([[alice, 'sent', 10]]);
  });

  it('that a re-org took back show activity: where a node contradicts itself, the wallet is polled', () => {
    expect(noted(logOf({ removed: true }))).toEqual([[alice, 'sent', 10]]);
  });

  it.each([
    ['of an NFT', [transferTopic, topicOf(alice), topicOf(bob), topicOf('0x7')]],
    ['of another event', [topicOf('0x1'), topicOf(alice), topicOf(bob)]],
    ['without its sides', [transferTopic]],
    ['of nothing', []],
    ['of nobody who is watched', [transferTopic, topicOf(stranger), topicOf(stranger)]],
    ['of no address', [transferTopic, 'alice', 'bob']],
  ])('%s show nothing', (_, topics) => {
    expect(noted(logOf({ topics }))).toEqual([]);
  });

  it('of ether (EIP-7708) show nothing, because the API does not show ether', () => {
    expect(noted(logOf({ address: nativeEmitter }))).toEqual([]);
  });

  it.each([
    ['null', null],
    ['a text', 'log'],
    ['one without topics', logOf({ topics: undefined })],
    ['one whose topics are a text', logOf({ topics: transferTopic })],
    ['one of five topics', logOf({ topics: Array(5).fill(transferTopic) })],
    ['one of which a topic is no text', logOf({ topics: [transferTopic, topicOf(alice), 7] })],
    ['one without a block', logOf({ blockNumber: undefined })],
    ['one of a block below', logOf({ blockNumber: '0x9' })],
    ['one of a block above', logOf({ blockNumber: '0x15' })],
  ])('are not relied on where one of them is %s', (_, log) => {
    expect(() => noted(logOf(), log)).toThrow(NodeUnusable);
  });

  it('are not used by a source if one of them is incomplete, unless a re-org took it back', () => {
    const read = (over: object) =>
      noteTransfers([{ ...wireLog({ blockNumber: '0x14' }), ...over }], range, {
        watched,
        seen: new Map(),
        scope: 'everything',
      });
    expect(() => read({})).not.toThrow();
    expect(() => read({ removed: true, logIndex: null })).not.toThrow();
    for (const over of [
      { logIndex: null },
      { transactionHash: '0x1' },
      { topics: [transferTopic, alice] },
      { data: null },
    ])
      expect(() => read(over)).toThrow(NodeUnusable);
  });

  it('are all kept by a source, even if a node counts log indexes anew in each transaction', () => {
    const seen: SeenWallets = new Map();
    const topics = [transferTopic, topicOf(alice), topicOf(stranger)];
    const logs = ['aa', 'bb'].map((hash) =>
      wireLog({ topics, blockNumber: '0x14', transactionHash: `0x${hash.repeat(32)}` }),
    );
    noteTransfers(logs, range, { watched, seen, scope: 'others' });
    expect(seen.size).toBe(0);
    noteTransfers(logs, range, { watched, seen, scope: 'everything' });
    expect(seen.get(alice)?.logs.size).toBe(2);
  });

  it('are not used if they are no list', () => {
    expect(() => noteTransfers({ logs: [] }, range, { watched, seen: new Map(), scope: 'hints' })).toThrow(
      'no readable logs',
    );
  });
});

it('the same of equal batches are stored, in whatever order a scan finds them: a scan after a re-org takes none back', () => {
  const data = wordsOf(Array(4_000).fill(1));
  const batches = [1, 2, 3, 4].map((at) => eventLog({ data, address: stranger, logIndex: `0x${at}` }));
  const stored = (logs: typeof batches) => storableLogs(logs, watchOf()).map(({ logIndex }) => logIndex);
  expect([stored(batches), stored(batches.toReversed())]).toEqual([
    [1, 2],
    [2, 1],
  ]);
});

it('batches of a collection that the row trusts are all stored, also of the past', () => {
  const batch = eventLog({ data: wordsOf(Array(12_000).fill(1)), address: stranger });
  expect(storableLogs([batch], watchOf())).toEqual([]);
  expect(storableLogs([batch], watchOf({ trustedTokens: new Set([stranger]) }))).toEqual([batch]);
});

it('batches that are too large to be stored are no finds: a scan would end at every second block that a stranger fills', () => {
  const batch = [64, 64 + 32 * 6_001, 6_000, ...Array(6_000).keys(), 6_000, ...Array(6_000).fill(1)];
  const topics = [transferBatchTopic, topicOf(stranger), topicOf(stranger), topicOf(alice)];
  const log = wireLog({ data: wordsOf(batch), address: stranger, topics, blockNumber: '0x14' });
  const isFull = (most: number, ...trusted: Address[]) => {
    const watch = watchOf({ wallet: alice, trustedTokens: new Set(trusted) });
    const search = { watched: new Map([[alice, watch]]), seen: new Map(), scope: 'everything' } as const;
    noteTransfers([log], range, search);
    return storesMoreThan(most, search);
  };
  expect([isFull(0), isFull(6_001, stranger), isFull(6_002, stranger)]).toEqual([false, true, false]);
});
