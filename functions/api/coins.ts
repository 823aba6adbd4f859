import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { CoinSource } from '../transfer/source.ts';
import type { CoinRecord } from '../transfer/transfer.ts';
import { type ApiOptions, createApiClient } from './http/api-client.ts';
import { parseBaseUrl } from './http/base-url.ts';
import { parseJson } from './http/parse-json.ts';
import { readCoins } from './read-coins.ts';

/** How several hashes are sent: `coin_type_hashes[]=a&…`, `coin_type_hashes=a&…` or `coin_type_hashes=a,b`. */
export type ArrayStyle = 'brackets' | 'repeat' | 'comma';

export interface CoinSourceOptions extends ApiOptions {
  /** `{coin_base_url}` of the API document. */
  readonly coinBaseUrl: string;
  readonly arrayStyle: ArrayStyle;
}

/** The provider's own limit, in its OpenAPI file; the API document leaves it open (8). */
const hashesPerCall = 25;

/**
 * Coin records by GET {coin_base_url}/coins (API document, 4.2). Records of hashes nobody asked for are dropped.
 * @throws BaseUrlUnreadable where the base address can't be used.
 */
export function createCoinSource(options: CoinSourceOptions): CoinSource {
  const base = parseBaseUrl(options.coinBaseUrl);
  const get = createApiClient(options);
  return {
    async coins(coinTypeHashes, limits) {
      const asked = [...new Set(coinTypeHashes.map((hash) => hash.toLowerCase()))];
      const found = new Map<string, CoinRecord>();
      for (let start = 0; start < asked.length; start += hashesPerCall) {
        const batch = asked.slice(start, start + hashesPerCall);
        const records = await get(coinsUrl(base, batch, options.arrayStyle), readReply, limits);
        for (const record of records) {
          if (batch.includes(record.coinTypeHash)) found.set(record.coinTypeHash, record);
        }
      }
      return [...found.values()];
    },
  };
}

function readReply(text: string): CoinRecord[] {
  return readCoins(parseJson(text));
}

/** Lower-case hex SHA-256 of the coin type's text, no `0x` (API document, 2.3). */
export function coinTypeHash(coinType: string): string {
  return bytesToHex(sha256(utf8ToBytes(coinType)));
}

function coinsUrl(base: string, hashes: readonly string[], style: ArrayStyle): string {
  const values = hashes.map(encodeURIComponent);
  if (style === 'comma') return `${base}/coins?coin_type_hashes=${values.join(',')}`;
  const name = style === 'brackets' ? 'coin_type_hashes[]' : 'coin_type_hashes';
  return `${base}/coins?${values.map((value) => `${name}=${value}`).join('&')}`;
}
