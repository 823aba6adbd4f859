import { isKnownToken } from '../../spam/known-token.ts';
import { rankByWorth } from '../../spam/most-worth.ts';
import type { DescribedTransfer } from '../../transfer/transfer.ts';
import type { Watch } from '../../wallet/watch.ts';
import type { DigestAlert } from '../alert.ts';
import { digestAlertId } from '../alert-id.ts';
import { outgoing } from '../outgoing-alert.ts';
import { fitsInMessage } from '../sns-message.ts';
import { alertTransferOf, walletOf } from './alert-parts.ts';
import { digestTotals } from './digest-totals.ts';

/** So many the contract allows in `largest`. */
const mostLargest = 5;

/** What one digest is made of. */
export interface DigestInput {
  readonly watch: Watch;
  /** Those to tell, one at least, in chain order and of one direction. */
  readonly transfers: readonly DescribedTransfer[];
  /** How many were hidden as spam meanwhile. */
  readonly hidden: number;
  /** From digestAlertId. */
  readonly id: string;
  /** ISO 8601 UTC. */
  readonly detectedAt: string;
}

/**
 * Many transfers in one alert, whatever its size and directions: composeDigestAlerts keeps these apart, and to the bounds
 * of SNS.
 */
export function composeDigestAlert({ watch, transfers, hidden, id, detectedAt }: DigestInput): DigestAlert {
  const blocks = transfers.map(({ blockNumber }) => blockNumber);
  return {
    version: 1,
    id,
    type: 'transfers.digest',
    wallet: walletOf(watch),
    digest: {
      count: transfers.length,
      fromBlock: Math.min(...blocks),
      toBlock: Math.max(...blocks),
      totals: digestTotals(transfers, watch),
      largest: rankByWorth(transfers, watch)
        .slice(0, mostLargest)
        .map(({ transfer }) => alertTransferOf(transfer, watch)),
      hidden,
      ...trustedAmong(transfers, watch),
    },
    coin: null,
    verdict: null,
    detectedAt,
  };
}

/** A digest has no verdict to say it: texts call a token unverified that neither the API nor the row vouches for. */
function trustedAmong(
  transfers: readonly DescribedTransfer[],
  { trustedTokens }: Watch,
): Pick<DigestAlert['digest'], 'trusted'> {
  const trusted = trustedTokens.intersection(new Set(transfers.map(({ token }) => token.address)));
  return trusted.size === 0 ? {} : { trusted: [...trusted] };
}

/** What digests are made of. */
export interface DigestsInput extends Pick<DigestInput, 'watch' | 'hidden' | 'detectedAt'> {
  /** Those to tell, one at least, in chain order, each with the id of its own alert. */
  readonly transfers: readonly { readonly id: string; readonly transfer: DescribedTransfer }[];
}

/** What went out first: it is what a reader may still have to act on. */
const directions = ['out', 'self', 'in'] as const;

/**
 * Many transfers as digests, each of one direction: a theft does not drown in what came in, and a filter on the
 * attribute `direction` is right of each. The hidden ones are counted once, in the first.
 */
export function composeDigestAlerts(input: DigestsInput): DigestAlert[] {
  const byDirection = Map.groupBy(input.transfers, ({ transfer }) => transfer.direction);
  return directions
    .map((direction) => byDirection.get(direction) ?? [])
    .filter((transfers) => transfers.length > 0)
    .flatMap((transfers, i) => inBounds({ ...input, transfers, hidden: i === 0 ? input.hidden : 0 }));
}

/**
 * One digest or, where a message has no room for it, several: each token is in one of them alone, those that no stranger
 * can make up in the first. Every transfer is in exactly one digest, so that counts and sums together are the truth: a list
 * of totals that is cut would lose money that moved.
 */
function inBounds(input: DigestsInput): DigestAlert[] {
  const { watch, transfers, hidden, detectedAt } = input;
  const whole = composeDigestAlert({
    watch,
    transfers: transfers.map(({ transfer }) => transfer),
    hidden,
    id: digestAlertId(
      watch.chain.id,
      watch.wallet,
      transfers.map((one) => one.id),
    ),
    detectedAt,
  });
  if (fitsInMessage(outgoing(whole))) return [whole];
  const known = new Map(
    transfers.map(({ transfer: { token } }) => [token.address, isKnownToken(token, watch)] as const),
  );
  const tokens = [...known.keys()].sort((a, b) => Number(known.get(b)) - Number(known.get(a)));
  if (tokens.length < 2) return [whole];
  const first = new Set(tokens.slice(0, Math.ceil(tokens.length / 2)));
  const isFirst = ({ transfer }: (typeof transfers)[number]) => first.has(transfer.token.address);
  return [
    ...inBounds({ ...input, transfers: transfers.filter(isFirst) }),
    ...inBounds({ ...input, transfers: transfers.filter((one) => !isFirst(one)), hidden: 0 }),
  ];
}
