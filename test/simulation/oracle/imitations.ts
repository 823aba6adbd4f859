import { isDeepStrictEqual } from 'node:util';
import type { Alert } from '../../../functions/alert/alert.ts';
import { parseAddress } from '../../../functions/chain/address.ts';
import { addressHash } from '../../../functions/spam/poisoning/evidence.ts';
import {
  fromKnownAddressesItem,
  type KnownAddresses,
  nobodyKnown,
} from '../../../functions/state/known-addresses.ts';
import { wbtc } from '../chain/sim-tokens.ts';
import { type SimTransfer, standing } from '../chain/sim-transaction.ts';
import type { Ledger } from './ledger.ts';

const maxInPoll = 3;
const maxInDay = 10;

/**
 * The guarantees about addresses that imitate a wallet's payees. Until the state knows of a payment, a re-org or a late
 * reply may change the verdict on an imitation; from the save that records the payment on, the verdict is certain.
 */
export class ImitationJudge {
  private readonly ledger: Ledger;
  private readonly complain: (complaint: string) => void;
  /** When the state first knew of a payment to this address. */
  private readonly knownSince = new Map<string, number>();
  private readonly ofDay = new Map<string, number>();
  private last: KnownAddresses = nobodyKnown;

  constructor(ledger: Ledger, complain: (complaint: string) => void) {
    this.ledger = ledger;
    this.complain = complain;
  }

  /** The wallet's known addresses were written. @param appended the alerts of the batch that wrote them */
  saved(before: unknown, after: unknown, appended: readonly Alert[], now: number): void {
    const old = before === undefined ? nobodyKnown : fromKnownAddressesItem(before, 0);
    const next = fromKnownAddressesItem(after, 0);
    this.last = next;
    this.judgeCounts(old, next, appended);
    for (const alert of appended) this.judgeBase(alert);
    this.judgePaid(old, next, now);
  }

  /** All is well again. */
  judgeEnd(): void {
    const { ledger } = this;
    const alerts = Map.groupBy(ledger.alerts.values(), (alert) =>
      'transfer' in alert ? alert.transfer.transactionHash : '',
    );
    for (const transfer of ledger.transfers()) {
      const base = this.certainBase(transfer);
      if (base === null || standing(transfer.transaction()) === null || !ledger.isDue(transfer)) continue;
      const { hash } = transfer.transaction();
      if (transfer.from !== ledger.row.wallet) {
        // A large amount of a token that the row trusts: an imitation's transfer has more than these eight digits to match.
        if (transfer.value > 0n && ledger.hasTrusted(transfer.token.address)) continue;
        const mark = addressHash(parseAddress(transfer.from));
        if (!this.last.warnedOf.has(mark))
          this.complain(`${transfer.from} imitates ${base}, and the wallet does not remember it`);
        continue;
      }
      const told = (alerts.get(hash) ?? []).filter(({ type }) => type === 'transfer.sent');
      if (told.length === 0)
        this.complain(`a payment to ${transfer.to}, which imitates ${base}, was not told by its own alert`);
      for (const alert of told) {
        if (!('lookalike' in alert) || alert.lookalike?.imitates !== base)
          this.complain(`a payment to ${transfer.to} was told without a word of whom it imitates`);
      }
    }
  }

  /** An alert names an address as paid only if the wallet sent it value in a known token. */
  private judgeBase(alert: Alert): void {
    const { ledger } = this;
    if (!('transfer' in alert) || alert.lookalike === null) return;
    const { imitates } = alert.lookalike;
    const isPaid = ({ from, to, token, value }: SimTransfer) =>
      from === ledger.row.wallet && to === imitates && value > 0n && (token.verified || token === wbtc);
    if (!ledger.transfers().some(isPaid)) this.complain(`an alert says that ${imitates} was paid`);
  }

  private judgeCounts(old: KnownAddresses, next: KnownAddresses, appended: readonly Alert[]): void {
    const warnings = appended.filter((alert) => alert.type === 'wallet.poisoning');
    if (warnings.length > maxInPoll) this.complain(`${warnings.length} warnings of imitations in one batch`);
    for (const { detectedAt } of warnings) {
      const day = detectedAt.slice(0, 10);
      this.ofDay.set(day, (this.ofDay.get(day) ?? 0) + 1);
      if ((this.ofDay.get(day) ?? 0) > maxInDay) this.complain(`more than ten warnings on ${day}`);
    }
    const spoken = warnings.reduce((sum, { others }) => sum + 1 + others, 0);
    const paid = appended.filter(({ type, ...alert }) => type === 'transfer.sent' && 'lookalike' in alert);
    const more = toldIn(next) - toldIn(old);
    // Each address of a pair is remembered by the other, and one warning covers both, perhaps among its `others`.
    const pairs = pairsIn(next) !== pairsIn(old) || warnings.some(({ lookalike }) => lookalike === null);
    const least = spoken - untoldOfNew(old, next);
    if (!pairs && (more < least || more > spoken + paid.length))
      this.complain(`warnings speak for ${spoken} imitations, and ${more} more are remembered as told`);
  }

  private judgePaid(old: KnownAddresses, next: KnownAddresses, now: number): void {
    if (isDeepStrictEqual(next.counterparties, old.counterparties)) return;
    const [before, after] = [addressesIn(old), addressesIn(next)];
    for (const { poisoning, to } of this.ledger.transfers()) {
      if (poisoning === 'payee' && after.has(to) && !this.knownSince.has(to)) this.knownSince.set(to, now);
      if (poisoning === undefined || poisoning === 'payee') continue;
      if (before.has(poisoning.imitates) && after.has(to) && !before.has(to))
        this.complain(`${to} was taken for one who was paid, and imitates one`);
    }
  }

  /** The payee that the other side certainly imitates: the wallet knew of the payment when this was mined. */
  private certainBase(transfer: SimTransfer): string | null {
    const { poisoning, transaction } = transfer;
    if (poisoning === undefined || poisoning === 'payee') return null;
    const since = this.knownSince.get(poisoning.imitates);
    return since !== undefined && transaction().minedAt > since ? poisoning.imitates : null;
  }
}

function addressesIn({ counterparties }: KnownAddresses): ReadonlySet<string> {
  return new Set(counterparties.map(({ address }) => address));
}

/** Pairs of lookalikes of which neither was paid in a known token. */
function pairsIn({ warnedOf }: KnownAddresses): string {
  return [...warnedOf]
    .flatMap(([mark, { imitates, proven }]) => (proven ? [] : `${imitates} ${mark}`))
    .join();
}

/** Imitations of new payees: a warning may have named such a pair before the payment proved it. */
function untoldOfNew(old: KnownAddresses, next: KnownAddresses): number {
  const before = addressesIn(old);
  return next.warnedOf
    .values()
    .filter(({ imitates, told }) => !before.has(imitates) && !told)
    .toArray().length;
}

/** Number of imitations that are remembered as reported. */
function toldIn({ warnedOf }: KnownAddresses): number {
  return warnedOf
    .values()
    .filter(({ proven, told }) => proven && told)
    .toArray().length;
}
