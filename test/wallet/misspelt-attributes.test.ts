import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { editDistance, misspeltAttributes } from '../../functions/wallet/misspelt-attributes.ts';
import { rowAttributes } from '../../functions/wallet/watchlist-row.ts';
import { treasury } from '../support/alerts.ts';
import { forAll } from '../support/for-all.ts';

const meantBy = (name: string, over = {}) =>
  misspeltAttributes({ wallet: treasury, chain: 'eth', [name]: '1', ...over }).map(({ meant }) => meant);

describe('an attribute whose name resembles a known one', () => {
  const slips = `minAmont:minAmount min_amout:minAmount Min-Amuont:minAmount minimAmount:minAmount token:tokens
    ignoreToken:ignoreTokens ignoredTokens:ignoreTokens trust_token:trustTokens trustedTokens:trustTokens
    direcion:direction Driection:direction fromblok:fromBlock form_block:fromBlock single:singles spamm:spam
    psam:spam labels:label lable:label tag:tags pause:paused evry:every tagss:tags tokns:tokens evrry:every`;

  it.each(slips.split(/\s+/).map((pair) => pair.split(':')))(
    '%s is corrected to %s',
    (name = '', meant = '') => {
      expect(meantBy(name)).toEqual([meant]);
    },
  );

  it('is recognised with one letter added, left out, replaced or swapped', () => {
    const slip = fc.tuple(fc.constantFrom(...rowAttributes), fc.nat(), fc.constantFrom(0, 1, 2));
    forAll([slip], ([name, at, kind]) => {
      const i = at % name.length;
      const [before, letter, after] = [name.slice(0, i), name.charAt(i), name.slice(i + 1)];
      const typed = [before + letter + letter + after, before + after, swapped(name, i)][kind] ?? '';
      // Swapping equal letters is no change, and neither is swapping t and T, because letter case does not count.
      if (typed.toLowerCase() !== name.toLowerCase()) expect(meantBy(typed)).toEqual([name]);
    });
  });
});

describe("an attribute that is a person's note", () => {
  it.each(
    `note notes owner created createdAt updated comment name team project group email contact source status state date
    type client purpose priority id uuid address alias account url added addedBy reason value level active enabled scam
    description chainId network symbol amount block risk color customer department exchange hot cold safe multisig
    tokn pusd`.split(/\s+/),
  )('%s: says nothing', (name) => {
    expect(meantBy(name)).toEqual([]);
  });

  it('causes no incident beside the attribute that it resembles, or without a value', () => {
    expect(meantBy('labels', { label: 'Treasury' })).toEqual([]);
    for (const value of ['', null, undefined]) expect(meantBy('minAmont', { minAmont: value })).toEqual([]);
  });
});

const distances = {
  '/': 0,
  'a/': 1,
  'abcd/abdc': 1,
  'kitten/sitting': 3,
  'ca/abc': 3,
  'ab/ba': 1,
  'a/ba': 1,
};
it.each(Object.entries(distances))(
  '%s: the words are %i edits apart, in either direction',
  (words, distance) => {
    const [one = '', other = ''] = words.split('/');
    expect([editDistance(one, other, 5), editDistance(other, one, 5)]).toEqual([distance, distance]);
  },
);

function swapped(name: string, i: number): string {
  const j = i === name.length - 1 ? i - 1 : i;
  return name.slice(0, j) + name.charAt(j + 1) + name.charAt(j) + name.slice(j + 2);
}
