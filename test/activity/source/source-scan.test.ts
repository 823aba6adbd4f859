import { beforeEach, describe, expect, it } from 'vitest';
import { parseAddress } from '../../../functions/chain/address.ts';
import { findChain } from '../../../functions/chain/chains.ts';
import { transferBatchTopic } from '../../../functions/node/movements.ts';
import { UnreadableReply } from '../../../functions/transfer/source-errors.ts';
import { exchange as stranger, usdc, watchOf } from '../../support/alerts.ts';
import { topicOf, wordsOf } from '../../support/event-logs.ts';
import type { FakeTransfer } from '../../support/fakes/fake-node.ts';
import { walletNumber } from '../../support/worlds/hinted-world.ts';
import { SourceWorld } from '../../support/worlds/source-world.ts';

const [alice, bob] = [walletNumber(1), walletNumber(2)];
const toAlice = (value: bigint, token: string | null = usdc) => ({ from: stranger, to: alice, value, token });
const toBob = (value: bigint, token: string | null = usdc) => ({ from: alice, to: bob, value, token });

/** Of `decimals()`. */
const decimalsSelector = '0x313ce567';

/** A host that takes two blocks a call, and refuses a call with more than one result. */
const busyAfterTwoBlocks = {
  ...{ blocks: 2, results: 1 },
  says: ({ fromBlock = '', toBlock = '' }) =>
    Number(toBlock) - Number(fromBlock) > 1 ? 'exceed maximum block range: 2' : 'busy',
};

let chain: SourceWorld;
beforeEach(async () => {
  chain = new SourceWorld([watchOf({ wallet: alice }), watchOf({ wallet: bob })]);
  await chain.tick();
});

describe('a scan of a chain that is read from its node', () => {
  it('stores the tokens and coin that moved for the wallets on both sides, and nothing for others', async () => {
    await chain.tick([toAlice(5n), toAlice(7n, null)]);
    expect(chain.left).toEqual([`transfers ${alice}`]);
    await chain.tick([toBob(3n)], [toBob(2n, null)]);
    expect(chain.of(alice)).toEqual(['erc20 5 in 2', 'native 7 in 2', 'erc20 3 in 3', 'native 2 in 4']);
    expect(chain.of(bob)).toEqual(['erc20 3 in 3', 'native 2 in 4']);
    await chain.tick();
    expect(chain.left).toEqual([]);
  });

  it.each([
    ['coin', toBob(2n, null), 'sent', 'sure'],
    ['coin of somebody else', toAlice(2n, null), 'sure', undefined],
    ['known money', toBob(3n), 'sent', 'sure'],
    ['known money, nothing of it', toBob(0n), 'unsure', 'unsure'],
    ["a stranger's token", toBob(3n, `0x${'70'.repeat(20)}`), 'unsure', 'unsure'],
    ['an approval', { ...toBob(3n), approves: true as const }, 'sent', undefined],
  ])('shows whom it has seen as active, by how sure it is: %s', async (_what, moved, sender, receiver) => {
    const { hints } = await chain.tick([moved]);
    const seen = [alice, bob].map((wallet) => Object.keys(chain.table.marks.get(wallet)?.seenAt ?? {}));
    expect(seen).toEqual([[sender], receiver === undefined ? [] : [receiver]]);
    expect(hints.seen.size).toBe(receiver === undefined ? 1 : 2);
    expect(chain.table.marks.size).toBe(hints.seen.size);
  });

  it('asks for the code of a new contract also after the block of the last look: a thief may have created it', async () => {
    chain.node.runsPrograms = false;
    chain.node.delegates.set(alice, bob);
    chain.node.refusesState = 'busy';
    await chain.tick();
    chain.node.refusesState = null;
    chain.node.calls = [];
    await chain.tick([], []);
    const codes = chain.node.calls.filter(({ method }) => method === 'eth_getCode');
    const blocks = codes.flatMap(({ params: [of, block] }) => (of === alice ? [Number(block)] : []));
    expect(blocks).toEqual([SourceWorld.first + 4, SourceWorld.first + 1]);
  });

  it('only adds to what earlier scans stored, and leaves no call running at its end', async () => {
    const replaced: unknown[] = [];
    chain.atWrite = (from) => void replaced.push(from);
    await chain.tick([toAlice(5n), toAlice(7n, null)]);
    expect(replaced).toMatchObject([{ logged: null, coin: null, to: SourceWorld.first + 2 }]);
    expect(chain.waits.map((signal) => signal?.aborted)).toEqual([true, true]);
  });

  it('asks first for the names of tokens that a row trusts, and then for others up to its limit', async () => {
    const trusted = parseAddress(`0x${'7e'.repeat(20)}`);
    chain.watches = [watchOf({ wallet: alice }), watchOf({ wallet: bob, trustedTokens: new Set([trusted]) })];
    const made = Array.from({ length: 30 }, (_, n) => toBob(1n, walletNumber(1_000 + n)));
    chain.node.calls = [];
    await chain.tick([...made, toBob(5n, trusted)]);
    const asked = chain.node.calls.flatMap(({ method, params: [call] }) =>
      method === 'eth_call' ? [call as { readonly to?: string; readonly data: string }] : [],
    );
    const named = asked.filter(({ data }) => data === decimalsSelector).map(({ to }) => to);
    expect(named).toEqual([trusted, ...made.slice(0, 19).map(({ token }) => token)]);
  });

  it('says which coin a contract paid, and takes the sender of a piece from the blocks that were read for coin', async () => {
    chain.node.logsCoin = true;
    chain.node.calls = [];
    const paid = { from: bob, to: alice, value: 3n, token: null, internal: true as const };
    const piece = { ...toAlice(1n), tokenId: 7, transaction: `${SourceWorld.first + 2} of 1` };
    await chain.tick([piece, paid]);
    const byContract = { kind: 'native', value: 3n };
    const ofPiece = { kind: 'erc721', internal: false, sentBy: `0x${'7'.repeat(40)}` };
    expect(chain.journal.get(alice)).toMatchObject([{ ...byContract, internal: true }, ofPiece]);
    expect(chain.journal.get(bob)).toMatchObject([{ ...byContract, internal: false }]);
    expect(chain.node.calls.map(({ method }) => method)).not.toContain('eth_getTransactionByHash');
  });

  it('reads logs of the newest block again if a host without batches may have given them from a machine behind it', async () => {
    chain.node.takesBatches = false;
    chain.node.atRequest = (body) => {
      chain.node.lag = body.includes('eth_getLogs') ? 1 : 0;
      return undefined;
    };
    await chain.tick([toAlice(5n)]);
    expect(chain.of(alice)).toEqual([]);
    await chain.tick([toAlice(6n)]);
    expect(chain.of(alice)).toEqual(['erc20 5 in 2']);
    chain.node.atRequest = () => undefined;
    await chain.tick();
    expect(chain.of(alice)).toEqual(['erc20 5 in 2', 'erc20 6 in 3']);
    await chain.tick();
    expect(chain.left).toEqual([]);
  });

  it('takes back what a re-org dropped, and writes nothing for wallets without transfers in the dropped blocks', async () => {
    await chain.tick([toBob(3n)]);
    for (let i = 0; i < 30; i += 1) await chain.tick();
    await chain.tick([toAlice(5n), toAlice(7n, null)]);
    await chain.tick([toAlice(6n), toAlice(8n, null)]);
    chain.node.reorg(1);
    await chain.tick();
    expect(chain.of(alice)).toEqual(['erc20 3 in 2', 'erc20 5 in 33', 'native 7 in 33']);
    expect(chain.left).toEqual([`transfers ${alice}`]);
    await chain.tick([toBob(3n), toBob(2n, null)]);
    expect(chain.of(bob)).toEqual(['erc20 3 in 2', 'erc20 3 in 36', 'native 2 in 36']);
  });

  it('continues after a crash before all transfers were stored', async () => {
    await chain.tick([toAlice(5n)]);
    // A killed process runs no further line of its code.
    let writes = 0;
    const died = new Promise<void>((dead) => {
      chain.atWrite = () => {
        writes += 1;
        if (writes === 1) return;
        dead();
        return new Promise(() => {});
      };
    });
    void chain.tick([toBob(3n), toBob(2n, null)]);
    await died;
    chain.atWrite = () => {};
    chain.journal.clear();
    await chain.tick([toAlice(9n)]);
    expect(chain.of(alice)).toEqual(['erc20 3 in 3', 'erc20 9 in 4', 'native 2 in 3']);
    expect(chain.of(bob)).toEqual(['erc20 3 in 3', 'native 2 in 3']);
  });

  it("loses nothing if a re-org comes after the node's answer for its head, or between two ranges of logs", async () => {
    const reorgsAt = (request: number, depth: number) => {
      let requests = 0;
      chain.node.atRequest = () => {
        requests += 1;
        if (requests !== request) return undefined;
        chain.node.reorg(depth);
        chain.node.truncate(depth);
        for (let n = depth; n > 0; n -= 1) chain.node.mine(n === depth ? [toAlice(7n)] : [], chain.now);
        return undefined;
      };
      chain.restart();
    };
    reorgsAt(2, 2);
    await chain.tick();
    await chain.tick();
    expect(chain.of(alice)).toEqual(['erc20 7 in 1']);
    chain.node.limits = { blocks: 2 };
    reorgsAt(5, 4);
    await chain.tick([toAlice(5n)], [toAlice(6n)], [], [], []);
    await chain.tick();
    expect(chain.of(alice)).toEqual(['erc20 7 in 1', 'erc20 5 in 4', 'erc20 7 in 5']);
  });

  it('stores nothing of partly read blocks, because it would not be taken back after a re-org', async () => {
    chain.node.limits = busyAfterTwoBlocks;
    const sent = { ...toAlice(5n), from: alice, to: stranger };
    const { health } = await chain.tick([toAlice(4n)], [], [sent], [toAlice(6n), toAlice(7n)]);
    expect(health.doubt).toBe('The node refuses eth_getLogs: busy');
    expect(chain.of(alice)).toEqual(['erc20 4 in 2']);
    chain.node.limits = {};
    chain.node.reorg(2);
    await chain.tick([sent]);
    expect(chain.of(alice)).toEqual(['erc20 4 in 2', 'erc20 5 in 6']);
  });

  it('that reads only some of the blocks that a re-org may have changed leaves the rest to the next one', async () => {
    for (let i = 0; i < 30; i += 1) await chain.tick();
    await chain.tick([toAlice(5n)], [toAlice(6n), toAlice(7n, null)], [toAlice(8n), toAlice(9n)]);
    await chain.tick([toBob(3n), toBob(2n, null)]);
    chain.node.reorg(1);
    chain.node.limits = busyAfterTwoBlocks;
    expect((await chain.tick()).health.doubt).toBe('The node refuses eth_getLogs: busy');
    const ofAlice = ['erc20 5 in 32', 'erc20 6 in 33', 'native 7 in 33', 'erc20 8 in 34', 'erc20 9 in 34'];
    const before = [
      [...ofAlice, 'erc20 3 in 35', 'native 2 in 35'],
      ['erc20 3 in 35', 'native 2 in 35'],
    ];
    expect([chain.of(alice).toSorted(), chain.of(bob)]).toEqual([before[0]?.toSorted(), before[1]]);
    chain.node.limits = {};
    chain.restart();
    await chain.tick();
    expect([chain.of(alice).toSorted(), chain.of(bob)]).toEqual([ofAlice.toSorted(), []]);
    expect(chain.table.marks.get(bob)?.polledAt).toBeNull();
    chain.left.length = 0;
    await chain.tick();
    expect(chain.left).toEqual([]);
  });

  it('does not read again up to a block that a node invented', async () => {
    const madeUp = 1_000_000;
    Object.assign(chain.table.record ?? {}, { scanned: { number: madeUp, hash: '0x1' }, highest: madeUp });
    const replaced: unknown[] = [];
    chain.atWrite = (from) => void replaced.push(from);
    await chain.tick();
    await chain.tick([toAlice(5n)]);
    expect(replaced).toMatchObject([{ logged: null, coin: null }]);
  });

  it('that finds no new block does not stop the scans until the next tick', async () => {
    await chain.ask(true);
    chain.node.mine([toAlice(5n)], chain.now);
    await chain.ask(true);
    expect(chain.of(alice)).toEqual(['erc20 5 in 2']);
  });

  it('between two ticks passes no block if its worker still has the rows of before one was added', async () => {
    const carol = walletNumber(3);
    const older = chain.watches;
    chain.watches = [...older, watchOf({ wallet: carol })];
    await chain.tick();
    chain.node.mine([{ ...toBob(3n), to: carol }], chain.now);
    chain.watches = older;
    chain.restart();
    await chain.ask(true).catch(() => {});
    chain.watches = [...older, watchOf({ wallet: carol })];
    await chain.tick();
    expect(chain.of(carol)).toEqual(['erc20 3 in 3']);
  });

  it.each([
    ['of the one that died', 'save'],
    ['of the one that failed', 'put marks'],
  ])('takes back what a re-org took %s before it was noted', async (_which, dies) => {
    chain.watches = [watchOf({ wallet: alice })];
    chain.node.delegates.set(alice, usdc);
    chain.diesAt(dies);
    await chain.tick([toAlice(5n), toAlice(7n, null)]).catch(() => {});
    chain.diesAt(null);
    expect(chain.of(alice)).toEqual(['erc20 5 in 2', 'native 7 in 2']);
    chain.node.reorg(1);
    await chain.tick();
    expect(chain.of(alice)).toEqual([]);
    expect(chain.events).toMatchObject([{ kind: 'control' }]);
  });

  it.each(['put marks', 'put states', 'save'])(
    'that dies at %s reports no change of control without its end before the next scan',
    async (dies) => {
      const told: unknown[] = [];
      const tick = async () => {
        await chain.tick().catch(() => {});
        for (const event of chain.events) told.push('what' in event && event.after);
      };
      chain.watches = [watchOf({ wallet: alice })];
      chain.node.delegates.set(alice, usdc);
      chain.diesAt(dies);
      await tick();
      chain.diesAt(null);
      chain.node.delegates.delete(alice);
      await tick();
      // At `put states` nothing was stored for polls yet.
      expect(Array.from(new Set(told))).toEqual(dies === 'put states' ? [] : [usdc, null]);
      expect(chain.table.marks.has(alice)).toBe(told.length > 0);
    },
  );

  it('that failed does not count', async () => {
    chain.atWrite = () => Promise.reject(new Error('The table is gone.'));
    expect((await chain.tick([toAlice(5n)])).health.doubt).toBe('The scan failed.');
    expect(chain.logged).toContain('error: a scan failed by a mistake of ours');
    chain.atWrite = () => {};
    expect((await chain.tick()).health.doubt).toBeNull();
    expect(chain.of(alice)).toEqual(['erc20 5 in 2']);
  });
});

it.each([null, '0x'])('a node that runs no program is asked about wallets singly: says %s', async (says) => {
  chain.node.runsPrograms = says ?? false;
  await chain.tick([toAlice(7n, null)], [toBob(2n, null)]);
  chain.node.delegates.set(alice, usdc);
  await chain.tick();
  expect(chain.of(alice)).toEqual(['native 7 in 2', 'native 2 in 3']);
  expect(chain.of(bob)).toEqual(['native 2 in 3']);
  expect(chain.events).toMatchObject([{ what: 'delegation', before: null, after: usdc }]);
});

describe('coin that the node does not show', () => {
  it('delays no token, and is read with the next scan', async () => {
    chain.node.refusesState = 'missing trie node';
    // More blocks than are read singly: without their balances it is unknown which of them moved coin.
    const quiet = Array.from({ length: 40 }, () => []);
    await chain.tick([toAlice(5n), toAlice(7n, null)], ...quiet);
    expect(chain.of(alice)).toEqual(['erc20 5 in 2']);
    expect(chain.logged.some((line) => line.startsWith('the coin is not read: '))).toBe(true);
    chain.node.refusesState = null;
    await chain.tick([toAlice(1n, null)]);
    expect(chain.of(alice)).toEqual(['erc20 5 in 2', 'native 7 in 2', 'native 1 in 43']);
  });

  it.each([
    [3, true],
    [60, true],
    [0, false],
  ])('is reported once if logs show it (EIP-7708), %i blocks ago, batches: %s', async (blocks, batches) => {
    chain.node.takesBatches = batches;
    chain.node.logsCoin = true;
    chain.node.refusesBodies = true;
    chain.node.refusesState = 'missing trie node';
    await chain.tick([toAlice(7n, null)], ...Array.from({ length: blocks }, () => []));
    expect(chain.of(alice)).toEqual(['native 7 in 2']);
    chain.node.refusesBodies = false;
    chain.node.refusesState = null;
    await chain.tick([toAlice(1n, null)]);
    expect(chain.of(alice)).toEqual(['native 7 in 2', `native 1 in ${blocks + 3}`]);
  });

  it("is read in parts after an outage in which most blocks moved some, and a re-org removes only its own blocks' coin", async () => {
    chain.node.refusesBodies = true;
    const blocks = Array.from({ length: 100 }, (_, n) => [toAlice(BigInt(n + 1), null)]);
    await chain.tick(...blocks);
    chain.node.refusesBodies = false;
    const [scans, ends]: number[][] = [[], []];
    chain.atWrite = ({ coinTo }) => void ends?.push(coinTo - SourceWorld.first);
    for (let scan = 0; scan < 6; scan += 1) {
      await chain.tick();
      scans?.push(chain.of(alice).length);
    }
    expect(scans).toEqual([20, 40, 60, 80, 100, 100]);
    expect(ends).toEqual([21, 41, 61, 81, 106]);
    expect(chain.of(alice)).toEqual(blocks.map((_, n) => `native ${n + 1} in ${n + 2}`));
  });

  it('of blocks whose state the node has forgotten is not taken back by a re-org of newer ones', async () => {
    chain = new SourceWorld([watchOf({ wallet: alice, chain: findChain('polygon') })]);
    chain.node.chainId = '0x89';
    chain.node.stateOf = 128;
    await chain.tick();
    await chain.tick([toAlice(7n, null)]);
    for (const left of [[], [], [], [toAlice(9n, null)]])
      await chain.tick(...Array.from({ length: 33 }, () => []), left);
    expect(chain.of(alice)).toEqual(['native 7 in 2', 'native 9 in 138']);
    chain.node.reorg(3);
    await chain.tick();
    expect(chain.of(alice)).toEqual(['native 7 in 2']);
  });

  it('is read in parts from a host that takes two blocks a call, and calls remain for floors', async () => {
    chain.watches = [watchOf({ wallet: alice, minBalance: new Map([[null, '999995']]) })];
    chain.node.limits = { blocks: 2 };
    chain.node.takesBatches = false;
    chain.node.refusesState = 'missing trie node';
    const minute = Array.from({ length: 20 }, () => []);
    await chain.tick([toAlice(7n, null)], ...minute);
    for (let i = 0; i < 8; i += 1) await chain.tick(...minute);
    chain.node.refusesState = null;
    await chain.tick([{ from: alice, to: stranger, value: 10n ** 19n, token: null }]);
    expect(chain.events).toMatchObject([{ kind: 'balance', fell: null }]);
    expect(chain.of(alice)).toEqual(['native 7 in 2']);
    for (let i = 0; i < 7; i += 1) await chain.tick();
    expect(chain.of(alice)).toEqual(['native 7 in 2', 'native 10000000000000000000 in 183']);
  });

  it("is reported below its floor even if the wallet's row asks for tokens only", async () => {
    const floor = { minBalance: new Map([[null, '999995']]), kinds: new Set(['erc20' as const]) };
    chain.watches = [
      watchOf({ wallet: alice, ...floor }),
      watchOf({ wallet: bob, minBalance: floor.minBalance }),
    ];
    await chain.tick();
    chain.node.refusesBodies = true;
    await chain.tick([{ from: alice, to: stranger, value: 10n ** 19n, token: null }]);
    expect(chain.events).toMatchObject([{ kind: 'balance', fell: null, minimum: '999995' }]);
    expect(Object.keys(chain.table.marks.get(alice)?.seenAt ?? {})).toEqual(['sent']);
  });

  it.each([
    ['the coin', 'native', {}, 'after block 1002'],
    ['who controls the wallets', 'control', {}, 'since block 1002'],
    ['a floor', 'erc20', { minBalance: new Map([[null, '1']]) }, 'since block 1002'],
  ] as const)(
    'is reported as a doubt after five minutes, until a scan reads %s',
    async (_what, kind, row, said) => {
      chain.watches = [watchOf({ wallet: alice, kinds: new Set([kind]), ...row })];
      await chain.tick();
      chain.node.refusesState = 'missing trie node';
      const blocks = (count: number) => Array.from({ length: count }, () => []);
      expect((await chain.tick(...blocks(25))).health).toMatchObject({ doubt: null, isLasting: false });
      const { health } = await chain.tick([toAlice(7n, null)]);
      expect(health).toMatchObject({ doubt: expect.stringContaining(said), isLasting: true });
      chain.node.refusesState = null;
      expect((await chain.tick()).health).toMatchObject({ doubt: null, isLasting: false });
    },
  );

  it('is read by the next scan if another node answered with a different newest block', async () => {
    const { post } = chain.node;
    const { hash } = chain.node.head;
    const ofFork: typeof post = async (...all) => {
      const reply = await post(...all);
      const isBody = all[1].includes(',true]');
      return isBody ? { ...reply, body: reply.body.replaceAll(chain.node.head.hash, hash) } : reply;
    };
    Object.assign(chain.node, { post: ofFork });
    chain.restart();
    await chain.tick([toAlice(7n, null), toAlice(5n)]);
    expect(chain.of(alice)).toEqual(['erc20 5 in 2']);
    expect(chain.logged).toEqual(['the coin is not read: The node gave two different newest blocks.']);
    Object.assign(chain.node, { post });
    chain.restart();
    await chain.tick();
    expect(chain.of(alice)).toEqual(['erc20 5 in 2', 'native 7 in 2']);
  });

  it('is read from the first block on if the first scan did not read it; so is state', async () => {
    chain = new SourceWorld([watchOf({ wallet: alice })]);
    chain.node.refusesState = 'missing trie node';
    await chain.tick([toAlice(7n, null)]);
    expect(chain.table.record).toMatchObject({
      coinThrough: SourceWorld.first,
      stateThrough: SourceWorld.first,
    });
  });

  it('is not read for a wallet whose row does not ask for it', async () => {
    chain.watches = [watchOf({ wallet: alice, kinds: new Set(['erc20']) })];
    chain.node.calls = [];
    await chain.tick([toAlice(5n), toAlice(7n, null)]);
    expect(chain.of(alice)).toEqual(['erc20 5 in 2']);
    expect(chain.node.calls.filter(({ params }) => params[1] === true)).toEqual([]);
    chain.watches = [watchOf({ wallet: alice, kinds: new Set(['native']) })];
    await chain.tick([toAlice(9n, null)]);
    expect(chain.of(alice)).toContain('native 9 in 3');
  });
});

describe("strangers' events", () => {
  /** Made-up tokens, pieces and approvals, each with its own contract. */
  const crowd = Array.from({ length: 200 }, (_, n) => {
    const token = `0x${(0xdead_0000 + n).toString(16).padStart(40, '0')}`;
    const [from, to] = [alice, stranger];
    return [
      { from, to, token },
      { from, to, token, tokenId: n },
      { from, to, token, approves: true as const },
    ];
  }).flat();

  it('do not delay stolen coin or a delegation if a host allows few calls', async () => {
    chain.node.calls = [];
    chain.node.mostCalls = 30;
    chain.node.delegates.set(alice, usdc);
    await chain.tick([...crowd, { from: alice, to: stranger, value: 9n, token: null }]);
    expect(chain.of(alice)).toContain('native 9 in 2');
    expect(chain.events).toMatchObject([{ kind: 'control' }]);
    // All the made-up transfers are there too, without names.
    expect(chain.of(alice)).toHaveLength(401);
  });

  it('in batches of more pieces a block than a tick can store are left out, the largest first, but not of a trusted collection', async () => {
    const trusted = parseAddress(`0x${'7e'.repeat(20)}`);
    chain.watches = [watchOf({ wallet: alice, trustedTokens: new Set([trusted]) })];
    const batch = (pieces: number, address = usdc.replace('a', 'b')) => {
      const lists = [
        64,
        96 + 32 * pieces,
        pieces,
        ...Array(pieces).keys(),
        pieces,
        ...Array(pieces).fill(pieces),
      ];
      const topics = [transferBatchTopic, ...[stranger, alice, stranger].map(topicOf)];
      return { address, topics, data: wordsOf(lists) };
    };
    const logs = [batch(4_000), batch(5_000, trusted), batch(3), batch(4_001), batch(4)];
    for (const ofBlock of [logs, [batch(4_002)]]) {
      chain.node.mine([], chain.now);
      Object.assign(chain.node.head, { logs: ofBlock });
    }
    expect((await chain.ask()).hints.seen).toEqual(new Set([alice]));
    const kept = [5_000, 4_000, 3, 4].map((pieces) => `erc1155 ${pieces} in 2`);
    // Counted by block: if a re-org has both blocks read again in one scan, nothing is taken back.
    expect(chain.of(alice)).toEqual([...kept, 'erc1155 4002 in 3']);
  });

  it('leave enough calls for three scans in a minute', async () => {
    const callsOf = async (...moved: FakeTransfer[]) => {
      chain.node.calls = [];
      await chain.tick(moved);
      return chain.node.calls.length;
    };
    const extra = -(await callsOf()) + (await callsOf(...crowd));
    expect(extra).toBeGreaterThan(30);
    expect(extra).toBeLessThanOrEqual(300 / 3);
  });
});

describe('a chain whose source becomes the node', () => {
  beforeEach(() => {
    chain.isReadFromNode = false;
  });

  it('is scanned anew from five minutes before: the API may not have shown yet what moved last', async () => {
    await chain.tick([toAlice(5n)]);
    chain.isReadFromNode = true;
    await chain.tick([toAlice(6n)]);
    expect(chain.of(alice)).toEqual(['erc20 5 in 2', 'erc20 6 in 3']);
    chain.left.length = 0;
    await chain.tick();
    expect(chain.left).toEqual([]);
  });

  it('has every wallet polled once: one with a digest that waits, or an alert that a crash left, had no mark', async () => {
    chain = new SourceWorld(chain.watches);
    chain.isBegun = true;
    expect(new Set((await chain.tick()).hints.marks.keys())).toEqual(new Set([alice, bob]));
    chain.table.marks.clear();
    expect((await chain.tick()).hints.marks.size).toBe(0);
  });

  it('is not scanned from more than a day before: its coin of today would wait', async () => {
    await chain.tick();
    const day = Array.from({ length: 7_300 }, (_, n) => (n === 50 ? [toAlice(5n, null)] : []));
    for (const block of day) chain.node.mine(block, chain.now);
    chain.isReadFromNode = true;
    const { health } = await chain.tick([toAlice(6n, null)]);
    expect([health.doubt, chain.of(alice)]).toEqual([null, ['native 6 in 7303']]);
  });
});

it('coin is read even if strangers fill blocks whose logs take all bytes of a scan', async () => {
  const world = new SourceWorld([watchOf({ wallet: alice })]);
  await world.tick();
  world.node.atRequest = (body) => {
    if (body.includes('eth_getLogs') && !body.includes('"address"')) throw new UnreadableReply('too large');
    return undefined;
  };
  const { health } = await world.tick([toAlice(7n, null)], ...Array(12).fill([]));
  expect(world.of(alice)).toEqual(['native 7 in 2']);
  expect(health.doubt).toBe('The scan has all that a tick can read or store. The next goes on.');
});
