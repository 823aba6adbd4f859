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
  refuseTooLong,
} from './row-values.ts';
import type { Watch } from './watch.ts';
import { attributesOf, type RowAttribute, RowUnreadable, type WatchlistRow } from './watchlist-row.ts';

/**
 * A Watchlist row as a watch.
 * @throws RowUnreadable naming the first attribute that can't be understood.
 */
export function readRow(row: WatchlistRow): Watch {
  const attributes = attributesOf(row);
  refuseTooLong(attributes);
  const value = (name: RowAttribute) => attributes.get(name);
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
