import { type Address, checksumAddress } from '../../chain/address.ts';
import { alikeDigits } from './alike-digits.ts';

/** Two addresses, each with the same digits marked: those between the ends that are alike. */
export interface MarkedPair {
  readonly first: string;
  readonly second: string;
}

/**
 * Both addresses in full with all that is not alike in brackets, `0xAb58[01a7...aeD5]eC9B`: plain characters, so that
 * no font or mail program can lose the mark. Marked like this neither is an address, and can't be pasted as one.
 */
export function markDifferences(a: Address, b: Address): MarkedPair {
  const write = ({ prefix, middle, suffix }: Parts) => `0x${prefix}[${middle}]${suffix}`;
  return marked(a, b, write);
}

const shownAlike = 6;
const shownDifferent = 4;

/**
 * As markDifferences, for an SMS: at most 26 characters of basic GSM-7, `0xAb58(01a7..)eC9B`. Of long ends the outer
 * digits are shown, those that people look at; of the rest the first, where the difference begins.
 */
export function markDifferencesShort(a: Address, b: Address): MarkedPair {
  return marked(a, b, ({ prefix, middle, suffix }) => {
    const head = prefix.length > shownAlike ? `${prefix.slice(0, shownAlike)}..` : prefix;
    const tail = suffix.length > shownAlike ? `..${suffix.slice(-shownAlike)}` : suffix;
    const inside = middle.length > shownDifferent ? `${middle.slice(0, shownDifferent)}..` : middle;
    return `0x${head}(${inside})${tail}`;
  });
}

interface Parts {
  readonly prefix: string;
  readonly middle: string;
  readonly suffix: string;
}

function marked(a: Address, b: Address, write: (parts: Parts) => string): MarkedPair {
  const { samePrefix, sameSuffix } = alikeDigits(a, b);
  const partsOf = (address: Address): Parts => {
    const digits = checksumAddress(address).slice(2);
    const end = Math.max(digits.length - sameSuffix, samePrefix);
    return {
      prefix: digits.slice(0, samePrefix),
      middle: digits.slice(samePrefix, end),
      suffix: digits.slice(end),
    };
  };
  return { first: write(partsOf(a)), second: write(partsOf(b)) };
}
