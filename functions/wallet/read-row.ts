import { parseAddress } from '../chain/address.ts';
import { findChain } from '../chain/chains.ts';
import type { Seconds } from '../chain/units.ts';
import { readAmounts, readDecimal, readMinBalance } from './min-amount.ts';
import {
  parsed,
  readBoolean,
  readList,
  readText,
  readTokens,
  readWhole,
  readWord,
  refuseTooLong,
} from './row-values.ts';
import { type Watch, type WatchedKind, watchedKinds } from './watch.ts';
import { attributesOf, type RowAttribute, type WatchlistRow } from './watchlist-row.ts';

const unitSeconds: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400 };
const shortest = 5;
const longest = 86_400;

/** Seconds of a poll interval: `15s`, `1m`, `2 h`. @throws RangeError with a sentence that says what is accepted */
export function parseInterval(text: string): Seconds {
  const typed = text.trim().toLowerCase();
  const [, digits, unit] = /^(\d{1,6})\s*([smhd])$/.exec(typed) ?? [];
  const seconds = Number(digits) * (unitSeconds[unit ?? ''] ?? Number.NaN);
  if (Number.isNaN(seconds))
    throw new RangeError(`"${text.slice(0, 40).toWellFormed()}" is no interval: write it as 30s, 5m or 1h.`);
  if (seconds < shortest || seconds > longest) {
    throw new RangeError(`"${typed}" is out of range: an interval is 5s at the least and 1d at the most.`);
  }
  if (seconds > 60 && seconds % 60 !== 0) {
    throw new RangeError(`"${typed}" is not whole minutes: above one minute, write 2m, 5m or 1h.`);
  }
  return seconds;
}

/** Seconds between two sweeps, at least a minute. @throws RangeError with a sentence that says what is accepted */
export function parseSweepInterval(text: string): Seconds {
  const seconds = parseInterval(text);
  if (seconds < 60) throw new RangeError(`"${text}" is out of range: sweeps are 1m apart at the least.`);
  return seconds;
}

/** Alerts an hour, if a row has no `singles`. */
const defaultSingles = 10;
const maxSingles = 1_000;

/** A Watchlist row as a watch. @throws RowUnreadable naming the first unreadable attribute */
export function readRow(row: WatchlistRow): Watch {
  const attributes = attributesOf(row);
  refuseTooLong(attributes);
  const value = (name: RowAttribute) => attributes.get(name);
  const wallet = parsed('wallet', () => parseAddress(row.wallet));
  const chain = parsed('chain', () => findChain(row.chain));
  const tokens = readTokens('tokens', value('tokens'), chain);
  const trustTokens = readTokens('trustTokens', value('trustTokens'), chain);
  return {
    wallet,
    chain,
    label: readText('label', value('label')),
    direction: readWord('direction', value('direction'), ['in', 'out', 'both'], 'both'),
    tokens: tokens.size > 0 ? tokens : null,
    ignoreTokens: readTokens('ignoreTokens', value('ignoreTokens'), chain),
    minAmount: readAmounts('minAmount', value('minAmount'), chain),
    minUsd: readDecimal('minUsd', value('minUsd')),
    minBalance: readMinBalance(value('minBalance'), chain),
    trustedTokens: trustTokens.size > 0 ? trustTokens.union(tokens) : tokens,
    kinds: readKinds(value('watch')),
    spam: readWord('spam', value('spam'), ['hide', 'mark', 'show'], 'hide'),
    everySeconds: readEvery(value('every')),
    paused: readBoolean('paused', value('paused')),
    fromBlock: readWhole('fromBlock', value('fromBlock'), 'a block number'),
    tags: readList('tags', value('tags')),
    singles: Math.min(readWhole('singles', value('singles'), 'a whole number') ?? defaultSingles, maxSingles),
  };
}

function readKinds(value: unknown): ReadonlySet<WatchedKind> | null {
  const kinds = readList('watch', value).map((text) => readWord('watch', text, watchedKinds, 'erc20'));
  return kinds.length === 0 ? null : new Set(kinds);
}

function readEvery(value: unknown): Seconds | null {
  const text = readText('every', value);
  return text === null ? null : parsed('every', () => parseInterval(text));
}
