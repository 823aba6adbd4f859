import type { Chain } from '../chain/chain.ts';
import { findChain } from '../chain/chains.ts';
import { parseInterval } from './interval.ts';
import { readMinAmount } from './min-amount.ts';
import {
  readAddressAttribute,
  readAddresses,
  readBlock,
  readBoolean,
  readList,
  readText,
  readWord,
} from './row-values.ts';
import type { Watch } from './watch.ts';
import { RowUnreadable, type WatchlistRow } from './watchlist-row.ts';

/**
 * A Watchlist row as a watch. Attribute names count in any letter case, and as `min_amount`, for they are typed by hand.
 * @throws RowUnreadable naming the first attribute that can't be understood.
 */
export function readRow(row: WatchlistRow): Watch {
  const typed = new Map(
    Object.entries(row).map(([name, value]) => [name.replaceAll(/[\s_-]/g, '').toLowerCase(), value]),
  );
  const value = (attribute: string) => row[attribute] ?? typed.get(attribute.toLowerCase());
  const tokens = readAddresses('tokens', value('tokens'));
  const trustTokens = readAddresses('trustTokens', value('trustTokens'));
  return {
    wallet: readAddressAttribute('wallet', row.wallet),
    chain: readChain(row.chain),
    label: readText('label', value('label')),
    direction: readWord('direction', value('direction'), ['in', 'out', 'both'], 'both'),
    tokens: tokens.size > 0 ? tokens : null,
    ignoreTokens: readAddresses('ignoreTokens', value('ignoreTokens')),
    minAmount: readMinAmount(value('minAmount')),
    trustedTokens: trustTokens.union(tokens),
    spam: readWord('spam', value('spam'), ['hide', 'mark', 'show'], 'hide'),
    everySeconds: readEvery(value('every')),
    paused: readBoolean('paused', value('paused')),
    fromBlock: readBlock('fromBlock', value('fromBlock')),
    tags: readList('tags', value('tags')),
  };
}

function readChain(text: string): Chain {
  try {
    return findChain(text);
  } catch (error) {
    throw new RowUnreadable('chain', `chain: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function readEvery(value: unknown): number | null {
  const text = readText('every', value);
  if (text === null) return null;
  try {
    return parseInterval(text);
  } catch (error) {
    throw new RowUnreadable('every', `every: ${error instanceof Error ? error.message : String(error)}`);
  }
}
