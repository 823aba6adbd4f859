import type { Lookalike } from './find-lookalike.ts';
import { markDifferences, markDifferencesShort } from './mark-differences.ts';

/**
 * The warning as lines of an email, 99 characters at most: what happened, both addresses with their differing digits in
 * brackets, and what to do. Each address begins its line and no sentence runs over two, for a phone breaks them anew.
 */
export function warningLines(lookalike: Lookalike): string[] {
  const { samePrefix, sameSuffix, lastPaidAt } = lookalike;
  const { first, second } = markDifferences(lookalike.address, lookalike.imitates);
  const when = lastPaidAt === null ? '' : `, last on ${lastPaidAt.slice(0, 10)}`;
  return [
    'An address that looks like one you paid has put itself into the history of this wallet.',
    '',
    'The imitation:',
    first,
    'You paid:',
    second + when,
    '',
    `The first ${samePrefix} and the last ${sameSuffix} digits are alike, those in brackets are not.`,
    'Whoever made it hopes that you copy it when you pay the next time: what you send there is lost.',
    'Do not copy addresses from the history of a wallet or an explorer.',
    'Take the one you want to pay from where you first got it, and compare every digit.',
    'This wallet itself is not in danger.',
  ];
}

const smsLength = 140;

/**
 * The warning in one line of at most 140 characters.
 * @param wallet what the reader calls it, in letters that an SMS can carry; left out where the line has no room for it
 * @param others how many more imitations this warning speaks for, some thousands at most
 */
export function warningShort({ address, imitates }: Lookalike, wallet: string | null, others = 0): string {
  const { first, second } = markDifferencesShort(address, imitates);
  const more = others === 0 ? '' : `; ${others} more`;
  const warning = `Poisoning! ${first} imitates ${second}, which you paid${more}. Never copy addresses from history.`;
  const named = `${wallet}: ${warning}`;
  return wallet === null || named.length > smsLength ? warning : named;
}
