import { supplier } from '../spam/poisoning/history.ts';
import { exchange, treasury, usdc } from '../support/alerts.ts';

export type Entry = Record<string, string | number | boolean | null>;

/** An entry of `result` in live replies: an exchange pays the wallet 12,500.5 verified USDC. */
export function entry(over: Entry = {}): Entry {
  return {
    token_name: 'USD Coin',
    token_symbol: 'USDC',
    token_logo: null,
    token_decimals: '6',
    transaction_hash: `0x${'a1b2c3d4'.repeat(8)}`,
    address: usdc,
    block_timestamp: '2026-01-20T12:00:00.000Z',
    block_number: '18000000',
    block_hash: `0x${'0f'.repeat(32)}`,
    to_address: treasury,
    to_address_label: null,
    from_address: exchange,
    from_address_label: null,
    value: '12500500000',
    transaction_index: 3,
    log_index: 41,
    possible_spam: false,
    verified_contract: true,
    ...over,
  };
}

/** The wallet pays the supplier. */
export const payment = entry({ from_address: treasury, to_address: supplier });

/** A token that the API flags. */
export const flagged = { possible_spam: true, verified_contract: false };

export function ndjson(entries: readonly Entry[], lineEnd = '\n'): string {
  return entries.map((each) => JSON.stringify(each) + lineEnd).join('');
}
