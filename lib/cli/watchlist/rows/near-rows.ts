import { type Address, readAddress } from '../../../../functions/chain/address.ts';
import { editDistance } from '../../../../functions/wallet/misspelt-attributes.ts';

/** A smaller `rank` is nearer. */
export interface Nearness {
  readonly rank: number;
  readonly wallet: Address;
  /** Only the ends are equal, as in an imitation. */
  readonly endsAlone: boolean;
}

/** Typing slips in a whole address or label. */
const maxSlips = 2;
const ends = 4;
const rankOfEnds = maxSlips + 1;

/**
 * Accepts an address with a slip or two, with only its ends right, or shortened in the middle, and a label.
 * A few comparisons a row: there may be 100,000.
 */
export function createNearness(typed: string): (wallet: string, label: string | null) => Nearness | null {
  const text = typed.trim().toLowerCase().slice(0, 80);
  const isLabel = !text.startsWith('0x');
  const digits = text.replace(/^0x/, '');
  const [, head, tail] = /^([0-9a-f]{3,})(?:\.{2,3}|…)([0-9a-f]{3,})$/.exec(digits) ?? [];
  const parts = partsOf(digits);

  const rankOf = (row: string): number | null => {
    if (head !== undefined && tail !== undefined)
      return row.startsWith(head) && row.endsWith(tail) ? 1 : null;
    // Without a common part there must be too many slips: this check saves most comparisons.
    const slips = parts.some((part) => row.includes(part)) ? editDistance(digits, row, maxSlips) : Infinity;
    if (slips <= maxSlips) return slips;
    const alike = digits.length >= 2 * ends && row.startsWith(digits.slice(0, ends));
    return alike && row.endsWith(digits.slice(-ends)) ? rankOfEnds : null;
  };
  return (wallet, label) => {
    const address = readAddress(wallet.trim());
    if (address === null) return null;
    const rank = rankOf(address.slice(2)) ?? (isLabel && label !== null ? rankOfLabel(text, label) : null);
    return rank === null ? null : { rank, wallet: address, endsAlone: rank === rankOfEnds };
  };
}

/** Two typing errors change at most four parts, because swapped neighbours may lie in two. */
function partsOf(digits: string): string[] {
  const length = Math.floor(digits.length / (2 * maxSlips + 1));
  if (length < ends) return [];
  return Array.from({ length: 2 * maxSlips + 1 }, (_, i) => digits.slice(i * length, (i + 1) * length));
}

function rankOfLabel(text: string, label: string): number | null {
  const most = text.length <= 4 ? 1 : maxSlips;
  const slips = editDistance(text, label.toLowerCase(), most);
  return slips <= most ? slips : null;
}
