import { hash } from 'node:crypto';
import type { Address } from '../../chain/address.ts';
import type { DescribedTransfer } from '../../transfer/transfer.ts';
import type { Verdict } from '../judge.ts';
import { isKnownToken, isSurelyReal, type Trust } from '../known-token.ts';
import { protectedBySymbol } from '../resemblance.ts';
import { dollarsBySymbol } from '../rough-worth.ts';
import { skeleton } from '../text/confusables.ts';

export interface Imitation {
  readonly imitates: Address;
  /** Whether `imitates` was paid in a known token. False: neither address was, and each is remembered with the other. */
  readonly proven: boolean;
  /** Reported: by a warning, as one of its `others`, or by the alert of a payment to it. */
  readonly told: boolean;
}

/** 48 bits of the hash: no two of some thousand addresses collide, even if somebody tries. */
export function addressHash(address: Address): string {
  return hash('sha256', address, 'buffer').subarray(0, 6).toString('base64url');
}

const maxInAll = 3_600;
const maxOfAnyone = 2_000;
const maxOfOne = 8;

/** Nothing is forgotten to make room: it would be reported again. Each address has room for a few imitations, all in under 50 KB. */
export function hasRoom(imitations: ReadonlyMap<string, Imitation>, imitates: Address): boolean {
  if (imitations.size < maxOfAnyone) return true;
  if (imitations.size >= maxInAll) return false;
  const ofThis = imitations.values().filter((one) => one.imitates === imitates);
  return ofThis.take(maxOfOne).toArray().length < maxOfOne;
}

export interface PaidAddress {
  readonly address: Address;
  readonly lastPaidAt: string | null;
  /** Whether it was paid in a known token. False: only tokens that anybody can make say so, and texts never say "paid". */
  readonly proven: boolean;
}

export interface PoisoningEvidence {
  readonly transfer: DescribedTransfer;
  readonly verdict: Pick<Verdict, 'spam' | 'score'>;
  readonly watch: Trust;
  /** Paid before the transfer was mined, newest first. */
  readonly counterparties: readonly PaidAddress[];
  /** The other side, if an earlier transfer showed it to be an imitation. */
  readonly remembered: Imitation | null;
}

/** Null: the wallet itself, or an address that the API leaves out. */
export function otherSide({
  direction,
  from,
  to,
}: Pick<DescribedTransfer, 'direction' | 'from' | 'to'>): Address | null {
  if (direction === 'self') return null;
  return direction === 'in' ? from.address : to.address;
}

/** Millionths of a dollar; one dollar if unknown. @param symbol of a known token only: others choose theirs freely */
function worthOfUnit(symbol: string | null): bigint {
  const known = symbol === null ? null : protectedBySymbol(skeleton(symbol));
  return BigInt(Math.round(((known && dollarsBySymbol.get(known.symbol)) ?? 1) * 1_000_000));
}

const cent = 10_000n;
/** Poisoners send up to ten dollars as a "test payment". */
const tenDollars = 10_000_000n;

/** Any amount of a fake token is dust. Only amounts of surely real tokens are large: the API verifies thieves' tokens too. */
export function valueClassOf({ transfer, verdict, watch }: PoisoningEvidence): 'dust' | 'small' | 'large' {
  const { value, token } = transfer;
  const known = isKnownToken(token, watch);
  const worth = value * worthOfUnit(known ? token.symbol : null);
  const isBelow = (bound: bigint) => token.decimals !== null && worth < bound * 10n ** BigInt(token.decimals);
  if (value === 0n || verdict.spam || isBelow(cent)) return 'dust';
  return isSurelyReal(token, watch) && !isBelow(tenDollars) ? 'large' : 'small';
}

/** Any outgoing amount of a known token counts. Incoming dust does not: poisoners send it. */
export function movesMoney(evidence: PoisoningEvidence): boolean {
  const { transfer, watch } = evidence;
  if (!isKnownToken(transfer.token, watch)) return false;
  return transfer.direction === 'out' ? transfer.value > 0n : valueClassOf(evidence) !== 'dust';
}
