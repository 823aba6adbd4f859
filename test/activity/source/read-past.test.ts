import { describe, expect, it } from 'vitest';
import { nativeEmitter } from '../../../functions/node/movements.ts';
import { exchange as stranger, usdc, watchOf } from '../../support/alerts.ts';
import type { FakeTransfer } from '../../support/fakes/fake-node.ts';
import { walletNumber } from '../../support/worlds/hinted-world.ts';
import { SourceWorld } from '../../support/worlds/source-world.ts';

const [alice, bob] = [walletNumber(1), walletNumber(2)];
const { first } = SourceWorld;

/** A chain with a past, whose scans begin at its head. */
class OldChain extends SourceWorld {
  constructor(
    fromBlock = first + 2,
    ...more: readonly { readonly wallet: typeof alice; readonly fromBlock: number }[]
  ) {
    super(
      [{ wallet: alice, fromBlock }, ...more].map((one) => watchOf(one)),
      3_600_000,
    );
    this.beginning = this.watches;
  }

  mine(...blocks: FakeTransfer[][]): void {
    for (const transfers of blocks) this.node.mine(transfers, this.now - 1_000);
  }

  /** Ticks until all past blocks are read. @returns the number of ticks */
  async ticks(most = 50): Promise<number> {
    for (let count = 1; count <= most; count += 1)
      if ((await this.tick()).hints.unreadPast.size === 0) return count;
    throw new Error('its past is never read');
  }

  override of(wallet: typeof alice): string[] {
    this.journal.get(wallet)?.sort((a, b) => a.blockNumber - b.blockNumber);
    return super.of(wallet);
  }
}

const toAlice = (value: bigint, token: string | null = usdc) => ({ from: stranger, to: alice, value, token });

describe('a wallet that begins at a block long before the first scan', () => {
  it("gets token transfers from that block on, but no earlier ones, no other wallet's, no coin and no approvals", async () => {
    const chain = new OldChain();
    const approves = { from: alice, to: stranger, approves: true as const };
    chain.mine([toAlice(1n)], [toAlice(2n)], [], [{ from: alice, to: bob, value: 3n, token: usdc }]);
    const logged = toAlice(6n, nativeEmitter);
    chain.mine([toAlice(4n, null), approves, logged], [{ from: stranger, to: bob, value: 5n, token: usdc }]);
    expect(await chain.ticks()).toBe(1);
    expect(chain.of(alice)).toEqual(['erc20 2 in 2', 'erc20 3 in 4']);
    expect(chain.of(bob)).toEqual([]);
    expect([...chain.journal.values()].flat().map((one) => one.blockTimestamp)).not.toContain(null);
  });

  it('begins at once if the block is still to come', async () => {
    const chain = new OldChain(5_000);
    expect(await chain.ticks()).toBe(1);
    expect(chain.node.calls.filter(({ method }) => method === 'eth_getLogs').length).toBeLessThan(4);
  });

  it('is read over several ticks, within 300 calls each, while scans of new blocks lack no calls', async () => {
    const chain = new OldChain(first + 2, { wallet: bob, fromBlock: first });
    const values = Array.from({ length: 150 }, (_, at) => BigInt(at + 1));
    chain.mine([], ...values.map((value) => [toAlice(value)]));
    let ticks = 0;
    for (let unread = 2; unread > 0; ticks += 1) {
      chain.node.calls = [];
      const { hints, health } = await chain.tick();
      expect(health.doubt).toBeNull();
      expect(chain.node.calls.length).toBeLessThanOrEqual(300);
      unread = hints.unreadPast.size;
    }
    expect(ticks).toBeGreaterThan(1);
    expect(chain.of(alice)).toEqual(values.map((value) => `erc20 ${value} in ${value + 1n}`));
  });

  it.each([
    ['in words that are understood', 'block range too large'],
    ['in words that nobody understands', 'computer says no'],
  ])('is read in shorter spans after the host refused longer ones %s', async (_how, words) => {
    const chain = new OldChain();
    chain.mine([], [toAlice(7n)], ...Array.from({ length: 60 }, () => []), [toAlice(8n)]);
    chain.node.limits = { blocks: 9, says: () => words };
    expect(await chain.ticks()).toBeGreaterThan(0);
    expect(chain.of(alice)).toEqual(['erc20 7 in 2', 'erc20 8 in 63']);
  });

  it('is read several times a tick, twenty blocks with transfers at a time', async () => {
    const chain = new OldChain();
    // Logs of outgoing transfers are read before those of incoming ones.
    const both = [toAlice(1n), { from: alice, to: bob, value: 1n, token: usdc }];
    chain.mine([], ...Array.from({ length: 45 }, (_, at) => both.slice(at % 2).slice(0, 1)));
    const through: number[] = [];
    chain.atWrite = ({ logged, to }) => void (logged === null && through.push(to - first));
    const { put } = chain.table;
    chain.table.put = async (...all) => {
      if (all[1] === 'pasts') await new Promise((later) => setTimeout(later, 30));
      return put.apply(chain.table, all);
    };
    await chain.tick();
    expect(through).toEqual([21, 41]);
    expect(chain.table.pasts.get(alice)).toMatchObject({ next: first + 42, blocks: 40 });
    expect(await chain.ticks()).toBe(1);
  });

  it('is read to its last block, even if the last step has only that block', async () => {
    const chain = new OldChain();
    chain.mine([], ...Array.from({ length: 21 }, (_, at) => [toAlice(BigInt(at + 1))]));
    expect(await chain.ticks()).toBe(1);
  });

  it('is read anew, to the last block, once the row names another block', async () => {
    const chain = new OldChain(first + 9);
    chain.mine([], [toAlice(1n)], ...Array.from({ length: 9 }, () => []), [toAlice(2n)]);
    expect(await chain.ticks()).toBe(1);
    chain.watches = [watchOf({ wallet: alice, fromBlock: first + 2 })];
    expect((await chain.ask(true)).hints.unreadPast).toEqual(new Set([alice]));
    expect(await chain.ticks()).toBe(1);
    expect(chain.of(alice)).toEqual(['erc20 1 in 2', 'erc20 2 in 12']);
  });

  it('takes turns with other wallets: each minute another one begins', async () => {
    const chain = new OldChain(first, { wallet: bob, fromBlock: first });
    chain.mine(...Array.from({ length: 90 }, () => [toAlice(1n), { ...toAlice(1n), to: bob }]));
    const begun: string[] = [];
    for (let tick = 0; tick < 2; tick += 1) {
      await chain.tick();
      expect(new Set(chain.left.slice(0, 2)).size).toBe(2);
      begun.push(chain.left[0] ?? '');
    }
    expect(new Set(begun).size).toBe(2);
  });

  it('loses nothing and continues if a tick died before, after or between its writes', async () => {
    const chain = new OldChain();
    chain.mine([], ...Array.from({ length: 45 }, (_, at) => [toAlice(BigInt(at + 1))]));
    let writes = 0;
    chain.table.atWrite = (write) => {
      if (write === 'put pasts' && writes++ < 3) throw new Error('crash');
    };
    chain.atWrite = () => {
      if (writes++ % 3 === 0) throw new Error('crash');
    };
    await chain.ticks();
    expect(chain.of(alice)).toHaveLength(45);
  });

  it('has its transfer taken back if a re-org after the first scan drops it', async () => {
    const chain = new OldChain();
    chain.mine([], [], [], [toAlice(8n)]);
    await chain.ticks();
    chain.beginning = [];
    chain.node.reorg(3);
    const { hints } = await chain.tick();
    expect(chain.of(alice)).toEqual([]);
    expect(hints.seen).toEqual(new Set([alice]));
  });

  it.each([
    [25, [[1_001, 'sure']]],
    [26, []],
  ])('is remembered while a re-org may drop it: %i blocks below the first scan', async (below, blocks) => {
    const chain = new OldChain(first);
    chain.mine([toAlice(7n)], ...Array.from({ length: below }, () => []));
    const { hints } = await chain.tick();
    const marks = hints.marks.values().map(({ block, seenAt }) => [block, ...Object.keys(seenAt)]);
    expect([...marks]).toEqual(blocks);
  });

  it.each([
    ['lacks its logs', { limits: { results: 0, says: () => 'pruned' } }],
    ['fails', { refusesLogs: 'busy' }],
  ])('waits while the node %s, and is read later', async (_how, fault) => {
    const chain = new OldChain();
    chain.mine([], [toAlice(7n)]);
    Object.assign(chain.node, fault);
    for (let i = 0; i < 10; i += 1) {
      chain.node.calls = [];
      expect((await chain.tick()).hints.unreadPast).toEqual(new Set([alice]));
      expect(chain.node.calls.length).toBeLessThan(20);
    }
    Object.assign(chain.node, { limits: {}, refusesLogs: null });
    await chain.ticks();
    expect(chain.of(alice)).toEqual(['erc20 7 in 2']);
  });

  it('is not read in scans between two ticks, and waits for the next one', async () => {
    const chain = new OldChain();
    chain.mine([], ...Array.from({ length: 100 }, (_, at) => [toAlice(BigInt(at + 1))]));
    await chain.tick();
    const read = chain.of(alice).length;
    expect(read).toBeLessThan(100);
    expect((await chain.ask()).hints.unreadPast).toEqual(new Set([alice]));
    chain.mine([]);
    expect((await chain.ask(true)).hints.unreadPast).toEqual(new Set([alice]));
    expect(chain.of(alice)).toHaveLength(read);
  });

  it('is forgotten once its polls have begun, and makes no more calls until then', async () => {
    const chain = new OldChain();
    await chain.ticks();
    chain.node.calls = [];
    chain.table.writes = [];
    await chain.tick();
    expect(chain.table.writes).not.toContain('put pasts');
    const logs = chain.node.calls.filter(({ method }) => method === 'eth_getLogs');
    expect(logs.map(({ params }) => Number(Object(params[0]).fromBlock))).toEqual(
      logs.map(() => chain.node.head.number),
    );
    expect(chain.table.pasts.size).toBe(1);
    chain.beginning = [];
    await chain.tick();
    expect(chain.table.pasts.size).toBe(0);
  });

  it('is not read if the node only gives hints', async () => {
    const chain = new OldChain();
    chain.isReadFromNode = false;
    chain.mine([], [toAlice(7n)]);
    expect(await chain.ticks()).toBe(1);
    expect(chain.of(alice)).toEqual([]);
  });
});
