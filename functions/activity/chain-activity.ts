import type { Address } from '../chain/address.ts';
import type { Chain } from '../chain/chains.ts';
import type { Clock } from '../runtime/clock.ts';
import type { Log } from '../runtime/log.ts';
import type { Watch } from '../wallet/watch.ts';
import type { ChainItems, ShownBlocks } from './activity-items.ts';
import type { ActivityTable } from './activity-table.ts';
import { judgeFinds, minutesOfDoubt } from './audit.ts';
import { afterScan, type ChainRecord, isDistrusted, isReliable, sweptBefore } from './chain-record.ts';
import type { Credit } from './credit.ts';
import type { NodeCalls } from './node/json-rpc.ts';
import type { NodeParameter } from './node/node-parameters.ts';
import type { NodeUrl } from './node/node-url.ts';
import { isOnRoster, printOf, type Roster, rosterOf } from './roster.ts';
import { type Scan, scanChain } from './scan-chain.ts';
import { doubled } from './scan-range.ts';
import { freshMarks, isNews, shownBy } from './sights.ts';
import { isOver, type Mark } from './tail.ts';

/** What a tick knows of the wallets of a chain that has a node. */
export interface Hints {
  /** False: nothing can be concluded from a wallet's silence, and all are polled as if there were no node. */
  readonly reliable: boolean;
  /** The wallet's activity, where it had any that its polls have not dealt with. */
  markOf(wallet: Address): Mark | null;
  /** The wallet is polled as if there were no node, whatever the scans say. */
  isOrdinary(wallet: Address): boolean;
  /** The latest tick up to which due sweeps were sent; null: it is not known. */
  readonly sweptThrough: number | null;
  /** The blocks that scans were made of, both ends included; null: none. */
  readonly scanned: { readonly from: number; readonly to: number } | null;
}

/** What was sent of a chain's polls. */
export interface SettledPolls {
  /** False where the queue refused some: all of them are made again. */
  readonly all: boolean;
  /** False where the day has no calls left: sweeps that are due stay so. */
  readonly sweeps: boolean;
  /** What they left of the chain's credit; null: the plan has no daily limit. */
  readonly credit: Credit | null;
  /** Active wallets whose polls wait for the plan's calls. */
  readonly waiting: ReadonlySet<Address>;
}

/** A chain that has a node, in one tick. */
export interface ChainActivity {
  readonly chain: Chain;
  /** Whether the last tick could rely on the node. */
  readonly wasReliable: boolean;
  /** What the ticks before have left for activity; null: none has counted it. */
  readonly credit: Credit | null;
  /**
   * What is known without asking, where the tick before asked and never came back: its polls go out before this node is asked
   * again, because the answer may have ended that tick. Null: nothing speaks against asking first.
   */
  readonly unanswered: Hints | null;
  /** Asks the node, for ten seconds at the longest. Never throws. */
  ask(): Promise<Hints>;
  /** Stores what was seen, then that it was: in this order, so that a crash costs a second poll and no transfer. */
  settle(sent: SettledPolls): Promise<void>;
  /** What operations should know once the node was asked. */
  troubles(): NodeTroubles;
}

export interface NodeTroubles {
  /** Why there was no fresh scan; null: there was one. */
  readonly doubt: string | null;
  /** The node has failed for longer than a hiccup. */
  readonly lasts: boolean;
  /** Why the node's logs are not relied on for a day; null: they are. */
  readonly missed: string | null;
}

export interface OpenedChain {
  readonly chain: Chain;
  readonly node: NodeParameter;
  /** The chain's watches that are not paused. */
  readonly watches: readonly Watch[];
  readonly items: ChainItems;
  /** Null: none was written yet. */
  readonly roster: Roster | null;
  /** Minute of the tick. */
  readonly minute: number;
}

export interface ChainDependencies {
  readonly table: ActivityTable;
  readonly call: (url: NodeUrl, batches: boolean) => NodeCalls;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Log;
}

/** Up to this many ticks without a fresh scan are not reported. */
const hiccup = 2;
const hour = 60;

/** Resumes a chain where its last tick left it, and checks the node against what polls have found since. */
export async function openChain(opened: OpenedChain, deps: ChainDependencies): Promise<ChainActivity> {
  const { chain, watches, items, minute } = opened;
  const { table, log } = deps;
  const shown = await shownOf(items, chain, table);
  const { record: before, missing } = judgeFinds(items.record, items.finds, shown, minute);
  const prints = new Map(watches.map((watch) => [watch.wallet, printOf(watch)]));
  const byWallet = new Map(watches.map((watch) => [watch.wallet, watch]));
  const roster = rosterOf(prints.values());
  let scan: Scan = nothing(before);
  let record = before;
  let { saves } = before;

  /** Wallets whose rows were added, resumed or replaced since the last scan: no scan has searched for them yet. */
  const newcomers = Array.from(prints)
    .filter(([, print]) => opened.roster !== null && !isOnRoster(opened.roster, print))
    .map(([wallet]) => wallet);

  let marks = items.marks;
  let fresh: readonly Mark[] = [];

  // Another tick of this minute may be under way still.
  const isUnanswered = before.asking !== null && before.asking !== minute;
  const doubted = new Set(missing);

  function hintsOf(now: ChainRecord, known: ReadonlyMap<Address, Mark>, reliable: boolean): Hints {
    return {
      reliable,
      markOf: (wallet) => known.get(wallet) ?? null,
      isOrdinary: (wallet) => doubted.has(wallet) || minute < (items.ordinary.get(wallet) ?? 0),
      sweptThrough: sweptBefore(before, minute),
      scanned: now.scanned === null ? null : { from: now.from, to: now.scanned.number },
    };
  }

  async function askNode(): Promise<Scan> {
    const { node } = opened;
    if (node.kind !== 'url')
      return { ...nothing(before), doubt: reasonOf(node), unfit: node.kind === 'unfit' };
    const sizes = minute % hour === 0 ? doubled(before.sizes) : before.sizes;
    const calls = deps.call(node.url, sizes.batches);
    try {
      // The node's answer may kill this process (memory): the next tick must know that it was asked.
      if (await table.save(chain, { ...before, asking: minute })) saves += 1;
      return await scanChain(chain, byWallet, { ...before, sizes }, calls, deps.clock);
    } catch (error) {
      log.error('error: a scan failed in a way that nobody foresaw', {
        chain: chain.name,
        error: nameOf(error),
      });
      return { ...nothing(before), doubt: 'The scan failed.' };
    } finally {
      calls.end();
    }
  }

  return {
    chain,
    wasReliable: isReliable(before, minute) && !isUnanswered,
    credit: before.credit,
    unanswered: isUnanswered ? hintsOf(before, items.marks, false) : null,
    async ask() {
      scan = await askNode();
      if (scan.doubt !== null) log.warn(`no fresh scan: ${scan.doubt}`, { chain: chain.name });
      record = afterScan(before, scan);
      fresh = freshMarks(scan, newcomers, items.marks, minute, `${minute}.${deps.clock.now()}`);
      marks = new Map([...items.marks, ...fresh.map((mark) => [mark.wallet, mark] as const)]);
      return hintsOf(record, marks, scan.doubt === null && isReliable(record, minute));
    },
    async settle({ all, sweeps, credit, waiting }) {
      for (const wallet of missing) await table.setOrdinary(chain, wallet, minute + minutesOfDoubt);
      await table.putMarks(
        chain,
        fresh.filter((mark) => !waiting.has(mark.wallet) || isNews(mark, items.marks.get(mark.wallet))),
      );
      if (!all) return;
      await table.putShown(chain, shownBy(scan, newcomers, record, watches.length), minute);
      const isNew = opened.roster === null;
      const name =
        isNew || newcomers.length > 0 || hasLeft(opened.roster, roster)
          ? `${minute}.${deps.clock.now()}`
          : null;
      if (name !== null) await table.writeRoster(chain, opened.roster ?? [], roster);
      const next = {
        ...record,
        saves,
        roster: name ?? record.roster,
        credit,
        asking: null,
        sweptThrough: sweeps ? Math.max(minute, sweptBefore(record, minute) ?? 0) : record.sweptThrough,
        distrusted: isDistrusted(record, minute) ? record.distrusted : null,
      };
      if (!(await table.save(chain, next)))
        return log.info('another tick has scanned this chain meanwhile', { chain: chain.name });
      await tidyUp();
    },
    troubles: () => ({
      doubt: scan.doubt,
      lasts: scan.unfit || record.doubtful > hiccup,
      missed: isDistrusted(record, minute) ? (record.distrusted?.reason ?? null) : null,
    }),
  };

  /** Marks are kept for as long as a re-org may take their blocks back. */
  async function tidyUp(): Promise<void> {
    const lowest = (record.scanned?.number ?? 0) - chain.rescanBlocks;
    const done = Array.from(marks.values()).filter(
      (mark) => !prints.has(mark.wallet) || (isOver(mark) && mark.block < lowest),
    );
    await table.removeMarks(chain, done);
    for (const find of items.finds) await table.removeFind(chain, find);
    for (const [wallet, until] of items.ordinary)
      if (until <= minute) await table.endOrdinary(chain, wallet, until);
  }
}

/** A scan that was not made. */
function nothing({ scanned, sizes }: ChainRecord): Scan {
  return { doubt: null, unfit: false, scanned, anew: false, rewoundTo: null, seen: new Map(), sizes };
}

function reasonOf(node: NodeParameter): string {
  return node.kind === 'unfit' || node.kind === 'unreadable' ? node.reason : 'There is no node.';
}

async function shownOf(
  { finds }: ChainItems,
  chain: Chain,
  table: ActivityTable,
): Promise<ReadonlyMap<Address | null, ShownBlocks>> {
  const shown = await Promise.all(finds.map(({ wallet }) => table.readShown(chain, wallet)));
  return new Map(shown.map((one) => [one.wallet, one]));
}

function hasLeft(before: Roster | null, now: Roster): boolean {
  const count = (roster: Roster) => roster.reduce((sum, { size }) => sum + size, 0);
  return before !== null && count(before) > count(now);
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : typeof error;
}
