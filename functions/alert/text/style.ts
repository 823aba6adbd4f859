import { type Address, checksumAddress, shortAddress } from '../../chain/address.ts';
import { asciiCreatorText, asciiText } from '../../text/ascii-text.ts';
import { cutText } from '../../text/safe-text.ts';
import { breakPhones, unlink } from '../../text/unlink.ts';
import { breakFacts } from './parts/fact-names.ts';

/** How one kind of text writes what others wrote, and addresses. */
export interface TextStyle {
  /** Null where nothing of the text can be shown. */
  text(text: string): string | null;
  /** Like text, for names that a token's creator chose. */
  creatorText(text: string): string | null;
  address(address: Address): string;
  /** What names.ts found in names of this style; absent where a style remembers nothing. */
  readonly names?: Map<string, ReadName>;
}

/** How a reader takes a name that a token's creator chose. */
export interface ReadName {
  /** Read neither as our own words nor as a part of the number before it. */
  readonly isPlain: boolean;
  /** The known money that it is read as. */
  readonly money: string | null;
}

/** An email: any letters, no links, no facts but ours. Its facts have the addresses in full. */
export const emailStyle: TextStyle = {
  text: emailSafe,
  creatorText: emailSafe,
  address: shortAddress,
};

/** A line in a terminal: any letters, no links, whole addresses. */
export const terminalStyle: TextStyle = {
  text: inert,
  creatorText: inert,
  address: checksumAddress,
};

/** SMS and subjects: letters of ASCII and basic GSM-7 only, no links. */
export const asciiStyle: TextStyle = {
  text: asciiText,
  creatorText: asciiCreatorText,
  address: shortAddress,
};

/** The same style, which works each text out once: a sentence is tried in dozens of limits until it fits. */
export function remembering(style: TextStyle): TextStyle {
  return {
    ...style,
    text: once(style.text),
    creatorText: once(style.creatorText),
    address: once(style.address),
    names: new Map(),
  };
}

function once<Text extends string, Written>(write: (text: Text) => Written): (text: Text) => Written {
  const known = new Map<Text, Written>();
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const written = write(text);
    known.set(text, written);
    return written;
  };
}

function emailSafe(text: string): string {
  return breakFacts(inert(text));
}

/** Neither a link nor a telephone number is left in it. */
function inert(text: string): string {
  return breakPhones(unlink(text));
}

/** A text cut to `maxLength`, with a mark that it was. */
export function shorten(text: string, maxLength: number): string {
  return text.length <= maxLength ? text : `${cutText(text, maxLength - 3).trimEnd()}...`;
}
