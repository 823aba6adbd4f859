import type { Alert, TransferAlert } from '../../../functions/alert/alert.ts';
import { transferAlertId } from '../../../functions/alert/alert-id.ts';
import { parseAddress } from '../../../functions/chain/address.ts';
import type { ReadLog } from '../api/read-log.ts';
import { chainProfiles, onChain } from '../chain/chain-profiles.ts';
import type { SimChain } from '../chain/sim-chain.ts';
import { cheapTokens, type SimToken, tokens, usdc, usdt, wbtc, weth } from '../chain/sim-tokens.ts';
import {
  contentOf,
  type Placement,
  type SimTransaction,
  type SimTransfer,
  standing,
} from '../chain/sim-transaction.ts';
import type { StoryRow } from '../story/story.ts';
import type { RowVersion } from '../watchlist.ts';
import { noState, readState, type SavedState, type SeenEntry } from './seen-entry.ts';
import { staleRow, versionsBetween, type Wanted, wantedBetween } from './wanted.ts';

const lagAllowance = 120_000;
/** Below five minutes by the time that the API takes to show a re-org. */
const promisedLag = 240_000;
/** By then what the API has shown has been polled. */
const pollsTwice = 600_000;
/** So many of a kind a poll tells singly, whatever else comes. */
const maxKind = 10;
/** Verified by the API, or genuine by our own list. */
const knownTokens = addressesOf(
  [...tokens, ...cheapTokens, wbtc].filter((one) => one.verified || one === wbtc),
);

/** Dollars a base unit of tokens of which nobody can make up transfers; the API verifies the cheap ones too. */
const dollars = new Map([
  [usdc, 1e-6],
  [usdt, 1e-6],
  [weth, 3_000e-18],
  [wbtc, 100_000e-8],
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

/** Dollars, of a transfer in a sure token. @param content as in contentOf */
function worthOf(content: string): number {
  const [, token = '', , , value] = content.split('|');
  return Number(value) * (sureTokens.get(token) ?? 0);
}

export interface LedgerOptions {
  readonly row: StoryRow;
  readonly fromBlock: number | null;
  readonly chain: SimChain;
  /** What the row asked for, and when. */
  readonly versions: () => readonly RowVersion[];
  readonly now: () => number;
  readonly complain: (complaint: string) => void;
}

/** What the worker that saves a wallet has done before. */
export interface Saver {
  /** What it read last. */
  readonly read: ReadLog | undefined;
  /** Alerts that it put into History for this save. */
  readonly kept: ReadonlySet<string>;
  readonly now: number;
  /** The invocation in which it polls the wallet. */
  readonly invocation: number;
}

/**
 * What is true of one wallet: what its alerts, saved states and History may be, checked at every write and publish, and
 * once more when all is well again. Every complaint is a sentence.
 */
export class Ledger {
  readonly row: StoryRow;
  /** Alerts in the order of their saves: the only order in which they may be published. */
  readonly order: string[] = [];
  readonly alerts = new Map<string, Alert>();
  readonly published = new Set<string>();
  readonly mayRepeat = new Set<string>();
  /** Content of each transfer that History knows, by the id of its alert. */
  readonly history = new Map<string, { readonly content: string; readonly status: string }>();
  /** Told and not taken back: ids by content. */
  readonly live = new Map<string, Set<string>>();
  private readonly everTold = new Set<string>();
  private readonly chain: SimChain;
  private readonly versions: () => readonly RowVersion[];
  private readonly now: () => number;
  private readonly complain: (complaint: string) => void;
  private readonly known: SimTransfer[] = [];
  private readonly knownByContent = new Map<string, SimTransfer[]>();
  private knownTransactions = 0;
  private nextToPublish = 0;
  private readonly fromBlock: number | null;
  /** Epoch milliseconds of the first save of a begun watch. */
  startedAt: number | null = null;
  private since = 0;
  /** The stored block of the first successful poll: above it no time makes a transfer old. */
  private startBlock = 0;
  /** Which poll saved last, and how much that went out in sure tokens it has told singly. */
  private poll = { invocation: 0, sure: 0 };

  constructor({ row, fromBlock, chain, versions, now, complain }: LedgerOptions) {
    this.row = row;
    this.fromBlock = fromBlock;
    this.chain = chain;
    this.versions = versions;
    this.now = now;
    this.complain = complain;
  }

  /** How the row was between then and now. */
  versionsSince(then: number): readonly RowVersion[] {
    return versionsBetween(this.versions(), then - staleRow, this.now());
  }

  /** Whether its row is there at this moment. */
  isWatched(): boolean {
    return this.versions().at(-1)?.attributes != null;
  }

  /** Every place where something of the wallet stood or stands. */
  placements(): readonly Placement[] {
    return this.chain.ofWallet(this.row.wallet).flatMap(({ placements }) => placements);
  }

  /** What the row asks for, as it may have been at any moment since the transfer was mined. */
  private wanted(transfer: SimTransfer): Wanted {
    const span = [transfer.transaction().minedAt, this.now()] as const;
    return wantedBetween(this.versions(), span, this.row.wallet, transfer);
  }

  /** The wallet's item was written. */
  saved(before: unknown, after: unknown, { read, kept, now, invocation }: Saver): void {
    const { rescanBlocks } = this.chain.profile;
    const [old, next] = [
      before === undefined ? noState : readState(before, rescanBlocks),
      readState(after, rescanBlocks),
    ];
    if (before !== undefined && sameButVersion(before, after)) this.complain('an idle poll wrote the state');
    if (next.started && this.startedAt === null) {
      this.startedAt = now;
      this.since = sinceOf(after);
      this.startBlock = next.block;
    }
    const appended = this.append(old, next);
    this.judgeSeen(old, next, read);
    for (const alert of appended) this.noteTakenBack(alert);
    this.judgeTold(appended, kept);
    this.judgeDigests(appended, kept, invocation);
    this.judgeOrder(appended, read);
    if (next.block > old.block) this.judgeBlock(old, next, read);
  }

  /** SNS took an alert. @returns whether it is a repeat */
  took(alert: Alert): boolean {
    const { id } = alert;
    if (this.order[this.nextToPublish] === id) {
      this.nextToPublish += 1;
      this.published.add(id);
      return false;
    }
    if (!this.published.has(id)) {
      const known = this.alerts.has(id)
        ? 'before another that was saved earlier'
        : 'that is in no saved outbox';
      this.complain(`${alert.type} ${id} was published ${known}`);
    } else if (!this.mayRepeat.has(id)) {
      this.complain(`${alert.type} ${id} was published again without a crash or a lost answer`);
    }
    this.published.add(id);
    return true;
  }

  /** True where the contract says that it must be told, hidden or filtered by now: it was mined after the watch began. */
  isDue(transfer: SimTransfer): boolean {
    if (this.startedAt === null) return false;
    const transaction = transfer.transaction();
    if (!this.isPromised(transaction)) return false;
    if (this.fromBlock === null) return transaction.minedAt > this.startedAt;
    const from = this.fromBlock;
    return transaction.placements.every(({ block }) => block >= from);
  }

  /**
   * What the API shows for the first time long after it was mined is promised only where no poll can have seen anything of its
   * block, or of a newer one, before.
   */
  private isPromised({ placements }: SimTransaction): boolean {
    const [first] = placements;
    if (first === undefined || first.visibleFrom - first.timestamp <= promisedLag) return true;
    if (first.visibleFrom > this.now() - pollsTwice) return false;
    return this.placements().every(
      (other) => other === first || other.block < first.block || other.visibleFrom >= first.visibleFrom,
    );
  }

  /** True where it was mined before the watch began, and longer than the API may lag. */
  isOld(transfer: SimTransfer): boolean {
    const { placements } = transfer.transaction();
    // A number ahead of the chain is above every block: no time counts there.
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
    // A transaction never changes: those that came since are added.
    for (const { transfers } of transactions.slice(this.knownTransactions)) {
      for (const transfer of transfers) {
        if (transfer.from !== wallet && transfer.to !== wallet) continue;
        this.known.push(transfer);
        const content = contentOf(transfer);
        this.knownByContent.set(content, [...(this.knownByContent.get(content) ?? []), transfer]);
      }
    }
    this.knownTransactions = transactions.length;
    return this.known;
  }

  /** Equal ones of one transaction. */
  private equals(content: string): readonly SimTransfer[] {
    this.transfers();
    return this.knownByContent.get(content) ?? [];
  }

  /** All is well again: what must have been told was, all of it went out, and nothing else. */
  judgeEnd(): void {
    if (!this.isWatched()) return;
    if (this.nextToPublish < this.order.length) {
      this.complain(`${this.order.length - this.nextToPublish} saved alert(s) were never published`);
    }
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
      if (!stands && count > 0)
        this.complain(`${nameOf(transfer)} was dropped by the chain and is still told`);
      const kept = inHistory.has(content);
      if (stands && this.isDue(transfer) && this.wanted(transfer) === 'hidden' && !kept) {
        this.complain(`${nameOf(transfer)} is hidden and not in History`);
      }
    }
    const watching = this.order.filter((id) => this.alerts.get(id)?.type === 'wallet.watching');
    if (watching.length > 1 || (watching.length === 1 && watching[0] !== this.order[0])) {
      this.complain('wallet.watching was not told once and first');
    }
  }

  /** Alerts that the save adds to the outbox. */
  private append(old: SavedState, next: SavedState): readonly Alert[] {
    const before = new Set(old.outbox.map((json) => parseAlert(json).id));
    const appended = next.outbox.map(parseAlert).filter(({ id }) => !before.has(id));
    for (const alert of appended) {
      if (this.alerts.has(alert.id)) {
        this.complain(`${alert.type} ${alert.id} was made a second time`);
      }
      this.alerts.set(alert.id, alert);
      this.order.push(alert.id);
    }
    return appended;
  }

  /** What is taken back may stand on a page at once, which the oracle does not read: its alert says it as well. */
  private noteTakenBack(alert: Alert): void {
    if (alert.type !== 'transfer.reverted') return;
    const content = this.history.get(alert.reverts)?.content;
    if (content !== undefined) this.live.get(content)?.delete(alert.reverts);
  }

  private judgeSeen(old: SavedState, next: SavedState, read: ReadLog | undefined): void {
    for (const entry of next.seen.values()) {
      const before = old.seen.get(entry.key);
      if (before?.status === entry.status && before.reissue === entry.reissue) continue;
      if (entry.status === 'm') this.judgeAbsence(entry, read, 'missed');
      if (entry.status === 'g') {
        if (before?.status !== 'm') this.complain('a transfer was taken back after one read without it');
        this.judgeAbsence(entry, read, 'taken back');
        const { id, content } = this.find(entry);
        this.live.get(content)?.delete(id);
      }
    }
  }

  /** What the appended alerts tell: single ones by themselves, digests of all else that was put into History for them. */
  private judgeTold(appended: readonly Alert[], kept: ReadonlySet<string>): void {
    const digest = appended.some(({ type }) => type === 'transfers.digest');
    const single = new Set(appended.filter(isTold).map(({ id }) => id));
    for (const id of kept) {
      if (this.history.get(id)?.status === 'told' && digest) single.add(id);
    }
    for (const id of single) this.judgeOneTold(id);
  }

  /** Digests hold one direction each, what went out first; the ten of most worth that went out are told singly. */
  private judgeDigests(appended: readonly Alert[], kept: ReadonlySet<string>, invocation: number): void {
    const digests = appended.flatMap((alert) => (alert.type === 'transfers.digest' ? [alert.digest] : []));
    const directions = digests.map(({ totals }) => new Set(totals.map(({ direction }) => direction)));
    if (directions.some(({ size }) => size !== 1)) this.complain('a digest mixes directions');
    const order = directions.map(([direction]) => ['out', 'self', 'in'].indexOf(direction ?? 'in'));
    if (order.some((place, i) => place < (order[i - 1] ?? 0)))
      this.complain('a digest of what came in stands before one of what went out');
    if (digests.slice(1).some(({ hidden }) => hidden > 0))
      this.complain('what was hidden is counted in two digests of a save');
    // A write that tells nothing notes a failure: what is in History by then is told by a later save.
    if (digests.length === 0 && !appended.some(isTold)) return;
    if (this.poll.invocation !== invocation) this.poll = { invocation, sure: 0 };
    const single = new Map(
      appended.flatMap((alert) => (alert.type === 'transfer.sent' ? [[alert.id, alert] as const] : [])),
    );
    const told = this.history
      .entries()
      .filter(([id, { status }]) => kept.has(id) && status === 'told')
      .map(([id, { content }]) => ({ id, content }))
      .toArray();
    const sure = told.filter(({ content }) => this.isOutOf(sureTokens, content));
    this.poll.sure += sure.filter(({ id }) => single.has(id)).length;
    if (digests.length > 0) this.judgeSingles(sure, single);
    const known = told.filter(({ id, content }) => single.has(id) && this.isOutOf(knownTokens, content));
    const shouts = told.filter(({ id, content }) => single.has(id) && this.isOfPoisoning(content));
    if (digests.length > 0 && known.length > 2 * maxKind + shouts.length)
      this.complain(`${known.length} transfers were told singly in a storm`);
  }

  /**
   * Of what went out in sure tokens no digest holds more worth than a single alert beside it, and none holds any while
   * fewer than ten are told singly: in this save, in those before it, or in those of the poll that are still to come.
   */
  private judgeSingles(
    sure: readonly { readonly id: string; readonly content: string }[],
    single: ReadonlyMap<string, TransferAlert>,
  ): void {
    const buried = Math.max(
      ...sure.filter(({ id }) => !single.has(id)).map(({ content }) => worthOf(content)),
    );
    if (buried === Number.NEGATIVE_INFINITY) return;
    // What went to one of two that look alike is told by itself, whatever it is worth.
    const alone = sure.filter(({ id, content }) => single.has(id) && !this.isOfPoisoning(content));
    const least = Math.min(...alone.map(({ content }) => worthOf(content)));
    // Rounded: the functions add up in another order.
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

  private judgeOneTold(id: string): void {
    const content = this.history.get(id)?.content ?? 'unknown';
    const equal = this.equals(content);
    const [transfer] = equal;
    if (transfer === undefined) {
      this.complain(`${id} was told, and History or the chain does not know it`);
      return;
    }
    const ids = this.live.get(content) ?? new Set();
    this.live.set(content, ids.add(id));
    this.everTold.add(content);
    if (ids.size > equal.length) this.complain(`${nameOf(transfer)} was told twice, with different ids`);
    const wanted = wantedBetween(this.versions(), [this.now(), this.now()], this.row.wallet, transfer);
    if (wanted !== 'told' && wanted !== 'either')
      this.complain(`${nameOf(transfer)} was told, but it is ${wanted}`);
    if (this.isOld(transfer)) this.complain(`${nameOf(transfer)} was told, but it is older than the watch`);
  }

  /** Two complete reads in a row must have lacked what is taken back: each is checked when it counts. */
  private judgeAbsence(entry: SeenEntry, read: ReadLog | undefined, what: string): void {
    const { content } = this.find(entry);
    if (read === undefined || !read.ended || read.oddEntry || read.unreadable.size > 0) {
      this.complain(`a transfer was ${what} by a read that was not complete`);
      return;
    }
    if (entry.block < read.from || entry.block > read.through) {
      this.complain(`a transfer was ${what} by a read that did not cover its block`);
    }
    const shown = [...read.shown.keys()].filter((transfer) => contentOf(transfer) === content).length;
    const live = this.live.get(content)?.size ?? 0;
    if (shown >= Math.max(live, 1)) this.complain(`a transfer was ${what} though the read showed it`);
  }

  private judgeOrder(appended: readonly Alert[], read: ReadLog | undefined): void {
    const ranks = appended.map(({ type }) => rankOf(type));
    if (ranks.some((rank, i) => rank < (ranks[i - 1] ?? 0)))
      this.complain('alerts of one save are out of order by kind');
    const told = appended.flatMap((alert) => (isTold(alert) ? [alert.transfer] : []));
    const places = told.map(({ blockNumber, transactionIndex, logIndex }) => [
      blockNumber,
      transactionIndex ?? 0,
      logIndex ?? 0,
    ]);
    if (places.some((place, i) => isBefore(place, places[i - 1] ?? []))) {
      this.complain('alerts of one save are not in chain order');
    }
    const last = places.at(-1);
    if (last === undefined || read === undefined) return;
    for (const [transfer, { block, index, firstLog }] of read.shown) {
      const untold = !this.everTold.has(contentOf(transfer)) && this.isDue(transfer);
      if (!untold || this.wanted(transfer) !== 'told' || read.unreadable.has(transfer)) continue;
      if (isBefore([block, index, firstLog + transfer.place], last)) {
        this.complain(`a later transfer was told before ${nameOf(transfer)}, which the read showed`);
      }
    }
  }

  private judgeBlock(old: SavedState, next: SavedState, read: ReadLog | undefined): void {
    if (read === undefined || this.startedAt === null) return;
    const line = next.rescanFrom;
    for (const transfer of this.transfers()) {
      const places = transfer
        .transaction()
        .placements.filter(({ visibleFrom, visibleTo }) => visibleFrom <= read.asOf && visibleTo > read.asOf);
      if (places.some(({ block }) => block === next.block) && read.shown.has(transfer)) {
        const isOpen = this.isDue(transfer) && !this.everTold.has(contentOf(transfer));
        if (isOpen && this.wanted(transfer) === 'told' && !read.unreadable.has(transfer))
          this.complain(`the stored block is that of ${nameOf(transfer)}, which was not told`);
      }
      if (places.length === 0 || places.some(({ block }) => block >= line)) continue;
      if (places.every(({ block }) => block < old.block - this.chain.profile.rescanBlocks)) continue;
      if (!this.isDue(transfer) || this.wanted(transfer) !== 'told') continue;
      if (!this.everTold.has(contentOf(transfer))) {
        this.complain(`the stored block passed ${nameOf(transfer)}, which was not told`);
      }
    }
  }

  private find({ key, reissue }: SeenEntry): { id: string; content: string } {
    const id = transferAlertId(this.chain.profile.id, parseAddress(this.row.wallet), key, reissue);
    return { id, content: this.history.get(id)?.content ?? 'unknown' };
  }
}

function parseAlert(json: string): Alert {
  const alert: Alert = JSON.parse(json);
  return alert;
}

function isTold(alert: Alert): alert is TransferAlert {
  return (
    alert.type === 'transfer.received' || alert.type === 'transfer.sent' || alert.type === 'transfer.self'
  );
}

function rankOf(type: Alert['type']): number {
  if (type === 'wallet.watching') return 0;
  if (type === 'transfer.reverted') return 1;
  return type === 'transfers.digest' ? 3 : 2;
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

function sinceOf(item: unknown): number {
  const text = /"since":"([^"]+)"/.exec(JSON.stringify(item))?.[1];
  return Date.parse(text ?? '');
}

function nameOf(transfer: SimTransfer): string {
  const { hash, placements } = transfer.transaction();
  return `transfer ${hash.slice(0, 10)} (${transfer.value} ${transfer.token.symbol}, block ${placements.map(({ block }) => block).join(' then ')})`;
}
