import { createHash } from 'node:crypto';
import { type BlockClock, blockAt, timeOf } from '../../../lib/simulated-api/block-clock.ts';
import type { Scheduler } from '../../support/scheduler.ts';
import type { Counts } from '../counts.ts';
import { Random } from '../random.ts';
import { type ChainProfile, onChain } from './chain-profiles.ts';
import { firstOf } from './sim-safe.ts';
import { ether, nodeTokens } from './sim-tokens.ts';
import {
  isUnseen,
  type Placement,
  type Sent,
  type ShownTransfer,
  type SimTransaction,
  type SimTransfer,
  type Statement,
  standing,
} from './sim-transaction.ts';

/** The API shows a block within seconds of its time. */
const fastestIndexing = 1_000;
const slowestIndexing = 8_000;
/** How long a re-org takes to reach the API's replies; meanwhile they may show both places of a transfer or none. */
const maxChange = 20_000;
/** A dropped transaction that is mined again is mined within this time. */
const minedAgainWithin = 3_600_000;
/** In wei: every account's initial balance, and what each transaction costs its sender. */
export const initialBalance = 10n ** 40n;
export const gasUsed = 21_000n;
export const gasPrice = 7n;

/** A new transfer, before the chain assigns its place. */
export type NewTransfer = Omit<SimTransfer, 'transaction' | 'place'>;

interface MineOptions {
  readonly late?: number;
  readonly block?: number;
  readonly sent?: Sent | null;
  readonly states?: Statement | null;
  /** Only a change of balance shows it, no transaction. */
  readonly unseen?: boolean;
}

/** The chain's truth: every transaction with every place it ever had. What the API shows at any moment follows from it. */
export class SimChain {
  readonly profile: ChainProfile;
  readonly transactions: SimTransaction[] = [];
  private readonly byWallet = new Map<string, SimTransaction[]>();
  /** Transactions that change balances of the chain's own coin. */
  private readonly coined: SimTransaction[] = [];
  private readonly forks = new Map<number, number>();
  private readonly scheduler: Scheduler;
  private readonly counts: Counts;
  private readonly clock: BlockClock;
  private serial = 0;
  private changes = 0;
  /** Cached by wallet, because the pages of a read ask for the same list. */
  private readonly lastShown = new Map<string, { version: string; rows: readonly ShownTransfer[] }>();
  /** From then on no dropped transaction is mined again. */
  settled = false;
  /** The first block that logs each movement of coin (EIP-7708). */
  fork = Number.POSITIVE_INFINITY;

  /** Until then the API's index is stalled and shows no later transfer. */
  private stalledUntil = 0;

  constructor(profile: ChainProfile, scheduler: Scheduler, counts: Counts) {
    this.profile = profile;
    this.scheduler = scheduler;
    this.counts = counts;
    const known = { block: 1_000_000, time: scheduler.now };
    this.clock = { millisecondsPerBlock: profile.blockTime, known };
  }

  head(time = this.scheduler.now): number {
    return blockAt(this.clock, time);
  }

  /** Mines a transaction into a block, the newest unless told otherwise. @param late milliseconds of late indexing */
  mine(
    transfers: readonly NewTransfer[],
    { late = 0, block = this.head(), sent = null, states = null, unseen = false }: MineOptions = {},
  ): SimTransaction {
    const minedAt = Math.min(this.scheduler.now, timeOf(this.clock, block) + this.profile.blockTime);
    // Seeded by content, not by number: if a story loses some events, the other events stay the same.
    const content = `${transfers.map(({ from, to, value }) => [from, to, value])}${sent?.failed ? sent.value : ''}${Object.values(states ?? {})}`;
    const hash = unseen
      ? this.blockOf(block).hash
      : hashOf(`transaction ${this.profile.id} ${minedAt} ${content}`);
    const transaction: SimTransaction = {
      hash,
      sent,
      states,
      // Re-orgs move it by two blocks, and never across the fork.
      logsCoin: block >= this.fork,
      minedAt,
      placements: [],
      transfers: transfers.map((transfer, place) => ({
        ...transfer,
        token: onChain(transfer.token, this.profile),
        place,
        transaction: () => transaction,
      })),
    };
    this.transactions.push(transaction);
    if (sent !== null || unseen) this.coined.push(transaction);
    const chance = new Random(Number.parseInt(hash.slice(2, 9), 16));
    const indexing = chance.between(fastestIndexing, slowestIndexing);
    transaction.placements.push(this.place(block, minedAt + indexing + late));
    for (const wallet of new Set(transfers.flatMap(({ from, to }) => [from, to]))) {
      const known = this.byWallet.get(wallet) ?? [];
      known.push(transaction);
      this.byWallet.set(wallet, known);
    }
    return transaction;
  }

  /** A contract moves a wallet's coin. The block alone identifies the movement, and shows only the sum of several; so at most one a block. */
  mineUnseen(transfer: NewTransfer, block = this.head()): void {
    const { hash } = this.blockOf(block);
    const others = [transfer.from, transfer.to].flatMap((side) => (side === '' ? [] : this.ofWallet(side)));
    if (!others.some((one) => one.hash === hash)) this.mine([transfer], { block, unseen: true });
  }

  /** Replaces the newest blocks: their transactions stay, move, or are dropped, and some come again later. */
  reorganise(depth: number, seed: number): void {
    const head = this.head();
    const lowest = head - depth + 1;
    const now = this.scheduler.now;
    for (let block = lowest; block <= head; block += 1) {
      this.forks.set(block, (this.forks.get(block) ?? 0) + 1);
    }
    this.counts.add('chain: re-orgs');
    this.changes += 1;
    for (const transaction of [...this.transactions]) {
      const before = standing(transaction);
      if (before === null || before.block < lowest) continue;
      const chance = new Random(seed + Number.parseInt(transaction.hash.slice(2, 9), 16));
      // A stalled index shows the same for hours, so that no poll could take the transfer back in time.
      if (now < this.stalledUntil && before.visibleFrom <= now) continue;
      before.visibleTo = Math.max(now + chance.between(0, maxChange), before.visibleFrom);
      const visible = now + chance.between(0, maxChange);
      const fate = chance.next();
      const [moved] = transaction.transfers;
      if (isUnseen(transaction) && moved !== undefined) {
        if (fate < 0.8) this.mineUnseen(moved, before.block);
      } else if (fate < 0.55) {
        transaction.placements.push(this.place(before.block, visible));
      } else if (fate < 0.8) {
        const block = Math.min(Math.max(before.block + chance.between(-2, 2), lowest), head);
        transaction.placements.push(this.place(block, visible));
        this.counts.add('chain: transactions moved to another block');
      } else {
        this.counts.add('chain: transactions dropped');
        if (fate < 0.9) this.mineAgain(transaction, chance.between(20_000, minedAgainWithin));
      }
    }
  }

  /** The API's index stalls: until it goes on, the API shows what it shows now. */
  standStill(lasts: number): void {
    this.stalledUntil = this.scheduler.now + lasts;
  }

  /** What the API shows of a wallet at a time, newest first. Cached, because the pages of one read ask for the same list. */
  shown(wallet: string, time: number): readonly ShownTransfer[] {
    const known = this.lastShown.get(wallet);
    // Transfers mined for others, or mined again, are shown later than this.
    const version = `${time} ${this.byWallet.get(wallet)?.length} ${this.changes}`;
    if (known?.version === version) return known.rows;
    const rows = this.showAt(wallet, time);
    this.lastShown.set(wallet, { version, rows });
    return rows;
  }

  private showAt(wallet: string, time: number): ShownTransfer[] {
    const rows: ShownTransfer[] = [];
    for (const { placements, transfers } of this.byWallet.get(wallet) ?? []) {
      for (const placement of placements) {
        if (placement.visibleFrom > time || placement.visibleTo <= time) continue;
        for (const transfer of transfers) {
          if (nodeTokens.has(transfer.token)) continue;
          if (transfer.from === wallet || transfer.to === wallet) rows.push({ transfer, placement });
        }
      }
    }
    return rows.sort(newestFirst);
  }

  /** A block as a node has it now. */
  blockOf(block: number): { readonly hash: string; readonly timestamp: number } {
    const hash = hashOf(`block ${this.profile.id} ${block} fork ${this.forks.get(block) ?? 0}`);
    return { hash, timestamp: timeOf(this.clock, block) };
  }

  /** The transfers that stand in these blocks now, both ends included. */
  transfersIn(from: number, to: number): ShownTransfer[] {
    return this.transactions.flatMap((transaction) => {
      const placement = standing(transaction);
      if (placement === null || placement.block < from || placement.block > to) return [];
      return transaction.transfers.map((transfer) => ({ transfer, placement }));
    });
  }

  /** The transactions that stand in a block now and change balances. */
  sentIn(block: number): readonly (SimTransaction & { readonly sent: Sent })[] {
    return this.coined.filter(
      (one): one is SimTransaction & { readonly sent: Sent } =>
        one.sent !== null && standing(one)?.block === block,
    );
  }

  sentAs(hash: string): SimTransaction | undefined {
    return this.coined.find((one) => one.hash === hash && one.sent !== null && standing(one) !== null);
  }

  /** The statements of transactions about a wallet up to a block, as the chain stands now, the latest last. */
  statementsOf<What extends Statement['what']>(what: What, owner: string, block = Number.POSITIVE_INFINITY) {
    return this.coined
      .flatMap((transaction) => {
        const { states } = transaction;
        const placement = standing(transaction);
        if (states?.what !== what || states.owner !== owner || placement === null) return [];
        const stated = states as Extract<Statement, { what: What }>;
        return placement.block > block ? [] : [{ stated, transaction, placement }];
      })
      .sort((a, b) => a.placement.block - b.placement.block || a.placement.index - b.placement.index);
  }

  /** The value of a part of an account's control after a block: `delegation` is the contract whose code it runs. */
  controlOf(wallet: string, part: string, block?: number): string | null {
    const last = this.statementsOf('control', wallet, block).findLast(({ stated }) => stated.part === part);
    return last === undefined ? firstOf(part) : last.stated.to;
  }

  /** Everything that was ever stated about a wallet, even if a re-org dropped it. */
  everStated(owner: string): readonly SimTransaction[] {
    return this.coined.filter(({ states }) => states?.owner === owner);
  }

  /** The wallet that once approved a spender for a piece, and still owns the piece. */
  approvedBy(tokenId: string): string | undefined {
    return this.coined.find(({ states }) => states?.what === 'approval' && states.tokenId === tokenId)?.states
      ?.owner;
  }

  /** What was stated in these blocks as they stand now, both ends included. */
  statedIn(from: number, to: number) {
    return this.coined.flatMap((transaction) => {
      const { states, hash } = transaction;
      const placement = standing(transaction);
      if (states === null || placement === null || placement.block < from || placement.block > to) return [];
      return [{ states, hash, placement }];
    });
  }

  /** How many transactions a wallet has sent up to a block, as the chain stands now. */
  nonceAfter(wallet: string, block: number): number {
    return this.coined.filter(
      (one) => one.sent?.from === wallet && (standing(one)?.block ?? Number.POSITIVE_INFINITY) <= block,
    ).length;
  }

  /** What a wallet has after a block, as the chain stands now. */
  balanceAfter(wallet: string, block: number): bigint {
    return this.coined.reduce((sum, one) => {
      const { transfers, sent } = one;
      if ((standing(one)?.block ?? Number.POSITIVE_INFINITY) > block) return sum;
      const fee = sent?.from === wallet ? gasUsed * gasPrice : 0n;
      return transfers.reduce((left, { token, from, to, value }) => {
        if (token !== ether) return left;
        return left + (to === wallet ? value : 0n) - (from === wallet ? value : 0n);
      }, sum - fee);
    }, initialBalance);
  }

  ofWallet(wallet: string): readonly SimTransaction[] {
    return this.byWallet.get(wallet) ?? [];
  }

  private mineAgain(transaction: SimTransaction, wait: number): void {
    this.scheduler.at(this.scheduler.now + wait, () => {
      if (this.settled || standing(transaction) !== null) return;
      transaction.placements.push(this.place(this.head(), this.scheduler.now + fastestIndexing));
      this.counts.add('chain: dropped transactions mined again');
    });
  }

  private place(block: number, visibleFrom: number): Placement {
    this.serial += 1;
    return {
      block,
      blockHash: hashOf(`block ${this.profile.id} ${block} fork ${this.forks.get(block) ?? 0}`),
      timestamp: timeOf(this.clock, block),
      index: this.serial % 1_000_000,
      firstLog: this.serial * 4,
      visibleFrom:
        this.scheduler.now < this.stalledUntil ? this.stalledUntil + (visibleFrom % 5_000) : visibleFrom,
      visibleTo: Number.POSITIVE_INFINITY,
    };
  }
}

function newestFirst(a: ShownTransfer, b: ShownTransfer): number {
  return (
    b.placement.block - a.placement.block ||
    b.placement.index - a.placement.index ||
    b.transfer.place - a.transfer.place
  );
}

const hashes = new Map<string, string>();
function hashOf(text: string): string {
  const known = hashes.get(text);
  if (known !== undefined) return known;
  const hash = `0x${createHash('sha256').update(text).digest('hex')}`;
  hashes.set(text, hash);
  return hash;
}
