import { isKnownToken } from '../../spam/known-token.ts';
import { rankByWorth } from '../../spam/most-worth.ts';
import { formatAmount } from '../../transfer/amount.ts';
import type { DescribedTransfer } from '../../transfer/transfer.ts';
import type { Watch } from '../../wallet/watch.ts';
import type { AlertTransfer, DigestAlert, DigestTotal, TransferAlert } from '../alert.ts';
import { digestAlertId } from '../alert-id.ts';
import { outgoing } from '../outgoing-alert.ts';
import { worstOf } from '../severity.ts';
import { fitsInMessage } from '../sns-message.ts';
import { alertTokenOf, alertTransferOf, walletOf } from './alert-parts.ts';

/** So many the contract allows in `largest`. */
const mostLargest = 5;

/** A transfer where it stands now, with its own alert. */
export interface TransferToTell {
  readonly alert: Pick<TransferAlert, 'id' | 'severity' | 'transfer'>;
  readonly transfer: DescribedTransfer;
}

/** What one digest is made of. */
interface DigestInput {
  readonly watch: Watch;
  /** Those to tell, one at least, in chain order and of one direction. */
  readonly told: readonly TransferToTell[];
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
export function composeDigestAlert({ watch, told, hidden, id, detectedAt }: DigestInput): DigestAlert {
  const transfers = told.map(({ transfer }) => transfer);
  const alerts = new Map(told.map(({ alert, transfer }) => [transfer, alert]));
  const blocks = transfers.map(({ blockNumber }) => blockNumber);
  return {
    version: 1,
    id,
    type: 'transfers.digest',
    severity: worstOf(told.map(({ alert }) => alert.severity)),
    wallet: walletOf(watch),
    digest: {
      count: transfers.length,
      fromBlock: Math.min(...blocks),
      toBlock: Math.max(...blocks),
      totals: digestTotals(transfers, watch),
      largest: rankByWorth(transfers, watch)
        .slice(0, mostLargest)
        .map(({ transfer }) => ({ ...alertTransferOf(transfer, watch), ...partiesOf(alerts.get(transfer)) })),
      hidden,
      ...trustedAmong(transfers, watch),
    },
    coin: null,
    verdict: null,
    detectedAt,
  };
}

/** With their names, which their own alerts have. */
function partiesOf(
  alert: Pick<TransferAlert, 'transfer'> | undefined,
): Partial<Pick<AlertTransfer, 'from' | 'to'>> {
  return alert === undefined ? {} : { from: alert.transfer.from, to: alert.transfer.to };
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
type DigestsInput = Omit<DigestInput, 'id'>;

/** What went out first: it is what a reader may still have to act on. */
const directions = ['out', 'self', 'in'] as const;

/**
 * Many transfers as digests, each of one direction: a theft does not drown in what came in, and a filter on the
 * attribute `direction` is right of each. The hidden ones are counted once, in the first.
 */
export function composeDigestAlerts(input: DigestsInput): DigestAlert[] {
  const byDirection = Map.groupBy(input.told, ({ transfer }) => transfer.direction);
  return directions
    .map((direction) => byDirection.get(direction) ?? [])
    .filter((told) => told.length > 0)
    .flatMap((told, i) => inBounds({ ...input, told, hidden: i === 0 ? input.hidden : 0 }));
}

/**
 * One digest or, where a message has no room for it, several: each token is in one of them alone, those that no stranger
 * can make up in the first. Every transfer is in exactly one digest, so that counts and sums together are the truth: a list
 * of totals that is cut would lose money that moved.
 */
function inBounds(input: DigestsInput): DigestAlert[] {
  const { watch, told } = input;
  const ids = told.map(({ alert }) => alert.id);
  const whole = composeDigestAlert({ ...input, id: digestAlertId(watch.chain.id, watch.wallet, ids) });
  if (fitsInMessage(outgoing(whole))) return [whole];
  const known = new Map(
    told.map(({ transfer: { token } }) => [token.address, isKnownToken(token, watch)] as const),
  );
  const tokens = [...known.keys()].sort((a, b) => Number(known.get(b)) - Number(known.get(a)));
  if (tokens.length < 2) return [whole];
  const first = new Set(tokens.slice(0, Math.ceil(tokens.length / 2)));
  const isFirst = ({ transfer }: TransferToTell) => first.has(transfer.token.address);
  return [
    ...inBounds({ ...input, told: told.filter(isFirst) }),
    ...inBounds({ ...input, told: told.filter((one) => !isFirst(one)), hidden: 0 }),
  ];
}

/**
 * Exact sums by token address and direction: tokens that the row trusts first, then other known ones, and of equal ones
 * those of the most transfers. By address and never by symbol: anyone can make another USDC. The token is described as its newest transfer does.
 * @param transfers in chain order
 */
function digestTotals(
  transfers: readonly DescribedTransfer[],
  watch: Pick<Watch, 'chain' | 'trustedTokens'>,
): DigestTotal[] {
  const groups = Map.groupBy(transfers, ({ token, direction }) => `${token.address} ${direction}`);
  return Array.from(groups.values(), totalOf)
    .filter((total) => total !== null)
    .toSorted((a, b) => knownRank(b, watch) - knownRank(a, watch) || b.count - a.count);
}

function knownRank({ token }: DigestTotal, watch: Pick<Watch, 'chain' | 'trustedTokens'>): number {
  if (watch.trustedTokens.has(token.address)) return 2;
  return isKnownToken(token, watch) ? 1 : 0;
}

function totalOf(group: readonly DescribedTransfer[]): DigestTotal | null {
  const newest = group.at(-1);
  if (newest === undefined) return null;
  const token = alertTokenOf(newest.token);
  const sum = group.reduce((sofar, { value }) => sofar + value, 0n);
  return {
    token,
    direction: newest.direction,
    count: group.length,
    value: sum.toString(),
    amount: formatAmount(sum, token.decimals),
  };
}
