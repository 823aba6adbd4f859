import { type Address, checksumAddress } from '../../chain/address.ts';
import { alikeDigits, type Lookalike } from '../../spam/poisoning/find-lookalike.ts';

/** Full addresses, differing digits in brackets: `0xAb58[01a7...aeD5]eC9B`. They can't be pasted as addresses. */
export function markDifferences(a: Address, b: Address) {
  return marked(a, b, (prefix, middle, suffix) => `0x${prefix}[${middle}]${suffix}`);
}

const shownAlike = 6;
const shownDifferent = 4;

/** For an SMS: at most 26 characters of basic GSM-7, `0xAb58(01a7..)eC9B`. */
export function markDifferencesShort(a: Address, b: Address) {
  return marked(a, b, (prefix, middle, suffix) => {
    const head = prefix.length > shownAlike ? `${prefix.slice(0, shownAlike)}..` : prefix;
    const tail = suffix.length > shownAlike ? `..${suffix.slice(-shownAlike)}` : suffix;
    const inside = middle.length > shownDifferent ? `${middle.slice(0, shownDifferent)}..` : middle;
    return `0x${head}(${inside})${tail}`;
  });
}

function marked(a: Address, b: Address, write: (prefix: string, middle: string, suffix: string) => string) {
  const { samePrefix, sameSuffix } = alikeDigits(a, b);
  const written = (address: Address) => {
    const digits = checksumAddress(address).slice(2);
    const end = Math.max(digits.length - sameSuffix, samePrefix);
    return write(digits.slice(0, samePrefix), digits.slice(samePrefix, end), digits.slice(end));
  };
  return { first: written(a), second: written(b) };
}

export function alikeLine({ samePrefix, sameSuffix }: Lookalike): string {
  return `The first ${samePrefix} and the last ${sameSuffix} digits are alike, those in brackets are not.`;
}

export const warningAdvice: readonly string[] = [
  'Do not copy addresses from the history of a wallet or an explorer.',
  'Use the address that you were given at first, and compare every digit.',
];

/** For wallets that cannot have sent the lookalike's transfers. */
export function nothingLost({ proven }: Lookalike): string {
  const loss = `only a payment to the ${proven ? 'imitation' : 'wrong one'} would be`;
  return `This wallet is not in danger, and nothing is lost yet: ${loss}.`;
}

/** Lines of at most 99 characters: phones break lines anew, so no sentence runs over two. */
export function warningLines(lookalike: Lookalike): string[] {
  const what = lookalike.proven
    ? [
        'It has put itself into the history of this wallet.',
        'Whoever made it hopes that you copy it when you pay the next time: what you send there is lost.',
      ]
    : [
        'Only tokens that anybody can make show a payment from this wallet to one of them.',
        'One may copy the other: do not trust either only because the history of this wallet shows it.',
      ];
  return [alikeLine(lookalike), ...what];
}
