import { type Address, checksumAddress } from '../../chain/address.ts';
import { alikeDigits, type Lookalike } from '../../spam/poisoning/find-lookalike.ts';
import { smsLength } from './limits.ts';

/** Full addresses, differing digits in brackets: `0xAb58[01a7...aeD5]eC9B`. They can't be pasted as addresses. */
export function markDifferences(a: Address, b: Address) {
  return marked(a, b, (prefix, middle, suffix) => `0x${prefix}[${middle}]${suffix}`);
}

const shownAlike = 6;
const fewestAlike = 4;
const shownDifferent = 4;

/** For an SMS: at most 26 characters of basic GSM-7, `0xAb58(01a7..)eC9B`. */
export function markDifferencesShort(a: Address, b: Address, alike = shownAlike) {
  return marked(a, b, (prefix, middle, suffix) => {
    const head = prefix.length > alike ? `${prefix.slice(0, alike)}..` : prefix;
    const tail = suffix.length > alike ? `..${suffix.slice(-alike)}` : suffix;
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

/** Lines of at most 99 characters. Each address begins its line, and no sentence runs over two: phones break lines anew. */
export function warningLines(lookalike: Lookalike, name: string | null = null): string[] {
  const { address, imitates, proven, lastPaidAt } = lookalike;
  const { first, second } = markDifferences(address, imitates);
  if (!proven) {
    return [
      'The other address of this transfer:',
      first,
      'It looks like:',
      second,
      '',
      alikeLine(lookalike),
      'Only tokens that anybody can make show a payment from this wallet to one of them.',
      'One may copy the other: do not trust either only because the history of this wallet shows it.',
    ];
  }
  const when = lastPaidAt === null ? '' : `, last on ${lastPaidAt.slice(0, 10)}`;
  return [
    'The imitation:',
    first,
    name === null ? 'You paid:' : `You paid, ${name}:`,
    second + when,
    '',
    alikeLine(lookalike),
    'It has put itself into the history of this wallet.',
    'Whoever made it hopes that you copy it when you pay the next time: what you send there is lost.',
  ];
}

/** The longest that fits is used, because truncated advice is useless. */
const advices = {
  imitation: {
    nothing: [' Never copy addresses from history.', ' Never copy addresses.', ' Copy neither.'],
    token: [
      ' A token went to it. Never copy addresses.',
      ' Paid? Look. Never copy addresses.',
      ' Paid? Look. Copy neither.',
      ' Paid? Look.',
    ],
  },
  pair: {
    nothing: [' Never copy addresses from history.', ' Never copy addresses.', ' Trust neither.'],
    token: [' A token went to the first. Trust neither.', ' Sent? Look. Trust neither.', ' Trust neither.'],
  },
};

type Wording = (name: string, pair: ReturnType<typeof marked>, copied: string) => string;

const bothNamed: Wording = (name, { first, second }, copied) =>
  `: someone copied ${copied}. ${name}: ${first} imitates ${second}`;

const starts = { nothing: 'Scam attempt, nothing lost', token: 'Scam attempt' };

const warnings: Readonly<Record<keyof typeof advices, readonly (readonly [Wording, number])[]>> = {
  imitation: [
    [bothNamed, shownAlike],
    [bothNamed, fewestAlike],
    [(name, { first }, copied) => `: someone copied ${copied}. ${name}: ${first} imitates it`, fewestAlike],
    [(name, { first }) => `. ${name}: ${first} imitates one you paid`, fewestAlike],
  ],
  pair: [
    [
      (name, { first, second }) =>
        `Two addresses look alike for ${name}: ${first} and ${second}, neither was paid in a known token`,
      shownAlike,
    ],
    [
      (name, { first, second }) =>
        `${name}: ${first} looks like ${second}, neither was paid in a known token`,
      fewestAlike,
    ],
  ],
};

/**
 * One line of at most 140 characters.
 * @param nameWithin the reader's name for the wallet, in at most `room` (or 13) letters that an SMS can carry
 * @param copied the copied address's name, in the same letters: `Supplier's address`
 * @param others more lookalikes that this warning covers
 */
export function warningShort(
  { address, imitates, proven }: Lookalike,
  nameWithin: (room: number) => string,
  copied: string,
  others = 0,
  sent: keyof typeof advices.pair = 'nothing',
): string {
  const kind = proven ? 'imitation' : 'pair';
  const more = others === 0 ? '' : `; ${others} more`;
  const start = proven ? starts[sent] : '';
  let text = '';
  for (const [write, alike] of warnings[kind]) {
    const pair = markDifferencesShort(address, imitates, alike);
    for (const advice of advices[kind][sent]) {
      const written = (name: string) => `${start}${write(name, pair, copied)}${more}.${advice}`;
      text = written(nameWithin(smsLength - written('').length));
      if (text.length <= smsLength) return text;
    }
  }
  return text;
}
