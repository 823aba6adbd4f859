import { isDeepStrictEqual } from 'node:util';
import type { Alert, TransferAlert, UnreadableAlert } from '../../../functions/alert/alert.ts';
import { alertId } from '../../../functions/alert/alert-id.ts';
import { parseAddress } from '../../../functions/chain/address.ts';
import { covers, partsOf, type ReadLog } from '../api/read-log.ts';
import type { Item } from '../aws/expression.ts';
import { chainProfiles, onChain } from '../chain/chain-profiles.ts';
import type { SimChain } from '../chain/sim-chain.ts';
import {
  cheapTokens,
  ether,
  nodeTokens,
  type SimToken,
  tokens,
  usdc,
  usdt,
  wbtc,
  weth,
} from '../chain/sim-tokens.ts';
import {
  contentOf,
  type Placement,
  type SimTransaction,
  type SimTransfer,
  standing,
} from '../chain/sim-transaction.ts';
import type { Ground } from '../ground.ts';
import type { StoryRow } from '../story/story.ts';
import type { RowVersion } from '../watchlist.ts';
import { type Batch, Batches, type Message, type Saver } from './batches.ts';
import { EventJudge } from './events.ts';
import { Rationing } from './rationing.ts';
import { noCursor, readCursorItem, type StoredCursor } from './stored-cursor.ts';
import { contentOfAlert, readRow, type StoredRow } from './stored-row.ts';
import { staleRow, versionsBetween, type Wanted, wantedBetween } from './wanted.ts';

const lagAllowance = 120_000;
/** Five minutes, less the time that the API takes to show a re-org. */
const promisedLag = 240_000;
/** By then a node that was set with a deploy has been scanned. */
const scannedWithin = 180_000;
/** By then a poll has read what the API shows. */
const pollsTwice = 600_000;
/** Maximum of one kind that a poll reports singly, whatever else comes. */
const maxKind = 10;
/** The hourly ration if the row sets none. */
const usualSingles = 10;
/** Dollars: a smaller payment is not urgent. */
const leastPayment = 0.01;
/** Verified by the API, or genuine by our own list. */
const knownTokens = addressesOf(
  [...tokens, ...cheapTokens, wbtc, ether].filter((one) => one.verified || one === wbtc),
);

/** Dollars for a base unit of the tokens whose transfers nobody can make up; the API verifies cheap tokens too. */
const dollars = new Map([
  [usdc, 1e-6],
  [usdt, 1e-6],
  [weth, 2_500e-18],
  [ether, 2_500e-18],
  [wbtc, 50_000e-8],
]);
const sureTokens: ReadonlyMap<string, number> = new Map(
  Array.from(dollars, ([token, worth]) =>
    [...addressesOf([token])].map((address) => [address, worth] as const),
  ).flat(),
);

function addressesOf(some: readonly SimToken[]): ReadonlySet<string> {
  const everywhere = Object.values(chainProfiles).flatMap((chain) => some.map((one) => onChain(one, chain)));
  return new Set(everywhere.map(({ address }) => address));
}

/** Worth in dollars of a transfer in a sure token. @param content as in contentOf */
function worthOf(content: string): number {
  const [, token = '', , , value] = content.split('|');
  return Number(value) * (sureTokens.get(token) ?? 0);
}

/** Stands for a read of a journal, which the oracle can't see. */
const unseen: ReadLog = {
  isLook: false,
  from: 0,
  through: Number.POSITIVE_INFINITY,
  asOf: 0,
  before: null,
  shown: new Map(),
  unreadable: new Map(),
  oddEntry: false,
  lowest: null,
  ended: true,
};

/**
 * The guarantees for one wallet: what its alerts, cursor and rows may be. They are checked at every write and publish, and
 * again at the end, when all is well. Every complaint is a sentence.
 */
export class Ledger {
  readonly row: StoryRow;
  /** Alerts in the order of their batches and turns: the only order in which they may be published. */
  readonly order: string[] = [];
  readonly alerts = new Map<string, Alert>();
  readonly published = new Set<string>();
  readonly mayRepeat = new Set<string>();
  /** The content of each transfer in a row of a batch that counts, by its alert's id. */
  readonly history = new Map<string, { readonly content: string; readonly status: string }>();
  /** Reported and not taken back: ids by content. */
  readonly live = new Map<string, Set<string>>();
  /** Reported, or waiting for it. */
  private readonly everTold = new Set<string>();
  readonly rationing: Rationing;
  readonly chain: SimChain;
  /** Polls read a journal of the chain's node: the oracle can't see what each was shown, and no token is flagged. */
  private readonly isFromNode: boolean;
  /** One source shows all of the row. */
  private readonly isWhole: boolean;
  private readonly world: Ground;
  private readonly complain: (complaint: string) => void;
  private readonly known: SimTransfer[] = [];
  private readonly knownByContent = new Map<string, SimTransfer[]>();
  private knownTransactions = 0;
  private nextToPublish = 0;
  private readonly fromBlock: number | null;
  /** Epoch milliseconds of the first save after the watch began. */
  startedAt: number | null = null;
  private since = 0;
  /** The stored block of the first successful poll: transfers above it are never old, whatever their time. */
  private startBlock = 0;
  private cursor: StoredCursor = noCursor;
  readonly batches: Batches;
  readonly events: EventJudge;
  /** The last row that counts for each transfer, by transfer key, and the read that marked it as missed. */
  private readonly rows = new Map<string, { readonly row: StoredRow; readonly missedBy: ReadLog | null }>();
  /** What each invocation saw of a long read until its last save of the cursor, by the read's name. */
  private readonly longReads = new Map<string, Map<ReadLog, ReadLog>>();
  /** Transfers whose rows were still unreadable when their blocks were settled: they are never read again. */
  private readonly excused = new Set<SimTransfer>();
  /** The source that a deploy chose; null: none did. Workers may poll the old one for a while. */
  private newSource: 'api' | 'node' | null = null;
  /** Reported from the source that a deploy replaced. */
  private readonly ofOldSource = new Set<string>();
  /** Times of which the new source need not show what moved, epoch milliseconds. */
  private readonly gaps: (readonly [number, number])[] = [];
  /** The poll that began the last batch, and the number of outgoing transfers in sure tokens that it has reported singly. */
  private poll = { invocation: 0, sure: 0 };

  /** @param isPart whether it is the part of the row that the chain's node serves */
  constructor(
    row: StoryRow,
    fromBlock: number | null,
    world: Ground,
    complain: (complaint: string) => void,
    isPart: boolean,
  ) {
    this.row = row;
    this.fromBlock = fromBlock;
    this.world = world;
    this.complain = complain;
    this.chain = world.chainOf(row);
    const { node } = world.story.settings;
    this.isFromNode = (node === 'source' && row.chain === 'eth') || isPart;
    this.isWhole = node !== 'beside the API';
    this.batches = new Batches(complain);
    this.events = new EventJudge(row, this.chain, complain);
    this.rationing = new Rationing(() => this.mostSingles(), complain);
  }

  private now(): number {
    return this.world.scheduler.now;
  }

  private versions(): readonly RowVersion[] {
    return this.world.watchlist.versionsOf(this.row);
  }

  /** The row's versions from then until now. */
  versionsSince(then: number): readonly RowVersion[] {
    return versionsBetween(this.versions(), then - staleRow, this.now());
  }

  /** Whether the wallet's row exists now. */
  isWatched(): boolean {
    return this.versions().at(-1)?.attributes != null;
  }

  private mostSingles(): number {
    return Math.max(...this.versions().map(({ attributes }) => Number(attributes?.singles ?? usualSingles)));
  }

  /** Every place where a transaction of the wallet stood or stands. */
  placements(): readonly Placement[] {
    return this.chain.ofWallet(this.row.wallet).flatMap(({ placements }) => placements);
  }

  /** What the row asks for, in any version since the transfer was mined. */
  private wanted(transfer: SimTransfer): Wanted {
    if (this.isFromNode && transfer.token.spam) return 'either';
    const span = [transfer.transaction().minedAt, this.now()] as const;
    return wantedBetween(this.versions(), span, this.row.wallet, transfer);
  }

  /** The wallet's cursor was written. */
  saved(before: unknown, after: unknown, saver: Saver): void {
    const old = before === undefined ? noCursor : readCursorItem(before);
    const next = readCursorItem(after);
    this.cursor = next;
    if (before !== undefined && sameButVersion(before, after)) this.complain('an idle poll wrote the cursor');
    if (before !== undefined && next.version !== old.version + 1)
      this.complain(`version ${next.version} was saved over version ${old.version}`);
    if (next.start !== null && this.startedAt === null) {
      this.startedAt = saver.now;
      this.since = Date.parse(next.start.since);
      this.startBlock = next.open?.next.block ?? next.block ?? 0;
    }
    this.noteReading(old, next, saver);
    if (next.open !== null && next.open.batch !== old.open?.batch)
      this.batches.begin(next.open, old, next, saver);
    if (next.open !== null) return;
    const ended = this.batches.get(old.open?.batch);
    if (ended !== undefined) this.judgeEnded(ended, next);
    if (ended?.state !== 'abandoned') this.judgeAdvance(old, next, ended?.reads ?? saver.reads);
  }

  /** A row of History was written, or deleted. */
  rowWritten(before: Item | undefined, after: Item | undefined): void {
    if (after !== undefined) this.batches.written(readRow(after));
    else if (before !== undefined) this.batches.deleted(readRow(before));
  }

  /**
   * A deploy changes the source. What the old one showed stays, even if a re-org drops it, and is told again if it is mined much later.
   * The new one need not show what is older than five minutes, or what moves before a new node's first scan.
   */
  sourceChanges(to: 'api' | 'node'): void {
    if (this.row.chain !== 'eth') return;
    this.newSource = to;
    for (const content of this.everTold) this.ofOldSource.add(content);
    if (to === 'api') return;
    const [old, scanned] = [this.now() - promisedLag, this.now() + scannedWithin];
    for (const transfer of this.transfers())
      if (
        !this.wasTold(transfer) &&
        transfer.transaction().placements.some(({ timestamp }) => timestamp < old)
      )
        this.excused.add(transfer);
    if (this.world.story.settings.deployed === 'without a node') this.gaps.push([old, scanned]);
  }

  /** SNS took an alert. @returns whether it is a repeat */
  took(alert: Alert): boolean {
    const { id } = alert;
    const batch = this.batches.get(this.cursor.open?.batch);
    if (batch !== undefined && batch.state === 'open') {
      if (!this.batches.isWhole(batch))
        this.complain(`${alert.type} ${id} was published before all rows of its batch were there`);
      this.judgeBatch(batch);
    }
    if (this.order[this.nextToPublish] === id) {
      this.nextToPublish += 1;
      this.published.add(id);
      return false;
    }
    if (!this.published.has(id)) {
      this.complain(`${alert.type} ${id} was published ${this.placeOf(id)}`);
    } else if (!this.mayRepeat.has(id)) {
      this.complain(`${alert.type} ${id} was published again without a crash or a lost answer`);
    }
    this.published.add(id);
    return true;
  }

  /** Once the API has refused a block's cursors three times, the block is given up and named: no poll can read it. */
  private excuseRest({ transactionHash, blockNumber, reason }: UnreadableAlert['entry']): void {
    if (transactionHash !== null || blockNumber === null || !reason.includes('refused to continue')) return;
    for (const transfer of this.transfers())
      if (placedIn(transfer, blockNumber) && !this.wasTold(transfer)) this.excused.add(transfer);
  }

  /** The messages of a batch, by its number. */
  alertsOf(number: number): readonly Alert[] {
    const batch = this.batches.get(number);
    return batch === undefined ? [] : this.batches.messages(batch).map(({ alert }) => alert);
  }

  /** Whether a row of a batch has this message. */
  has(id: string): boolean {
    return this.alerts.has(id) || this.batches.withMessage(id) !== undefined;
  }

  private placeOf(id: string): string {
    if (this.alerts.has(id)) return 'before another whose turn is earlier';
    const state = this.batches.withMessage(id)?.state;
    if (state === 'abandoned') return 'though its batch was abandoned';
    return state === undefined ? 'and has no row' : 'and its batch is not open';
  }

  /** Keeps what this poll saw of a long read that an earlier poll began, or that a later poll will continue. */
  private noteReading(old: StoredCursor, { reading, open }: StoredCursor, { reads }: Saver): void {
    for (const there of [reading, open?.next.reading]) {
      if (there == null || isDeepStrictEqual(there, old.reading)) continue;
      // A read that has just begun anew reports nothing that it saw.
      if (there.isBelowOthers && there.held === 0) continue;
      const known = this.longReads.get(there.name) ?? new Map<ReadLog, ReadLog>();
      this.longReads.set(there.name, known);
      // A look ahead is not part of a long read.
      const log = reads.findLast(({ isLook }) => !isLook);
      // Pages that arrive after the save are lost if the worker dies, and a re-org may take back what they show.
      if (log !== undefined)
        known.set(log, { ...log, shown: new Map(log.shown), unreadable: new Map(log.unreadable) });
    }
  }

  private judgeEnded(batch: Batch, next: StoredCursor): void {
    const { open } = batch;
    if (next.abandoned.some(({ batch: number }) => number === open.batch)) {
      if (batch.state === 'judged') this.complain(`batch ${open.batch} was abandoned after it was published`);
      batch.state = 'abandoned';
      return;
    }
    if (!this.batches.isWhole(batch))
      this.complain(`batch ${open.batch} was committed with ${batch.rows.size} rows of ${open.rows}`);
    if (batch.state === 'open') this.judgeBatch(batch);
    if (this.nextToPublish < this.order.length)
      this.complain(`batch ${open.batch} was committed before all of its alerts went out`);
    const { block, settled, newest } = open.next;
    if (block !== next.block || settled !== next.settled || newest !== next.newest)
      this.complain(`batch ${open.batch} was committed with another cursor than it began with`);
    batch.rows.clear();
  }

  /** A batch's rows count from now on: all of them must be written, and all messages published. */
  private judgeBatch(batch: Batch): void {
    batch.state = 'judged';
    const messages = this.batches.messages(batch);
    for (const { alert } of messages) {
      const isOfOldSource = this.ofOldSource.has(contentOfAlert(alert) ?? '');
      if (isOfOldSource) this.mayRepeat.add(alert.id);
      else if (this.alerts.has(alert.id)) this.complain(`${alert.type} ${alert.id} was made a second time`);
      this.alerts.set(alert.id, alert);
      this.order.push(alert.id);
    }
    for (const row of batch.rows.values()) {
      const content = row.status === 'message' ? null : contentOfAlert(row.alert);
      if (content !== null && this.newSource !== null && this.cursor.source !== this.newSource)
        this.ofOldSource.add(content);
      if (row.alert !== null && content !== null)
        this.history.set(row.alert.id, { content, status: row.status });
    }
    for (const row of batch.rows.values()) this.judgeRow(row, batch);
    for (const { alert } of messages) this.noteTakenBack(alert);
    for (const { alert } of messages) this.events.told(alert);
    for (const { alert } of messages) if (alert.type === 'entry.unreadable') this.excuseRest(alert.entry);
    this.judgeTakenBack(batch);
    this.judgeTold(batch);
    this.judgeRations(batch, messages);
    this.judgeDigests(batch, messages);
    this.judgeOrder(batch, messages);
  }

  /** True if the contract says that by now it must be reported, hidden or filtered: it was mined after the watch began. */
  isDue(transfer: SimTransfer): boolean {
    if (this.startedAt === null) return false;
    const transaction = transfer.transaction();
    if (this.excused.has(transfer) || !this.isPromised(transaction)) return false;
    // `fromBlock` applies to logs only; coin begins at the first poll.
    if (this.fromBlock === null || transfer.token === ether) return transaction.minedAt > this.startedAt;
    const from = this.fromBlock;
    return transaction.placements.every(({ block }) => block >= from);
  }

  /**
   * If the API first shows a transfer long after it was mined, or mined again, it is promised only if no poll can have seen
   * its block, or a newer one, before.
   */
  private isPromised({ placements }: SimTransaction): boolean {
    return placements.every((one) => {
      if (this.gaps.some(([from, to]) => one.timestamp >= from && one.timestamp <= to)) return false;
      if (one.visibleFrom - one.timestamp <= promisedLag) return true;
      if (one.visibleFrom > this.now() - pollsTwice) return false;
      return this.placements().every(
        (other) => other === one || other.block < one.block || other.visibleFrom >= one.visibleFrom,
      );
    });
  }

  /** True if it was mined before the watch began, by more than the API's allowed lag. */
  isOld(transfer: SimTransfer): boolean {
    const { placements } = transfer.transaction();
    // A wrong number ahead of the chain is above every block, so its time does not count.
    if (transfer.numberWrongUntil > 0) return false;
    if (this.fromBlock === null) {
      return placements.every(
        ({ timestamp, block }) => timestamp < this.since - lagAllowance && block <= this.startBlock,
      );
    }
    const from = this.fromBlock;
    return placements.every(({ block }) => block < from);
  }

  transfers(): readonly SimTransfer[] {
    const { wallet } = this.row;
    const transactions = this.chain.ofWallet(wallet);
    // Transactions never change, so only new ones are added.
    for (const { transfers } of transactions.slice(this.knownTransactions)) {
      for (const transfer of transfers) {
        if (transfer.from !== wallet && transfer.to !== wallet) continue;
        if (!this.isWhole && nodeTokens.has(transfer.token) !== this.isFromNode) continue;
        this.known.push(transfer);
        const content = contentOf(transfer);
        this.knownByContent.set(content, [...(this.knownByContent.get(content) ?? []), transfer]);
      }
    }
    this.knownTransactions = transactions.length;
    return this.known;
  }

  /** Equal transfers of one transaction. */
  private equals(content: string): readonly SimTransfer[] {
    this.transfers();
    return this.knownByContent.get(content) ?? [];
  }

  /** All is well again: every transfer due was reported, every alert was published, and nothing else was. */
  judgeEnd(): void {
    if (!this.isWatched()) return;
    if (this.nextToPublish < this.order.length) {
      this.complain(`${this.order.length - this.nextToPublish} alert(s) on record were never published`);
    }
    if (!this.rationing.isEmpty) this.complain('something still waits for its digest');
    if (this.cursor.open !== null) this.complain(`batch ${this.cursor.open.batch} is still open`);
    if (this.startedAt === null) {
      this.complain('the wallet was never polled');
      return;
    }
    const inHistory = new Set(Array.from(this.history.values(), (entry) => entry.content));
    this.transfers();
    for (const [content, equal] of this.knownByContent) {
      const [transfer] = equal;
      if (transfer === undefined) continue;
      const stands = standing(transfer.transaction()) !== null;
      const count = this.live.get(content)?.size ?? 0;
      const due = this.isDue(transfer) && this.wanted(transfer) === 'told';
      if (stands && due && count < equal.length) {
        this.complain(
          `${nameOf(transfer)} stands on the chain ${equal.length} time(s) and is told ${count} time(s)`,
        );
      }
      if (!stands && count > 0 && !this.mayStay(transfer))
        this.complain(`${nameOf(transfer)} was dropped by the chain and is still told`);
      const kept = inHistory.has(content);
      const isKept = ['hidden', 'kept'].includes(this.wanted(transfer));
      if (stands && this.isDue(transfer) && isKept && !kept) {
        this.complain(`${nameOf(transfer)} is hidden and not in History`);
      }
    }
    if (this.isWhole || this.isFromNode) this.events.judgeEnd(this.startedAt);
    const watching = this.order.filter((id) => this.alerts.get(id)?.type === 'wallet.watching');
    if (watching.length > 1 || (watching.length === 1 && watching[0] !== this.order[0])) {
      this.complain('wallet.watching was not told once and first');
    }
  }

  /** It was reported with a block number that the chain can't have reached, and no read proved it gone while that was still possible. */
  private mayStay(transfer: SimTransfer): boolean {
    const content = contentOf(transfer);
    if (this.ofOldSource.has(content)) return true;
    return this.rows
      .values()
      .some(({ row }) => !row.missed && !placedIn(transfer, row.block) && this.find(row).content === content);
  }

  private noteTakenBack(alert: Alert): void {
    if (alert.type !== 'transfer.reverted') return;
    const content = this.history.get(alert.reverts)?.content;
    if (content !== undefined) this.live.get(content)?.delete(alert.reverts);
  }

  private judgeRow(row: StoredRow, { reads }: Batch): void {
    if (!isOfTransfer(row)) return;
    const before = this.rows.get(row.key);
    let missedBy: ReadLog | null = null;
    if (row.missed && before?.row.missed !== true) missedBy = this.judgeAbsence(row, reads, 'missed');
    if (row.status === 'dropped') {
      if (row.turn !== null) this.complain('a transfer that was never told was taken back');
      const { content } = this.find(row);
      this.rationing.drop(row.key);
      if (this.rationing.countOf(content) === 0 && !this.live.get(content)?.size)
        this.everTold.delete(content);
    }
    if (row.status === 'reverted' && this.rationing.isWaiting(row.key))
      this.complain(`transfer ${row.key} was taken back before it was told`);
    if (row.status === 'reverted' || row.status === 'dropped') {
      if (before?.missedBy == null) this.complain('a transfer was taken back after one read without it');
      else if (this.judgeAbsence(row, reads, 'taken back') === before.missedBy)
        this.complain('a transfer was missed and taken back by the same read');
      if (row.status === 'reverted' && row.turn === null && before?.row.status !== 'waiting')
        this.complain('a transfer was taken back without a word');
      const { id, content } = this.find(row);
      this.live.get(content)?.delete(id);
    }
    this.rows.set(row.key, { row, missedBy: row.missed ? (missedBy ?? before?.missedBy ?? null) : null });
  }

  /** Of dropped transfers of digests at least thirty have alerts of their own, and the last alert counts the others. */
  private judgeTakenBack({ rows }: Batch): void {
    const back = Array.from(rows.values()).filter(({ status }) => status === 'reverted');
    const silent = back.filter(({ turn }) => turn === null);
    const spoken = back.filter(({ turn }) => turn !== null);
    const others = spoken.map(({ alert }) =>
      alert?.type === 'transfer.reverted' ? (alert.others?.count ?? 0) : 0,
    );
    if (others.reduce((sum, count) => sum + count, 0) !== silent.length)
      this.complain(
        `${silent.length} transfers were taken back without a word, and alerts speak of ${others.join()}`,
      );
    if (silent.length > 0 && spoken.length < 30)
      this.complain(
        `only ${spoken.length} of ${silent.length + spoken.length} dropped transfers have an alert`,
      );
  }

  /** Checks what a batch reports singly, and what it leaves to a digest. */
  private judgeTold({ rows }: Batch): void {
    for (const { status, alert, turn, key, digest } of rows.values()) {
      const content = contentOfAlert(alert);
      if (alert === null || content === null || (status !== 'told' && status !== 'waiting')) continue;
      this.judgeWanted(content, alert);
      if (status === 'waiting') {
        if (turn !== null || digest === null) this.complain(`${alert.id} waits for no digest`);
        this.rationing.waits(key, {
          digest: digest ?? '',
          id: alert.id,
          content,
          isPayment: this.isPayment(content),
        });
        continue;
      }
      if (turn === null) this.complain(`${alert.id} is told by no message`);
      this.noteTold(alert.id, content);
    }
  }

  /** Checks the hourly rations: single alerts for tokens that nobody vouches for, and the digests. */
  private judgeRations({ open, now }: Batch, messages: readonly Message[]): void {
    const alerts = messages.map(({ alert }) => alert);
    this.rationing.toldSingly(
      alerts.filter(isTold).filter((alert) => !this.isPayment(contentOfAlert(alert) ?? '')),
    );
    this.rationing.judgeDue(open.next.rations, now);
    const digests = alerts.filter((alert) => alert.type === 'transfers.digest');
    for (const { id, content } of this.rationing.told(this.cursor.rations, open.next.rations, digests))
      this.noteTold(id, content);
  }

  /** Whether the row names the token now, or did at any time. */
  hasTrusted(token: string): boolean {
    return this.versions().some(({ attributes }) => {
      const { tokens } = attributes ?? {};
      return Array.isArray(tokens) && tokens.includes(token);
    });
  }

  /** A transfer that no hourly ration limits: value in a token that no stranger can make up. */
  private isPayment(content: string): boolean {
    const [, token = '', from, to, value] = content.split('|');
    if (value === '0' || !(this.hasTrusted(token) || sureTokens.has(token))) return false;
    const isOut = from === this.row.wallet && from !== to;
    return isOut || !sureTokens.has(token) || worthOf(content) >= leastPayment;
  }

  /** Each digest holds one direction, outgoing first; the ten outgoing transfers of most worth are reported singly. */
  private judgeDigests({ rows, invocation }: Batch, messages: readonly Message[]): void {
    const appended = messages.map(({ alert }) => alert);
    const digests = appended.flatMap((alert) => (alert.type === 'transfers.digest' ? [alert.digest] : []));
    const directions = digests.map(({ totals }) => new Set(totals.map(({ direction }) => direction)));
    if (directions.some(({ size }) => size !== 1)) this.complain('a digest mixes directions');
    const order = directions.map(([direction]) => ['out', 'self', 'in'].indexOf(direction ?? 'in'));
    if (order.some((place, i) => place < (order[i - 1] ?? 0)))
      this.complain('a digest of what came in stands before one of what went out');
    const [out = [], others = []] = [0, 1].map((side) =>
      digests.filter((_, i) => Math.min(order[i] ?? 0, 1) === side),
    );
    if ([...out.slice(1), ...others.slice(1)].some(({ hidden }) => hidden > 0))
      this.complain('what was hidden is counted in two digests of a batch');
    const isWaiting = rows.values().some(({ status, alert }) => status === 'waiting' && alert !== null);
    if (!isWaiting && !appended.some(isTold)) return;
    if (this.poll.invocation !== invocation) this.poll = { invocation, sure: 0 };
    const single = new Set(appended.filter(({ type }) => type === 'transfer.sent').map(({ id }) => id));
    const told = rows
      .values()
      .flatMap(({ status, alert }) => {
        const content = contentOfAlert(alert);
        if (alert === null || content === null) return [];
        return status === 'told' || status === 'waiting' ? [{ id: alert.id, content }] : [];
      })
      .toArray();
    const sure = told.filter(({ content }) => this.isOutOf(sureTokens, content));
    this.poll.sure += sure.filter(({ id }) => single.has(id)).length;
    if (isWaiting) this.judgeSingles(sure, single);
    const known = told.filter(({ id, content }) => single.has(id) && this.isOutOf(knownTokens, content));
    const shouts = told.filter(({ id, content }) => single.has(id) && this.isOfPoisoning(content));
    if (isWaiting && known.length > 2 * maxKind + shouts.length)
      this.complain(`${known.length} transfers were told singly in a storm`);
  }

  /**
   * Outgoing transfers in sure tokens: no digest holds one of more worth than a single alert of its batch, and none holds any while
   * fewer than ten are reported singly: in this batch, in earlier ones, or in later ones of the same poll.
   */
  private judgeSingles(
    sure: readonly { readonly id: string; readonly content: string }[],
    single: ReadonlySet<string>,
  ): void {
    const buried = Math.max(
      ...sure.filter(({ id }) => !single.has(id)).map(({ content }) => worthOf(content)),
    );
    if (buried === Number.NEGATIVE_INFINITY) return;
    // A payment to one of two lookalikes is reported singly, whatever its worth.
    const alone = sure.filter(({ id, content }) => single.has(id) && !this.isOfPoisoning(content));
    const least = Math.min(...alone.map(({ content }) => worthOf(content)));
    // Rounded, because the functions add in another order.
    if (Math.fround(buried) > Math.fround(least))
      this.complain(`$${buried} that went out is in a digest, and $${least} is told singly`);
    const toCome = this.knownByContent
      .keys()
      .filter((content) => this.isOutOf(sureTokens, content) && !this.everTold.has(content));
    if (this.poll.sure < maxKind && this.poll.sure + toCome.toArray().length < maxKind)
      this.complain(`${this.poll.sure} transfers in sure tokens were told singly, and a digest has more`);
  }

  private isOfPoisoning(content: string): boolean {
    return this.equals(content).some(({ poisoning }) => poisoning !== undefined);
  }

  private isOutOf(of: Pick<ReadonlySet<string>, 'has'>, content: string): boolean {
    const [, token = '', from, to, value] = content.split('|');
    return of.has(token) && from === this.row.wallet && from !== to && value !== '0';
  }

  private noteTold(id: string, content: string): void {
    const equal = this.equals(content);
    const [transfer] = equal;
    if (transfer === undefined) return;
    const ids = this.live.get(content) ?? new Set();
    this.live.set(content, ids.add(id));
    if (ids.size > equal.length) this.complain(`${nameOf(transfer)} was told twice, with different ids`);
  }

  private judgeWanted(content: string, { id, ...alert }: Alert): void {
    const [transfer] = this.equals(content);
    if (transfer === undefined) {
      this.complain(`${id} was told, and History or the chain does not know it`);
      return;
    }
    this.everTold.add(content);
    if (this.isFromNode && transfer.token.spam) return;
    // A scan reads the names of twenty new tokens. No minimum drops a token whose decimals are still unknown.
    const isUnnamed = this.isFromNode && 'transfer' in alert && alert.transfer.token.decimals === null;
    const asked = isUnnamed ? { ...transfer, token: { ...transfer.token, decimals: null } } : transfer;
    const wanted = wantedBetween(this.versions(), [this.now(), this.now()], this.row.wallet, asked);
    if (wanted === 'hidden' || wanted === 'unwanted')
      this.complain(`${nameOf(transfer)} was told, but it is ${wanted}`);
    // After a re-org a scan may read blocks from before the watch, and the node may refuse their times.
    const isUntimed = this.isFromNode && 'transfer' in alert && alert.transfer.blockTimestamp === null;
    if (this.isOld(transfer) && !isUntimed)
      this.complain(`${nameOf(transfer)} was told, but it is older than the watch`);
  }

  /**
   * A transfer that is taken back must be absent from two complete reads in a row; each is checked when it counts.
   * @returns the read that shows all of its block, and lacks it
   */
  private judgeAbsence(row: StoredRow, reads: readonly ReadLog[], what: string): ReadLog | null {
    // The oracle doesn't see what a poll read from the journal, so each read counts as a separate one.
    if (this.isFromNode) return { ...unseen };
    const { content } = this.find(row);
    const log = reads.findLast((one) => covers(one, row.place));
    if (log === undefined) {
      this.complain(`a transfer was ${what} by a read that did not cover its place`);
      return null;
    }
    // The entry may be any transfer of the block that it names; after a re-org its own transfer may have been in another block.
    const isUnclear = Array.from(log.unreadable).some(
      ([transfer, block]) => block === row.block || contentOf(transfer) === content,
    );
    if (log.oddEntry || isUnclear) this.complain(`a transfer was ${what} by a read that was not complete`);
    const shown = [...log.shown.keys()].filter((transfer) => contentOf(transfer) === content).length;
    const live = (this.live.get(content)?.size ?? 0) + this.rationing.countOf(content);
    if (shown >= Math.max(live, 1)) this.complain(`a transfer was ${what} though the read showed it`);
    return log;
  }

  private judgeOrder({ isAmidRead, reads }: Batch, messages: readonly Message[]): void {
    const appended = messages.map(({ alert }) => alert);
    const ranks = appended.map(({ type }) => rankOf(type));
    if (ranks.some((rank, i) => rank < (ranks[i - 1] ?? 0)))
      this.complain('alerts of one batch are out of order by kind');
    // An outgoing transfer in a surely real token does not wait for a read of several polls.
    const isEarly = (alert: TransferAlert) =>
      isAmidRead && this.isOutOf(sureTokens, contentOfAlert(alert) ?? '');
    const told = appended.flatMap((alert) => (isTold(alert) && !isEarly(alert) ? [alert.transfer] : []));
    // What only a balance shows comes last in its block.
    const places = told.map(({ blockNumber, transactionIndex, logIndex }) => [
      blockNumber,
      transactionIndex ?? Infinity,
      logIndex ?? 0,
    ]);
    if (places.some((place, i) => isBefore(place, places[i - 1] ?? []))) {
      this.complain('alerts of one batch are not in chain order');
    }
    const last = places.at(-1);
    const log = reads.at(-1);
    if (last === undefined || log === undefined) return;
    for (const { shown, unreadable } of partsOf(log))
      for (const [transfer, { block, index, firstLog }] of shown) {
        const untold = !this.everTold.has(contentOf(transfer)) && this.isDue(transfer);
        if (!untold || this.wanted(transfer) !== 'told' || unreadable.has(transfer)) continue;
        if (isBefore([block, index, firstLog + transfer.place], last)) {
          this.complain(`a later transfer was told before ${nameOf(transfer)}, which the read showed`);
        }
      }
  }

  /** The stored or the settled block moves: nothing up to it is unreported, or was missed and may come back. */
  private judgeAdvance(old: StoredCursor, next: StoredCursor, reads: readonly ReadLog[]): void {
    const [block, settled] = [next.block ?? -1, next.settled];
    if (this.startedAt === null || old.start === null) return;
    if (block > (old.block ?? -1)) this.judgeBlock(block, [...reads.slice(-1), ...this.readsOf(old)]);
    if (settled > old.settled) this.judgeSettled(old.settled, settled, [...reads, ...this.readsOf(old)]);
  }

  private readsOf({ reading }: StoredCursor): readonly ReadLog[] {
    return [...((reading && this.longReads.get(reading.name)?.values()) ?? [])];
  }

  private judgeBlock(block: number, reads: readonly ReadLog[]): void {
    for (const { shown, unreadable } of new Set(reads.flatMap((log) => [...partsOf(log)])))
      for (const [transfer, place] of shown)
        if (place.block <= block && !unreadable.has(transfer) && this.isUntold(transfer))
          this.complain(`the stored block passed ${nameOf(transfer)}, which was not told`);
  }

  private judgeSettled(from: number, to: number, reads: readonly ReadLog[]): void {
    for (const { row } of this.rows.values())
      if (row.missed && row.block > from && row.block <= to)
        this.complain(`block ${to} was settled, and a transfer of block ${row.block} was missed`);
    if (this.isFromNode) return;
    const down = reads.find((log) => log.ended && log.from <= from + 1);
    if (down === undefined) {
      this.complain(`block ${to} was settled by a read that did not come down to ${from}`);
      return;
    }
    for (const { unreadable } of reads)
      for (const transfer of unreadable.keys()) if (!this.wasTold(transfer)) this.excused.add(transfer);
    for (const transfer of this.transfers()) {
      const { placements } = transfer.transaction();
      const isShown = placements.some(
        ({ block, visibleFrom, visibleTo }) =>
          block > from && block <= to && visibleFrom <= down.asOf && visibleTo > down.asOf,
      );
      if (isShown && !this.excused.has(transfer) && this.isUntold(transfer))
        this.complain(`the settled block passed ${nameOf(transfer)}, which was not told`);
    }
  }

  private wasTold(transfer: SimTransfer): boolean {
    return this.everTold.has(contentOf(transfer));
  }

  private isUntold(transfer: SimTransfer): boolean {
    return !this.wasTold(transfer) && this.isDue(transfer) && this.wanted(transfer) === 'told';
  }

  private find({ key, reissue }: StoredRow): { id: string; content: string } {
    const id = alertId('transfer', this.chain.profile.id, parseAddress(this.row.wallet), key, reissue);
    return { id, content: this.history.get(id)?.content ?? 'unknown' };
  }
}

/** Whether this is a transfer's last row: if the transfer moved, another row of the batch has it. */
function isOfTransfer({ status }: StoredRow): boolean {
  return !['message', 'moved', 'odd', 'unreadable'].includes(status);
}

function placedIn(transfer: SimTransfer, block: number): boolean {
  return transfer.transaction().placements.some((place) => place.block === block);
}

function isTold(alert: Alert): alert is TransferAlert {
  return ['transfer.received', 'transfer.sent', 'transfer.self'].includes(alert.type);
}

function rankOf(type: Alert['type']): number {
  if (type === 'wallet.watching') return 0;
  // An unreadable entry: its place in the chain is unknown.
  if (type === 'entry.unreadable') return 1;
  if (type === 'transfer.reverted') return 2;
  return type === 'transfers.digest' ? 4 : 3;
}

function isBefore(a: readonly number[], b: readonly number[]): boolean {
  const place = a.findIndex((value, i) => value !== b[i]);
  return place >= 0 && (a[place] ?? 0) < (b[place] ?? Number.NEGATIVE_INFINITY);
}

function sameButVersion(before: unknown, after: unknown): boolean {
  const rest = (item: unknown) =>
    JSON.stringify(item, (name, value) => (name === 'version' ? undefined : value));
  return rest(before) === rest(after);
}

function nameOf(transfer: SimTransfer): string {
  const { hash, placements } = transfer.transaction();
  return `transfer ${hash.slice(0, 10)} (${transfer.value} ${transfer.token.symbol}, block ${placements.map(({ block }) => block).join(' then ')})`;
}
