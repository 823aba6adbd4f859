import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { editDistance, misspeltAttributes } from '../../functions/wallet/misspelt-attributes.ts';
import { rowAttributes } from '../../functions/wallet/watchlist-row.ts';
import { treasury } from '../support/alerts.ts';
import { forAll } from '../support/for-all.ts';

const meantBy = (name: string, over = {}) =>
  misspeltAttributes({ wallet: treasury, chain: 'eth', [name]: '1', ...over }).map(({ meant }) => meant);

describe('an attribute whose name is nearly one that counts', () => {
  it.each([
    ['minAmont', 'minAmount'],
    ['min_amout', 'minAmount'],
    ['Min-Amuont', 'minAmount'],
    ['minimAmount', 'minAmount'],
    ['ignoreToken', 'ignoreTokens'],
    ['ignoredTokens', 'ignoreTokens'],
    ['trust_token', 'trustTokens'],
    ['trustedTokens', 'trustTokens'],
    ['token', 'tokens'],
    ['direcion', 'direction'],
    ['Driection', 'direction'],
    ['fromblok', 'fromBlock'],
    ['single', 'singles'],
    ['form_block', 'fromBlock'],
    ['spamm', 'spam'],
    ['psam', 'spam'],
    ['labels', 'label'],
    ['lable', 'label'],
    ['tag', 'tags'],
    ['pause', 'paused'],
    ['evry', 'every'],
  ])('%s: %s was meant', (name, meant) => {
    expect(meantBy(name)).toEqual([meant]);
  });

  it('whatever the slip: a letter too many, left out, mistaken or two swapped', () => {
    const slip = fc.tuple(
      fc.constantFrom(...rowAttributes),
      fc.nat(),
      fc.constantFrom('add', 'drop', 'swap'),
    );
    forAll([slip], ([name, at, kind]) => {
      const i = at % name.length;
      const [before, letter, after] = [name.slice(0, i), name.charAt(i), name.slice(i + 1)];
      const typed =
        kind === 'add'
          ? before + letter + letter + after
          : kind === 'drop'
            ? before + after
            : swapped(name, i);
      // A swap of equal letters is none, nor is one of t and T: letter case does not count.
      if (typed.toLowerCase() !== name.toLowerCase()) expect(meantBy(typed)).toEqual([name]);
    });
  });
});

describe('an attribute that is a note of its own', () => {
  it.each(
    `note notes owner created createdAt updated comment name team project group email contact source status state date
    type client purpose priority id uuid address alias account url added addedBy reason value level active enabled scam
    description chainId network symbol amount block risk color customer department exchange hot cold safe multisig`.split(
      /\s+/,
    ),
  )('%s: says nothing', (name) => {
    expect(meantBy(name)).toEqual([]);
  });

  it('says nothing either beside the one it resembles, or without a value', () => {
    expect(meantBy('labels', { label: 'Treasury' })).toEqual([]);
    for (const value of ['', null, undefined]) expect(meantBy('minAmont', { minAmont: value })).toEqual([]);
  });
});

it('the nearest name was meant if two are near, and one slip alone in a short name', () => {
  expect(meantBy('tagss')).toEqual(['tags']);
  expect(meantBy('tokns')).toEqual(['tokens']);
  expect(meantBy('tokn')).toEqual([]);
  expect(meantBy('evrry')).toEqual(['every']);
  expect(meantBy('pusd')).toEqual([]);
});

it.each(rowAttributes)('%s itself counts, in any letter case and with underscores', (name) => {
  expect(meantBy(name)).toEqual([]);
  expect(meantBy(name.toUpperCase())).toEqual([]);
  expect(meantBy(name.replace(/[A-Z]/g, (letter) => `_${letter}`))).toEqual([]);
});

it.each([
  ['', '', 0],
  ['a', '', 1],
  ['abcd', 'abdc', 1],
  ['kitten', 'sitting', 3],
  ['ca', 'abc', 3],
  ['ab', 'ba', 1],
  ['a', 'ba', 1],
  ['ba', 'a', 1],
])('the distance of %j and %j is %i', (one, other, distance) => {
  expect(editDistance(one, other, 5)).toBe(distance);
});

function swapped(name: string, i: number): string {
  const j = i === name.length - 1 ? i - 1 : i;
  return name.slice(0, j) + name.charAt(j + 1) + name.charAt(j) + name.slice(j + 2);
}
