import type { PoisoningAlert } from '../alert.ts';
import { adviceOf } from './advice.ts';
import {
  alikeLine,
  bothAddresses,
  lookalikeIn,
  markDifferences,
  markDifferencesShort,
  type NamedLookalike,
} from './imitation-texts.ts';
import { addressAlone, fullLimits, type TextLimits } from './limits.ts';
import { contactName, howMuch, walletWithin } from './parts/names.ts';
import { counted, countOf } from './parts/shown-amount.ts';
import { type TextStyle, terminalStyle } from './style.ts';

export function lookalikeOf(alert: PoisoningAlert): NamedLookalike {
  const lookalike = lookalikeIn(alert);
  if (lookalike === null) throw new Error(`The warning ${alert.id} names no second address.`);
  return lookalike;
}

/** `Scam attempt, nothing lost: 0xAb58(01a7..)eC9B imitates 0xAb58(4f2e..)eC9B, paid by Treasury` */
export function poisoningSentence(alert: PoisoningAlert, style: TextStyle, limits: TextLimits): string {
  const { wallet, others } = alert;
  const { address, imitates, proven, contact } = lookalikeOf(alert);
  const { first, second } = markDifferencesShort(address, imitates);
  const more = others > 0 && limits.hint ? `; ${countOf(others)} more` : '';
  const name = walletWithin(wallet, style, limits.wallet);
  // With little room only one address is named; the text below a subject has both.
  const hasRoom = limits.other > addressAlone && others === 0;
  if (!proven) {
    const pair = hasRoom ? `${first} and ${second}` : first;
    return `Two addresses look alike, neither was paid by ${name} in a known token: ${pair}${more}`;
  }
  const start = mayBePaid(alert) ? 'Scam attempt' : 'Scam attempt, nothing lost';
  const copied = contactName(contact, style, limits.wallet) ?? (hasRoom ? second : null);
  return `${start}: ${first} imitates ${copied === null ? 'an address' : `${copied},`} paid by ${name}${more}`;
}

/** Whether something went out in a token that is no spam. Only the owner knows whether it was paid, stolen or made up. */
function mayBePaid({ transfer, verdict }: PoisoningAlert): boolean {
  return transfer.direction === 'out' && transfer.value !== '0' && verdict?.spam === false;
}

/** Returns the advice of a warning, one sentence an entry. Only the owner can tell whether a payment is a loss. */
export function poisoningAdvice(alert: PoisoningAlert, style: TextStyle): string[] {
  const lookalike = lookalikeOf(alert);
  const much = howMuch(alert.transfer, alert, style, { ...fullLimits, amount: 'short' });
  if (!mayBePaid(alert)) return [`The transfer was of ${much}.`, nothingLost(lookalike), ...warningAdvice];
  const { proven } = lookalike;
  return [
    `The transfer sent ${much} from this wallet to ${proven ? 'the imitation' : 'the first of the two'}.`,
    `If you sent it${proven ? ', the money went to a thief' : ' and meant the other address, the money is lost'}.`,
    ...adviceOf(alert),
    ...warningAdvice,
  ];
}

export function poisoningBlocks(alert: PoisoningAlert): string[][] {
  const lookalike = lookalikeOf(alert);
  const { others } = alert;
  const more = `${counted(others, 'more look-alike')} came with it: no message names them, History has their transfers.`;
  return [
    bothAddresses(lookalike, alert.transfer),
    [...warningLines(lookalike), ...(others === 0 ? [] : [more])],
  ];
}

const warningAdvice: readonly string[] = [
  'Do not copy addresses from the history of a wallet or an explorer.',
  'Use the address that you were given at first, and compare every digit.',
];

/** For wallets that cannot have sent the lookalike's transfers. */
function nothingLost({ proven }: NamedLookalike): string {
  const loss = `only a payment to the ${proven ? 'imitation' : 'wrong one'} would be`;
  return `This wallet is not in danger, and nothing is lost yet: ${loss}.`;
}

/** Lines of at most 99 characters: phones break lines anew, so no sentence runs over two. */
function warningLines(lookalike: NamedLookalike): string[] {
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

/** One line of a terminal, differing digits in brackets. */
export function poisoningPair({ address, imitates, proven, contact }: NamedLookalike): string {
  const { first, second } = markDifferences(address, imitates);
  return proven
    ? `${first} imitates ${contact === null ? '' : `${contactName(contact, terminalStyle)} `}${second}`
    : `${first} and ${second} look alike, neither was paid in a known token`;
}
