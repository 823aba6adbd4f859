import { describe, expect, it } from 'vitest';
import { type Activity, createActivity } from '../../functions/activity/activity.ts';
import type { AskedNode } from '../../functions/activity/chain-activity.ts';
import { findChain } from '../../functions/chain/chains.ts';
import { readNode } from '../../functions/node/node-parameters.ts';
import type { Transfer } from '../../functions/transfer/transfer.ts';
import type { Watch } from '../../functions/wallet/watch.ts';
import { exchange as stranger, usdc, watchOf } from '../support/alerts.ts';
import { FakeNode, type FakeTransfer } from '../support/fake-node.ts';
import { walletNumber } from '../support/hinted-world.ts';
import { MemoryActivity } from '../support/memory-activity.ts';

const [alice, bob] = [walletNumber(1), walletNumber(2)];
const eth = findChain('eth');
const first = 1_000;

/** A chain with a history, whose scans begin at its head. */
class OldChain {
  now = Date.parse('2026-01-02T03:07:00.000Z');
  readonly node = new FakeNode(first, this.now - 3_600_000);
  readonly table = new MemoryActivity();
  /** By wallet, token, value and block, however often it was written. */
  readonly journal = new Map<string, Transfer>();
  watches: Watch[] = [watchOf({ wallet: alice, fromBlock: first + 2 })];
  haveBegun = false;
  isSource = true;
  atWrite: () => void = () => {};
  private readonly activity: Activity = createActivity({
    findNode: async () => readNode('http://127.0.0.1:9', 'of a test'),
    post: this.node.post,
    table: this.table,
    source: {
      isReadFromNode: () => this.isSource,
      tokens: { find: async () => new Map(), keep: async () => {} },
      write: async ({ wallet }, found) => {
        this.atWrite();
        for (const one of found) this.journal.set(`${wallet} ${one.value} ${one.blockNumber}`, one);
      },
      putEvents: async () => {},
    },
    clock: { now: () => this.now, sleep: () => new Promise<void>(() => {}) },
    log: { info: () => {}, warn: () => {}, error: () => {} },
  });

  mine(...blocks: FakeTransfer[][]): void {
    for (const transfers of blocks) this.node.mine(transfers, this.now - 1_000);
  }

  async tick(isBetween = false): Promise<AskedNode> {
    if (!isBetween) {
      this.mine([]);
      this.now += 60_000;
    }
    const tick = new Date(Math.floor(this.now / 60_000) * 60_000);
    const opened = await this.activity.open(this.watches, tick, isBetween);
    const node = opened.get(eth.id);
    if (node == null) throw new Error('no node');
    const asked = await node.ask(this.haveBegun ? [] : this.watches);
    await asked.settle({ all: true, sweeps: false, credit: null, waiting: new Set() });
    return asked;
  }

  /** Ticks until every past is read. @returns how many it took */
  async ticks(most = 50): Promise<number> {
    for (let count = 1; count <= most; count += 1)
      if ((await this.tick()).hints.unreadPast.size === 0) return count;
    throw new Error('its past is never read');
  }

  /** Values, and blocks counted from the first. */
  of(wallet: string): string[] {
    const own = Array.from(this.journal).flatMap(([key, one]) => (key.startsWith(wallet) ? [one] : []));
    own.sort((a, b) => a.blockNumber - b.blockNumber);
    return own.map(({ value, blockNumber }) => `${value} in ${blockNumber - first}`);
  }
}

const toAlice = (value: bigint, token: string | null = usdc) => ({ from: stranger, to: alice, value, token });

describe('a wallet that begins at a block long before the first scan', () => {
  it('gets what moved in tokens from that block on, and nothing of before, of others, of coin and of approvals', async () => {
    const chain = new OldChain();
    const approves = { from: alice, to: stranger, approves: true as const };
    chain.mine([toAlice(1n)], [toAlice(2n)], [], [{ from: alice, to: bob, value: 3n, token: usdc }]);
    chain.mine([toAlice(4n, null), approves], [{ from: stranger, to: bob, value: 5n, token: usdc }]);
    expect(await chain.ticks()).toBe(1);
    expect(chain.of(alice)).toEqual(['2 in 2', '3 in 4']);
    expect(chain.of(bob)).toEqual([]);
    expect([...chain.journal.values()].map(({ blockTimestamp }) => blockTimestamp)).not.toContain(null);
  });

  it('has nothing to wait for where the block is still to come', async () => {
    const chain = new OldChain();
    chain.watches = [watchOf({ wallet: alice, fromBlock: 5_000 })];
    expect(await chain.ticks()).toBe(1);
    expect(chain.node.calls.filter(({ method }) => method === 'eth_getLogs').length).toBeLessThan(4);
  });

  it('is read over several ticks, within 300 calls each, while the node is refused nothing of the present', async () => {
    const chain = new OldChain();
    const values = Array.from({ length: 150 }, (_, at) => BigInt(at + 1));
    chain.mine([], ...values.map((value) => [toAlice(value)]));
    chain.watches.push(watchOf({ wallet: bob, fromBlock: first }));
    let ticks = 0;
    for (let unread = 2; unread > 0; ticks += 1) {
      chain.node.calls = [];
      const { hints, troubles } = await chain.tick();
      expect(troubles.doubt).toBeNull();
      expect(chain.node.calls.length).toBeLessThanOrEqual(300);
      unread = hints.unreadPast.size;
    }
    expect(ticks).toBeGreaterThan(1);
    expect(chain.of(alice)).toEqual(values.map((value) => `${value} in ${value + 1n}`));
  });

  it.each([
    ['in words that are understood', 'block range too large'],
    ['in words that nobody understands', 'computer says no'],
  ])('is read in spans that the host takes, which refuses longer ones %s', async (_how, words) => {
    const chain = new OldChain();
    chain.mine([], [toAlice(7n)], ...Array.from({ length: 60 }, () => []), [toAlice(8n)]);
    chain.node.limits = { blocks: 9, says: () => words };
    expect(await chain.ticks()).toBeGreaterThan(0);
    expect(chain.of(alice)).toEqual(['7 in 2', '8 in 63']);
  });

  it('loses nothing and goes on where a tick died before, behind or between its writes', async () => {
    const chain = new OldChain();
    chain.mine([], ...Array.from({ length: 45 }, (_, at) => [toAlice(BigInt(at + 1))]));
    let writes = 0;
    chain.table.atWrite = (write) => {
      if (write === 'put past' && writes++ < 3) throw new Error('crash');
    };
    chain.atWrite = () => {
      if (writes++ % 3 === 0) throw new Error('crash');
    };
    await chain.ticks();
    expect(chain.of(alice)).toHaveLength(45);
  });

  it('waits while the node fails', async () => {
    const chain = new OldChain();
    chain.mine([], [toAlice(7n)]);
    chain.node.refusesLogs = 'busy';
    expect((await chain.tick()).hints.unreadPast).toEqual(new Set([alice]));
    chain.node.refusesLogs = null;
    expect(await chain.ticks()).toBe(1);
    expect(chain.of(alice)).toEqual(['7 in 2']);
  });

  it('is not read in scans between two ticks, and waits for the next one', async () => {
    const chain = new OldChain();
    chain.mine([], ...Array.from({ length: 100 }, (_, at) => [toAlice(BigInt(at + 1))]));
    await chain.tick();
    const read = chain.of(alice).length;
    expect(read).toBeLessThan(100);
    chain.mine([]);
    expect((await chain.tick(true)).hints.unreadPast).toEqual(new Set([alice]));
    expect(chain.of(alice)).toHaveLength(read);
  });

  it('is forgotten once its polls have begun, and asks nothing more until then', async () => {
    const chain = new OldChain();
    await chain.ticks();
    chain.node.calls = [];
    await chain.tick();
    const logs = chain.node.calls.filter(({ method }) => method === 'eth_getLogs');
    expect(logs.map(({ params }) => Number(Object(params[0]).fromBlock))).toEqual(
      logs.map(() => chain.node.head.number),
    );
    expect(chain.table.pasts.size).toBe(1);
    chain.haveBegun = true;
    await chain.tick();
    expect(chain.table.pasts.size).toBe(0);
  });

  it('is not read where the node only gives hints', async () => {
    const chain = new OldChain();
    chain.isSource = false;
    chain.mine([], [toAlice(7n)]);
    expect(await chain.ticks()).toBe(1);
    expect(chain.of(alice)).toEqual([]);
  });
});
