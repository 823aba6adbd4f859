import { genuineToken, listedTokens } from '../chain/genuine-tokens.ts';
import type { EpochMilliseconds } from '../chain/units.ts';
import { sureConfidence } from '../spam/rough-worth.ts';
import { compareAmount, formatAmount } from '../transfer/amount.ts';
import type { DescribedTransfer, Token, Usd } from '../transfer/transfer.ts';

export interface Price {
  /** A plain decimal, `0.9998`. */
  readonly dollars: string;
  readonly at: EpochMilliseconds;
  readonly confidence: number;
}

const stablecoins = listedTokens.filter((token) => token.class === 'stablecoin').map(({ symbol }) => symbol);
/** The first two follow the euro, the third lost its peg. */
const notADollar = new Set(['EURC', 'EURe', 'MIM']);
const dollarCoins: ReadonlySet<string> = new Set(stablecoins).difference(notADollar);

/** Fantom's dollars came over Multichain's bridge, which was emptied in July 2023: they are worth cents. */
const withoutDollars = '0xfa';

/** A bridged contract counts as the token that it stands for. */
export function isDollar(chainId: string, { address }: Pick<Token, 'address'>): boolean {
  return chainId !== withoutDollars && dollarCoins.has(genuineToken(chainId, address)?.brand ?? '');
}

/** To the cent; null if nobody knows the decimals. @param value base units */
export function worthOf(value: bigint, { decimals }: Pick<Token, 'decimals'>, price: Price): Usd | null {
  if (decimals === null) return null;
  const [whole = '0', fraction = ''] = price.dollars.split('.');
  const unit = 10n ** BigInt(decimals + fraction.length);
  const cents = (value * BigInt(whole + fraction) * 100n + unit / 2n) / unit;
  return {
    amount: formatAmount(cents, 2) ?? '0',
    price: price.dollars,
    at: new Date(price.at).toISOString(),
    confidence: price.confidence,
  };
}

/** Milliseconds since the transfer or the quote. */
const freshFor = 3_600_000;

/** Only with a price of the transfer's own hour. @param now epoch milliseconds */
export function withWorth(
  transfer: DescribedTransfer,
  chainId: string,
  price: Price | null,
  now: EpochMilliseconds,
): DescribedTransfer {
  if (price === null) return transfer;
  const minedAt = transfer.blockTimestamp === null ? now : Date.parse(transfer.blockTimestamp);
  const isOfItsHour = now - Math.min(minedAt, price.at) <= freshFor || isDollar(chainId, transfer.token);
  return isOfItsHour ? { ...transfer, usd: worthOf(transfer.value, transfer.token, price) } : transfer;
}

/** Whether the worth is surely below, to the last digit: a doubtful price hides nothing. */
export function isUnderMinUsd(
  { usd, value, token: { decimals } }: Pick<DescribedTransfer, 'usd' | 'value' | 'token'>,
  { minUsd }: { readonly minUsd: string },
): boolean {
  if (usd === null || decimals === null || usd.confidence < sureConfidence) return false;
  const [whole = '0', fraction = ''] = usd.price.split('.');
  return compareAmount(value * BigInt(whole + fraction), decimals + fraction.length, minUsd) < 0;
}
