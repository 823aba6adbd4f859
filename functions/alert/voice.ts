import { type Address, checksumAddress } from '../chain/address.ts';
import { asciiSymbol, asciiText } from './ascii-text.ts';
import { cutText } from './safe-text.ts';
import { unlink } from './unlink.ts';

/** How one kind of text may write what others wrote; null where nothing of it can be shown. */
export interface Voice {
  text(text: string): string | null;
  symbol(symbol: string): string | null;
}

/** Email and terminals: any letters, no links. */
export const unicodeVoice: Voice = { text: unlink, symbol: unlink };

/** SMS and subjects: letters of ASCII and basic GSM-7 only, no links. */
export const asciiVoice: Voice = { text: asciiText, symbol: asciiSymbol };

/** `0xA0b8...eB48`, for where 42 characters don't fit; never the only form of an address in an email. */
export function shortAddress(address: Address): string {
  const full = checksumAddress(address);
  return `${full.slice(0, 6)}...${full.slice(-4)}`;
}

/** A text cut to `maxLength`, with a mark that it was. */
export function shorten(text: string, maxLength: number): string {
  return text.length <= maxLength ? text : `${cutText(text, maxLength - 3).trimEnd()}...`;
}
