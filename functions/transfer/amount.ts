/** ERC20 `decimals` is a uint8. */
const largestDecimals = 255;

/** Decimals as a token can really have them; null for anything else, as for those that nobody knows. */
export function knownDecimals(decimals: number | null | undefined): number | null {
  if (decimals === null || decimals === undefined || !Number.isInteger(decimals)) return null;
  return decimals >= 0 && decimals <= largestDecimals ? decimals : null;
}

/**
 * A value in base units as an amount in token units: exact, shortest form, no exponent, no grouping.
 * Null where the decimals are not known: 18 is common but a guess, and a wrong amount is worse than none.
 * @param value base units, not negative; a sum of transfers may pass 2^256.
 */
export function formatAmount(value: bigint, decimals: number | null): string | null {
  const known = knownDecimals(decimals);
  if (known === null) return null;
  const digits = value.toString().padStart(known + 1, '0');
  const whole = digits.slice(0, digits.length - known);
  const fraction = digits.slice(digits.length - known).replace(/0+$/, '');
  return fraction === '' ? whole : `${whole}.${fraction}`;
}

/** `1234567.8910` as `1,234,567.8910`: for texts only, never for the JSON. */
export function groupThousands(amount: string): string {
  const [whole = '', fraction] = amount.split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}

/**
 * Where a value stands to a minimum in token units: -1 below, 0 equal, 1 above. Exact: both are brought to
 * the finer of the two scales, so a minimum with more places than the token has still counts in full.
 * @param minimum a plain decimal, `0.5`; throws RangeError for any other text.
 */
export function compareAmount(value: bigint, decimals: number, minimum: string): -1 | 0 | 1 {
  const parts = /^(\d+)(?:\.(\d+))?$/.exec(minimum);
  if (parts === null) throw new RangeError(`"${minimum.slice(0, 40)}" is not a plain decimal such as 0.5`);
  const [, whole = '', fraction = ''] = parts;
  const scale = Math.max(decimals, fraction.length);
  const left = value * 10n ** BigInt(scale - decimals);
  const right = BigInt(whole + fraction) * 10n ** BigInt(scale - fraction.length);
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
