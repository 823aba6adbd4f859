import { expect, it } from 'vitest';
import { settingsOf } from '../../functions/alert/watch-settings.ts';
import { parseAddress, type TokenAddress } from '../../functions/chain/address.ts';
import { type Watch, watchedKinds } from '../../functions/wallet/watch.ts';
import { usdc, watchOf } from '../support/alerts.ts';

const pace = { everySeconds: 60, askedSeconds: 60, callsPerDay: 800 };
const shownUsdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
const valuesOf = (watch: Partial<Watch>, name: string) =>
  settingsOf(watchOf(watch), pace, false).find((setting) => setting.name === name)?.values;
const tokens = (count: number): ReadonlySet<TokenAddress> =>
  new Set(Array.from({ length: count }, (_, i) => parseAddress(`0x${`${i + 10}`.repeat(20)}`)));
const least = (otherwise: string, ...byToken: [TokenAddress, string][]) => ({
  minAmount: { byToken: new Map(byToken), otherwise },
});

it.each<readonly [string, Partial<Watch>, readonly string[] | undefined]>([
  ['Watched', {}, ['erc20; not native, nft, approvals, control']],
  ['Watched', { tokens: new Set([usdc, null]) }, ['erc20, native; not nft, approvals, control']],
  ['Watched', { kinds: new Set(['control', 'nft']) }, ['nft, control; not erc20, native, approvals']],
  ['Watched', { kinds: new Set(watchedKinds) }, ['erc20, native, nft, approvals, control']],
  ['Direction', { direction: 'both' }, ['in and out']],
  ['Direction', { direction: 'in' }, ['in only']],
  ['Direction', { direction: 'out' }, ['out only']],
  ['Spam', { spam: 'hide' }, ['not reported, kept in the History table']],
  ['Spam', { spam: 'mark' }, ['reported, marked as likely spam']],
  ['Spam', { spam: 'show' }, ['reported like any other']],
  ['Tokens', { tokens: null }, ['all']],
  ['Tokens', { tokens: new Set([usdc, null]) }, [shownUsdc, 'native']],
  ['Ignored', { ignoreTokens: new Set() }, undefined],
  ['Ignored', { ignoreTokens: new Set([usdc]) }, [shownUsdc]],
  ['Trusted', { tokens: null, trustedTokens: new Set([usdc]) }, [shownUsdc]],
  ['Trusted', { tokens: new Set([usdc]), trustedTokens: new Set([usdc]) }, undefined],
  ['Minimum', least('0'), ['none']],
  ['Minimum', least('2500'), ['2,500 of any token, whatever one is worth']],
  ['Minimum', least('0', [usdc, '1000'], [null, '0.5']), [`1,000 of ${shownUsdc}`, '0.5 of native']],
  ['Minimum', least('1'.repeat(41)), ['a number of 41 characters of any token, whatever one is worth']],
  ['Minimum worth', { minUsd: '0.00' }, undefined],
  ['Minimum worth', { minUsd: '10.50' }, ['$10.50']],
  ['Floor', { minBalance: new Map() }, undefined],
  ['Floor', { minBalance: new Map([[null, '1500.5']]) }, ['1,500.5 of native']],
  ['Singles', { singles: 10 }, undefined],
  ['Singles', { singles: 25 }, ['25 an hour, 75 a day']],
])('says %s of %o: %o', (name, watch, values) => {
  expect(valuesOf(watch, name)).toEqual(values);
});

it('says that all is watched of a chain read from its node', () => {
  expect(settingsOf(watchOf(), pace, true)[0]?.values).toEqual(['erc20, native, nft, approvals, control']);
});

it('names ten of thousands of tokens', () => {
  expect(valuesOf({ tokens: tokens(10) }, 'Tokens')).toHaveLength(10);
  const many = valuesOf({ tokens: tokens(13) }, 'Tokens');
  expect([many?.length, many?.at(-1)]).toEqual([11, 'and 3 more']);
});
