import { checksumAddress, readAddress } from '../../../functions/chain/address.ts';
import { cleanText } from '../../../functions/text/safe-text.ts';
import type { WatchlistRow } from '../../../functions/wallet/watchlist-row.ts';

/** A row as JSON has it: its sets as lists, in an order that is always the same. */
export function plainRow(row: WatchlistRow): Record<string, unknown> {
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, plainValue(value)]));
}

function plainValue(value: unknown): unknown {
  return value instanceof Set ? [...value].sort() : value;
}

/** A row's wallet as a command's answer names it: its label too, where it has one. */
export function namedRow(row: WatchlistRow): string {
  const { wallet, label } = row;
  const [address, name] = [readAddress(wallet), typeof label === 'string' ? cleanText(label) : null];
  const shown = address === null ? wallet : checksumAddress(address);
  return name === null ? shown : `${name} (${shown})`;
}

/** A value of a row in one text, as `chainbell set` takes it again. */
export function valueText(value: unknown): string {
  const plain = plainValue(value);
  if (Array.isArray(plain)) return plain.map(String).join(',');
  return typeof plain === 'object' && plain !== null ? JSON.stringify(plain) : String(plain);
}
