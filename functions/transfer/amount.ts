/** Base units in token units: exact, shortest form, no exponent, no grouping. Null without decimals: 18 would be a guess. */
export function formatAmount(value: bigint, decimals: number | null): string | null {
  if (decimals === null) return null;
  const digits = value.toString().padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '');
  return fraction === '' ? whole : `${whole}.${fraction}`;
}

/** For texts only, never for the JSON: `1,234,567.8910`. */
export function groupThousands(amount: string): string {
  const [whole = '', fraction] = amount.split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}

/** Base units against a plain decimal in token units, `0.5`. @throws RangeError for any other text */
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
