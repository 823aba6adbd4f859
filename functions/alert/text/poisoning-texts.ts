import type { Lookalike } from '../../spam/poisoning/find-lookalike.ts';
import {
  markDifferences,
  markDifferencesShort,
  warningLines,
  warningShort,
} from '../../spam/poisoning/warning-text.ts';
import { unlink } from '../../text/unlink.ts';
import type { PoisoningAlert } from '../alert.ts';
import { lookalikeIn } from './imitation-texts.ts';
import type { TextLimits } from './limits.ts';
import { walletName, walletWithin } from './parts/names.ts';
import { countOf } from './parts/shown-amount.ts';
import { asciiStyle, shorten, type TextStyle } from './style.ts';

/** What a warning is about. */
export function lookalikeOf(alert: PoisoningAlert): Lookalike {
  const lookalike = lookalikeIn(alert);
  if (lookalike === null) throw new Error(`The warning ${alert.id} names no second address.`);
  return lookalike;
}

/**
 * `Fake look-alike address: 0xAb58(01a7..)eC9B imitates 0xAb58(4f2e..)eC9B, which Treasury paid`, or `Two addresses look alike,
 * neither was paid by Treasury in a known token: 0xAb58(01a7..)eC9B and 0xAb58(4f2e..)eC9B`
 */
export function poisoningSentence(alert: PoisoningAlert, style: TextStyle, limits: TextLimits): string {
  const { wallet, others } = alert;
  const { address, imitates, proven } = lookalikeOf(alert);
  const { first, second } = markDifferencesShort(address, imitates);
  const more = others > 0 && limits.hint ? `; ${countOf(others)} more` : '';
  const name = walletWithin(wallet, style, limits.wallet);
  // Both stand in the text below a subject: where others are to be counted, or a line is short, it has room for one.
  const hasRoom = limits.other > 0 && others === 0;
  if (!proven) {
    const pair = hasRoom ? `${first} and ${second}` : first;
    return `Two addresses look alike, neither was paid by ${name} in a known token: ${pair}${more}`;
  }
  return `Fake look-alike address: ${first} imitates ${hasRoom ? `${second}, which` : 'one that'} ${name} paid${more}`;
}

/**
 * Whether what brought the imitation may be the wallet's own payment to it, or a thief's: something went out, in a token with
 * nothing against it. It may be made up as well; only the owner knows whether he holds that token.
 */
export function mayBePaid({ transfer, verdict }: PoisoningAlert): boolean {
  return transfer.direction === 'out' && transfer.value !== '0' && verdict?.spam === false;
}

/** What it means where the wallet did send what came with the warning. */
export function ifThatWasSent(alert: PoisoningAlert): string {
  return lookalikeOf(alert).proven
    ? 'If you sent that, it went to a thief.'
    : 'If you sent that and meant the other one, it is lost.';
}

/** As much of a name as an address in short takes: less of it says nothing. */
const shortestName = 13;

/** The warning as an SMS. The wallet's name takes what the two addresses and the advice leave, then the advice gives way. */
export function poisoningSms(alert: PoisoningAlert): string {
  const { wallet, others } = alert;
  const called = walletName(wallet, asciiStyle);
  // A wallet labelled "tel" would begin a link with the colon that follows.
  const isScheme = unlink(`${called}:`).endsWith('(:)');
  const name = isScheme ? asciiStyle.address(wallet.address) : called;
  const nameWithin = (room: number) => shorten(name, Math.max(room, shortestName));
  return warningShort(lookalikeOf(alert), nameWithin, others, mayBePaid(alert) ? 'token' : 'nothing');
}

/** What the warning is about, as lines of an email. */
export function poisoningLines(alert: PoisoningAlert): string[] {
  const { others } = alert;
  return [...warningLines(lookalikeOf(alert)), ...(others === 0 ? [] : ['', ...aboutOthers(others)])];
}

function aboutOthers(others: number): string[] {
  return [
    `${countOf(others)} more ${others === 1 ? 'address' : 'addresses'} came with it that look like other ones, too many to name.`,
    'You get no other message of them. Their transfers are in the History table.',
  ];
}

/** Both addresses in one line of a terminal, in full, differences in brackets. */
export function poisoningPair({ address, imitates, proven }: Lookalike): string {
  const { first, second } = markDifferences(address, imitates);
  return proven
    ? `${first} imitates ${second}`
    : `${first} and ${second} look alike, neither was paid in a known token`;
}
