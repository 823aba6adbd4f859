import { shownAddress } from '../../../../functions/chain/address.ts';
import { cleanText } from '../../../../functions/text/safe-text.ts';
import { misspeltAttributes } from '../../../../functions/wallet/misspelt-attributes.ts';
import { isSilent, type Watch, whySilent } from '../../../../functions/wallet/watch.ts';
import { attributeIn, type WatchlistRow } from '../../../../functions/wallet/watchlist-row.ts';

/** For JSON: sets as sorted lists. */
export function plainRow(row: WatchlistRow): Record<string, unknown> {
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, plainValue(value)]));
}

function plainValue(value: unknown): unknown {
  return value instanceof Set ? [...value].sort() : value;
}

export function labelOf(row: Readonly<Record<string, unknown>>): string | null {
  const label = attributeIn(row, 'label');
  return typeof label === 'string' ? cleanText(label) : null;
}

/** `Treasury (0x…)`. */
export function namedRow(row: WatchlistRow): string {
  const [shown, name] = [shownAddress(row.wallet), labelOf(row)];
  return name === null ? shown : `${name} (${shown})`;
}

/** As `chainbell set` takes it. */
export function valueText(value: unknown): string {
  const plain = plainValue(value);
  const hasCommas = Array.isArray(plain) && plain.some((entry) => String(entry).includes(','));
  if (Array.isArray(plain) && !hasCommas) return plain.map(String).join(',');
  return typeof plain === 'object' && plain !== null ? JSON.stringify(plain) : String(plain);
}

/** Notes about misspelt attributes, blanks around the address, and a row of which nothing is reported. */
export function misspeltNotes(row: WatchlistRow, watch: Watch | null): readonly string[] {
  const blanks = 'blanks around the address hide the row from commands and from the alerts of other wallets';
  return [
    ...misspeltAttributes(row).map(({ name, meant }) => `${name} is not read: did you mean ${meant}?`),
    ...(row.wallet === row.wallet.trim() ? [] : [blanks]),
    ...(watch !== null && isSilent(watch) ? [whySilent] : []),
  ];
}
