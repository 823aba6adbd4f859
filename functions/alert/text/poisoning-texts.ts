import {
  markDifferences,
  markDifferencesShort,
  warningLines,
  warningShort,
} from '../../spam/poisoning/warning-text.ts';
import { unlink } from '../../text/unlink.ts';
import type { AlertLookalike, PoisoningAlert } from '../alert.ts';
import type { TextLimits } from './limits.ts';
import { walletName } from './names.ts';
import { countOf } from './shown-amount.ts';
import { asciiStyle, shorten, type TextStyle } from './style.ts';

/** `Fake look-alike address: 0xAb58(01a7..)eC9B imitates 0xAb58(4f2e..)eC9B, which Treasury paid` */
export function poisoningSentence(
  { lookalike, wallet, others }: PoisoningAlert,
  style: TextStyle,
  limits: TextLimits,
): string {
  const { first, second } = markDifferencesShort(lookalike.address, lookalike.imitates);
  const more = others > 0 && limits.hint ? `; ${countOf(others)} more` : '';
  const name = shorten(walletName(wallet, style), limits.wallet);
  // Both stand in the text below a subject: where others are to be counted, or a line is short, it has room for one.
  const whom = limits.other === 0 || others > 0 ? 'one that' : `${second}, which`;
  return `Fake look-alike address: ${first} imitates ${whom} ${name} paid${more}`;
}

/**
 * Whether what brought the imitation may be the wallet's own payment to it, or a thief's: something went out, in a token with
 * nothing against it. It may be made up as well; only the owner knows whether he holds that token.
 */
export function mayBePaid({ transfer, verdict }: PoisoningAlert): boolean {
  return transfer.direction === 'out' && transfer.value !== '0' && verdict?.spam === false;
}

/** As much of a name as an address in short takes: less of it says nothing. */
const shortestName = 13;

/** The warning as an SMS. The wallet's name takes what the two addresses and the advice leave, then the advice gives way. */
export function poisoningSms(alert: PoisoningAlert): string {
  const { lookalike, wallet, others } = alert;
  const called = walletName(wallet, asciiStyle);
  // A wallet labelled "tel" would begin a link with the colon that follows.
  const isScheme = unlink(`${called}:`).endsWith('(:)');
  const name = isScheme ? asciiStyle.address(wallet.address) : called;
  const nameWithin = (room: number) =>
    room < Math.min(name.length, shortestName) ? null : shorten(name, room);
  return warningShort(lookalike, nameWithin, others, mayBePaid(alert) ? 'token' : 'nothing');
}

/** What the warning is about, as lines of an email. */
export function poisoningLines({ lookalike, others }: PoisoningAlert): string[] {
  return [...warningLines(lookalike), ...(others === 0 ? [] : ['', ...aboutOthers(others)])];
}

function aboutOthers(others: number): string[] {
  return [
    `${countOf(others)} more ${others === 1 ? 'address' : 'addresses'} came with it that imitate ones you paid, too many to name.`,
    'You get no other message of them. Their transfers are in the History table.',
  ];
}

/** Both addresses in one line of a terminal, in full, differences in brackets. */
export function poisoningPair({ address, imitates }: AlertLookalike): string {
  const { first, second } = markDifferences(address, imitates);
  return `${first} imitates ${second}`;
}
