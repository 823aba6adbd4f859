import * as z from 'zod';
import { checksumAddress, type TokenAddress } from '../chain/address.ts';
import { type PollPace, paceText } from '../rate/poll-pace.ts';
import { groupThousands } from '../transfer/amount.ts';
import { defaultSingles } from '../wallet/read-row.ts';
import type { Watch } from '../wallet/watch.ts';
import { factNames } from './text/parts/fact-names.ts';

/** A row's settings as understood: the first email's reader misses an attribute that was not. The JSON has no settings. */
export const watchSettings = z.array(z.object({ name: z.enum(factNames), values: z.array(z.string()) }));
export type WatchSetting = z.infer<typeof watchSettings>[number];

const directions = { both: 'in and out', in: 'in only', out: 'out only' } as const;
const policies = {
  hide: 'not reported, kept in the History table',
  mark: 'reported, marked as likely spam',
  show: 'reported like any other',
} as const;

/** Rows may name thousands of tokens. */
const maxTokens = 10;

export function settingsOf(watch: Watch, pace: PollPace): WatchSetting[] {
  const { direction, tokens, ignoreTokens, spam, singles } = watch;
  const trusted = watch.trustedTokens.difference(tokens ?? new Set<TokenAddress>());
  return [
    { name: 'Direction', values: [directions[direction]] },
    { name: 'Tokens', values: tokens === null ? ['all'] : shortList([...tokens].map(shownToken)) },
    ...addresses('Ignored', ignoreTokens),
    ...addresses('Trusted', trusted),
    { name: 'Minimum', values: minimum(watch) },
    ...(isZero(watch.minUsd)
      ? []
      : [{ name: 'Minimum worth' as const, values: [`$${shown(watch.minUsd)}`] }]),
    ...floors(watch),
    { name: 'Spam', values: [policies[spam]] },
    { name: 'Polled', values: [paceText(pace)] },
    ...(singles === defaultSingles
      ? []
      : [{ name: 'Singles' as const, values: [`${singles} an hour, ${3 * singles} a day`] }]),
  ];
}

function addresses(name: WatchSetting['name'], list: ReadonlySet<TokenAddress>): WatchSetting[] {
  return list.size === 0 ? [] : [{ name, values: shortList([...list].map(shownToken)) }];
}

function shownToken(address: TokenAddress): string {
  return address === null ? 'native' : checksumAddress(address);
}

function minimum({ minAmount: { byToken, otherwise } }: Watch): string[] {
  if (byToken.size === 0)
    return [isZero(otherwise) ? 'none' : `${shown(otherwise)} of any token, whatever one is worth`];
  return shortList([...byToken].map(([token, amount]) => `${shown(amount)} of ${shownToken(token)}`));
}

function floors({ minBalance }: Watch): WatchSetting[] {
  if (minBalance.size === 0) return [];
  const values = Array.from(minBalance, ([token, floor]) => `${shown(floor)} of ${shownToken(token)}`);
  return [{ name: 'Floor', values: shortList(values) }];
}

function isZero(amount: string): boolean {
  return /^[0.]*$/.test(amount);
}

/** Amounts of 300 digits can be asked for. */
function shown(amount: string): string {
  return amount.length <= 40 ? groupThousands(amount) : `a number of ${amount.length} characters`;
}

function shortList(values: readonly string[]): string[] {
  if (values.length <= maxTokens) return [...values];
  return [...values.slice(0, maxTokens), `and ${values.length - maxTokens} more`];
}
