import { blockRange, type IsoTime } from '../../chain/units.ts';
import { isKnownToken } from '../../spam/known-token.ts';
import { rankByWorth } from '../../spam/rough-worth.ts';
import { formatAmount } from '../../transfer/amount.ts';
import type { DescribedTransfer } from '../../transfer/transfer.ts';
import type { Watch } from '../../wallet/watch.ts';
import type { DigestAlert, DigestTotal, TransferAlert } from '../alert.ts';
import { unorderedAlertId } from '../alert-id.ts';
import { fitsInMessage } from '../publish.ts';
import { worstOf } from '../severity.ts';
import { alertOf, alertTokenOf, alertTransferOf } from './alert-parts.ts';

const maxLargest = 5;

export interface ReportedTransfer {
  readonly alert: Pick<TransferAlert, 'id' | 'severity' | 'transfer'>;
  readonly transfer: DescribedTransfer;
}

interface DigestInput {
  readonly watch: Watch;
  /** In chain order, of one direction. */
  readonly reported: readonly ReportedTransfer[];
  readonly hidden: number;
  readonly id: string;
  readonly detectedAt: IsoTime;
}

/** One digest of transfers of one direction, even if it is too large for SNS: composeDigestAlerts splits it. */
export function composeDigestAlert({ watch, reported, hidden, id, detectedAt }: DigestInput): DigestAlert {
  const transfers = reported.map(({ transfer }) => transfer);
  const sideOf = ({ transfer: { from, to } }: ReportedTransfer['alert']) => ({ from, to });
  const sides = new Map(reported.map(({ transfer, alert }) => [transfer, sideOf(alert)]));
  const { from, to } = blockRange(transfers.map(({ blockNumber }) => blockNumber));
  return alertOf({ watch, id, detectedAt }, 'transfers.digest', {
    severity: worstOf(reported.map(({ alert }) => alert.severity)),
    digest: {
      count: transfers.length,
      fromBlock: from,
      toBlock: to,
      totals: digestTotals(transfers, watch),
      largest: rankByWorth(transfers, watch)
        .slice(0, maxLargest)
        .map(({ transfer }) => ({ ...alertTransferOf(transfer, watch), ...sides.get(transfer) })),
      hidden,
      ...trustedAmong(transfers, watch),
    },
    coin: null,
    verdict: null,
  });
}

/** A digest has no verdict, so texts learn from this list which tokens the row trusts. */
function trustedAmong(transfers: readonly DescribedTransfer[], { trustedTokens }: Watch) {
  const trusted = trustedTokens.intersection(new Set(transfers.map(({ token }) => token.address)));
  return trusted.size === 0 ? {} : { trusted: [...trusted] };
}

/** Sent transfers first: a reader may still have to act on them. */
const directions = ['out', 'self', 'in'] as const;

/** A digest for each direction, so that no theft drowns in receipts and filters on `direction` work. The first has `hidden`. */
export function composeDigestAlerts(input: Omit<DigestInput, 'id'>): DigestAlert[] {
  const byDirection = Map.groupBy(input.reported, ({ transfer }) => transfer.direction);
  return directions
    .map((direction) => byDirection.get(direction) ?? [])
    .filter((reported) => reported.length > 0)
    .flatMap((reported, i) => inBounds({ ...input, reported, hidden: i === 0 ? input.hidden : 0 }));
}

/** A digest of more tokens never fits: a token's sum has 217 bytes at least. Composing one of 30,000 tokens would waste seconds. */
const mostTokens = 1_130;

/** Splits a digest that is too large for one message. All transfers of a token stay in one alert, so that its sum is right. */
function inBounds(input: Omit<DigestInput, 'id'>): DigestAlert[] {
  const { watch, reported } = input;
  const known = new Map(
    reported.map(({ transfer: { token } }) => [token.address, isKnownToken(token, watch)] as const),
  );
  if (known.size <= mostTokens) {
    const ids = reported.map(({ alert }) => alert.id);
    const id = unorderedAlertId('digest', watch.chain.id, watch.wallet, ids);
    const whole = composeDigestAlert({ ...input, id });
    if (known.size < 2 || fitsInMessage(whole)) return [whole];
  }
  const tokens = [...known.keys()].sort((a, b) => Number(known.get(b)) - Number(known.get(a)));
  const first = new Set(tokens.slice(0, Math.ceil(tokens.length / 2)));
  const isFirst = ({ transfer }: ReportedTransfer) => first.has(transfer.token.address);
  return [
    ...inBounds({ ...input, reported: reported.filter(isFirst) }),
    ...inBounds({ ...input, reported: reported.filter((one) => !isFirst(one)), hidden: 0 }),
  ];
}

/**
 * Exact sums by contract, because anyone can make another USDC: trusted tokens first, then known tokens, then by count.
 * @param transfers in chain order: a token is described as in its newest transfer
 */
export function digestTotals(transfers: readonly DescribedTransfer[], watch: Watch): DigestTotal[] {
  const groups = Map.groupBy(transfers, ({ direction, token }) => `${direction} ${token.address}`);
  return [...groups.values()]
    .flatMap(totalOf)
    .toSorted((a, b) => knownRank(b, watch) - knownRank(a, watch) || b.count - a.count);
}

function knownRank({ token }: DigestTotal, watch: Watch): number {
  if (watch.trustedTokens.has(token.address)) return 2;
  return isKnownToken(token, watch) ? 1 : 0;
}

function totalOf(group: readonly DescribedTransfer[]): DigestTotal[] {
  const newest = group.at(-1);
  if (newest === undefined) return [];
  const { direction } = newest;
  const token = alertTokenOf(newest.token);
  const sum = group.reduce((sofar, { value }) => sofar + value, 0n);
  const amount = formatAmount(sum, token.decimals);
  return [{ token, direction, count: group.length, value: sum.toString(), amount }];
}
