import * as z from 'zod';
import { checksumAddress, type TokenAddress } from '../chain/address.ts';
import { type PollPace, paceText } from '../rate/poll-pace.ts';
import { groupThousands } from '../transfer/amount.ts';
import { defaultSingles } from '../wallet/read-row.ts';
import { nodePart, type Watch, watchedKinds } from '../wallet/watch.ts';
import { factNames } from './text/style.ts';

/** A row's settings as understood, for the first email, whose reader notices a missing attribute. The JSON has none. */
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

export function settingsOf(watch: Watch, pace: PollPace, isReadFromNode: boolean): WatchSetting[] {
  const { direction, tokens, ignoreTokens, spam, singles, minUsd, minBalance } = watch;
  const trusted = watch.trustedTokens.difference(tokens ?? new Set<TokenAddress>());
  const floors = Array.from(minBalance, ([token, floor]) => `${shown(floor)} of ${shownToken(token)}`);
  const more = singles === defaultSingles ? [] : [`${singles} an hour, ${3 * singles} a day`];
  return [
    { name: 'Watched', values: [kindsOf(watch, isReadFromNode)] },
    { name: 'Direction', values: [directions[direction]] },
    { name: 'Tokens', values: tokens === null ? ['all'] : shortList([...tokens].map(shownToken)) },
    ...ifAny('Ignored', [...ignoreTokens].map(shownToken)),
    ...ifAny('Trusted', [...trusted].map(shownToken)),
    { name: 'Minimum', values: minimum(watch) },
    ...ifAny('Minimum worth', isZero(minUsd) ? [] : [`$${shown(minUsd)}`]),
    ...ifAny('Floor', floors),
    { name: 'Spam', values: [policies[spam]] },
    { name: 'Polled', values: [paceText(pace)] },
    ...ifAny('Singles', more),
  ];
}

/** The kinds that the row watches, and those that it does not, in the words of its `watch`: the reader can add one. */
function kindsOf(watch: Watch, isReadFromNode: boolean): string {
  const unlessAsked = isReadFromNode ? watchedKinds : ['erc20', ...(nodePart(watch)?.kinds ?? [])];
  const asked = new Set<string>(watch.kinds ?? unlessAsked);
  const there = watchedKinds.filter((kind) => asked.has(kind)).join(', ');
  const missing = watchedKinds.filter((kind) => !asked.has(kind)).join(', ');
  return missing === '' ? there : `${there}; not ${missing}`;
}

function ifAny(name: WatchSetting['name'], values: readonly string[]): WatchSetting[] {
  return values.length === 0 ? [] : [{ name, values: shortList(values) }];
}

function shownToken(address: TokenAddress): string {
  return address === null ? 'native' : checksumAddress(address);
}

function minimum({ minAmount: { byToken, otherwise } }: Watch): string[] {
  if (byToken.size === 0)
    return [isZero(otherwise) ? 'none' : `${shown(otherwise)} of any token, whatever one is worth`];
  return shortList([...byToken].map(([token, amount]) => `${shown(amount)} of ${shownToken(token)}`));
}

function isZero(amount: string): boolean {
  return /^[0.]*$/.test(amount);
}

/** A row may have an amount of 300 digits. */
function shown(amount: string): string {
  return amount.length <= 40 ? groupThousands(amount) : `a number of ${amount.length} characters`;
}

function shortList(values: readonly string[]): string[] {
  if (values.length <= maxTokens) return [...values];
  return [...values.slice(0, maxTokens), `and ${values.length - maxTokens} more`];
}
