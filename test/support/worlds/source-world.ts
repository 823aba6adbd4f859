import { type Activity, createActivity } from '../../../functions/activity/activity.ts';
import type { ChainActivity } from '../../../functions/activity/chain-activity.ts';
import type { Address } from '../../../functions/chain/address.ts';
import type { ReplacedFrom } from '../../../functions/node/coin/scan-native.ts';
import type { NodeEvent } from '../../../functions/node/node-event.ts';
import { type NodeParameter, readNode } from '../../../functions/node/node-parameters.ts';
import type { Transfer } from '../../../functions/transfer/transfer.ts';
import type { Watch } from '../../../functions/wallet/watch.ts';
import { FakeNode } from '../fakes/fake-node.ts';
import { MemoryActivity } from '../fakes/memory-activity.ts';

/** The chain eth, read from its node by ticks only, and the journal that its scans leave. */
export class SourceWorld {
  static readonly first = 1_000;
  now = Date.parse('2026-01-02T03:07:00.000Z');
  readonly node: FakeNode;
  readonly table = new MemoryActivity();
  readonly journal = new Map<Address, Transfer[]>();
  /** What the last tick left for polls, in order: `transfers` or `events`, and for which wallet. */
  readonly left: string[] = [];
  readonly events: NodeEvent[] = [];
  readonly logged: string[] = [];
  watches: readonly Watch[];
  /** Wallets whose polls have not begun. */
  beginning: readonly Watch[] = [];
  /** Whether polls of the other wallets have begun. */
  isBegun = false;
  parameter: NodeParameter = readNode('http://127.0.0.1:9', 'of a test');
  /** False: the node only gives hints. */
  isReadFromNode = true;
  atWrite: (replaced: ReplacedFrom) => Promise<void> | void = () => {};
  atEvents: () => void = () => {};
  /** The abort signal of each node timeout. */
  readonly waits: (AbortSignal | undefined)[] = [];
  private activity: Activity;

  /** @param age the first block's age in milliseconds */
  constructor(watches: readonly Watch[], age = 0) {
    this.watches = watches;
    this.node = new FakeNode(SourceWorld.first, this.now - age);
    this.activity = this.start();
  }

  /** A cold start. */
  restart(): void {
    this.activity = this.start();
  }

  /** Scans die at this write; a scan that dies at a `save` has begun with another one. @param at null: at none */
  diesAt(at: string | null): void {
    let saves = 0;
    this.table.atWrite = (write) => {
      saves += write === 'save' ? 1 : 0;
      if (write === at && (write !== 'save' || saves === 2)) throw new Error('died');
    };
  }

  /** Mines these blocks (one by default), and runs the tick that reads them. */
  async tick(...blocks: Parameters<FakeNode['mine']>[0][]) {
    for (const transfers of blocks.length === 0 ? [[]] : blocks) this.node.mine(transfers, this.now);
    this.now += 60_000;
    return this.ask();
  }

  /** Scans the chain as it is. @param isBetween whether the scan is between two ticks */
  async ask(isBetween = false) {
    this.left.length = 0;
    this.events.length = 0;
    const node = await this.open(isBetween);
    if (node === undefined) throw new Error('no node');
    const begins = new Set(this.beginning.map(({ wallet }) => wallet));
    const asked = await node.ask(({ wallet, fromBlock }) =>
      fromBlock === null ? this.isBegun : !begins.has(wallet),
    );
    await asked.store({ areAllSent: true, areSweepsSent: false, credit: null, waiting: new Set() });
    return asked;
  }

  chains(isBetween = false): ReturnType<Activity['open']> {
    return this.activity.open(this.watches, new Date(this.now), isBetween);
  }

  async open(isBetween = false): Promise<ChainActivity | undefined> {
    return (await this.chains(isBetween)).nodes.values().next().value;
  }

  /** The journal's entries for a wallet: kind, value, and the block's number counted from the first. */
  of(wallet: Address): string[] {
    const all = this.journal.get(wallet) ?? [];
    return all.map(
      ({ kind, value, blockNumber }) => `${kind} ${value} in ${blockNumber - SourceWorld.first}`,
    );
  }

  private sleep(signal?: AbortSignal): Promise<void> {
    this.waits.push(signal);
    return new Promise(() => {});
  }

  private start(): Activity {
    const log = (message: string) => void this.logged.push(message);
    return createActivity({
      findNode: async () => this.parameter,
      post: this.node.post,
      table: this.table,
      isReadFromNode: () => this.isReadFromNode,
      tokens: { find: async () => new Map(), keep: async () => {} },
      journal: {
        write: async ({ wallet }, found, from) => {
          await this.atWrite(from);
          this.left.push(`transfers ${wallet}`);
          const kept = (this.journal.get(wallet) ?? []).filter(
            ({ logIndex, blockNumber }) =>
              blockNumber < ((logIndex === null ? from.coin : from.logged) ?? Infinity) ||
              blockNumber > (logIndex === null ? from.coinTo : from.to),
          );
          const byKey = new Map(
            [...kept, ...found].map((one) => [`${one.transactionHash} ${one.logIndex}`, one]),
          );
          this.journal.set(wallet, [...byKey.values()]);
        },
        putEvents: async ({ wallet }, events) => {
          this.atEvents();
          this.left.push(`events ${wallet}`);
          this.events.push(...events);
        },
      },
      clock: { now: () => this.now, sleep: (_ms, signal) => this.sleep(signal) },
      log: { info: log, warn: log, error: log },
    });
  }
}
