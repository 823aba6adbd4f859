import { genuineToken, listedTokens } from '../chain/genuine-tokens.ts';
import { sureConfidence } from '../spam/most-worth.ts';
import { compareAmount, formatAmount, knownDecimals } from '../transfer/amount.ts';
import type { DescribedTransfer, Token, Usd } from '../transfer/transfer.ts';

/** US dollars for one unit of a token. */
export interface Price {
  /** A plain decimal, `0.9998`. */
  readonly dollars: string;
  /** When it was quoted, in epoch milliseconds. */
  readonly at: number;
  /** How sure the price service is, 0 to 1. */
  readonly confidence: number;
}

/** Listed as stablecoins, but not worth a dollar: one follows the euro, one lost its peg. */
const notADollar: ReadonlySet<string> = new Set(['EURC', 'EURe', 'MIM']);

const dollarCoins: ReadonlySet<string> = new Set(
  listedTokens
    .filter((token) => token.class === 'stablecoin' && !notADollar.has(token.symbol))
    .map(({ symbol }) => symbol),
);

/** Whether a token is a genuine dollar stablecoin of our own list: a dollar each, without a call. */
export function isDollar(chainId: string, { address }: Pick<Token, 'address'>): boolean {
  return dollarCoins.has(genuineToken(chainId, address)?.symbol ?? '');
}

/** What an amount is worth, to the cent; null if nobody knows the token's decimals. @param value base units */
export function worthOf(value: bigint, { decimals }: Pick<Token, 'decimals'>, price: Price): Usd | null {
  const known = knownDecimals(decimals);
  if (known === null) return null;
  const [whole = '0', fraction = ''] = price.dollars.split('.');
  const unit = 10n ** BigInt(known + fraction.length);
  const cents = (value * BigInt(whole + fraction) * 100n + unit / 2n) / unit;
  return {
    amount: formatAmount(cents, 2) ?? '0',
    price: price.dollars,
    at: new Date(price.at).toISOString(),
    confidence: price.confidence,
  };
}

/** A price is not that of a transfer mined or of a quote made longer ago, in milliseconds. */
const freshFor = 3_600_000;

/** The transfer with its worth, as far as a price of its own hour is known. @param now epoch milliseconds */
export function withWorth(
  transfer: DescribedTransfer,
  chainId: string,
  price: Price | null,
  now: number,
): DescribedTransfer {
  const minedAt = transfer.blockTimestamp === null ? now : Date.parse(transfer.blockTimestamp);
  if (price === null) return transfer;
  const isOfItsHour = now - Math.min(minedAt, price.at) <= freshFor || isDollar(chainId, transfer.token);
  if (!isOfItsHour) return transfer;
  return { ...transfer, usd: worthOf(transfer.value, transfer.token, price) };
}

/** Whether a transfer is surely worth less than the row's `minUsd`. */
export function isUnderMinUsd(
  { usd }: Pick<DescribedTransfer, 'usd'>,
  { minUsd }: { readonly minUsd: string },
): boolean {
  if (usd === null || usd.confidence < sureConfidence) return false;
  const [dollars = '', cents = ''] = usd.amount.split('.');
  return compareAmount(BigInt(dollars + cents.padEnd(2, '0')), 2, minUsd) < 0;
}
