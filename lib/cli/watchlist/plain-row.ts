import type { WatchlistRow } from '../../../functions/wallet/watchlist-row.ts';

/** A row as JSON has it: its sets as lists, in an order that is always the same. */
export function plainRow(row: WatchlistRow): Record<string, unknown> {
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, plainValue(value)]));
}

function plainValue(value: unknown): unknown {
  return value instanceof Set ? [...value].sort() : value;
}

/** A value of a row in one text, as `chainbell set` takes it again. */
export function valueText(value: unknown): string {
  const plain = plainValue(value);
  if (Array.isArray(plain)) return plain.map(String).join(',');
  return typeof plain === 'object' && plain !== null ? JSON.stringify(plain) : String(plain);
}
