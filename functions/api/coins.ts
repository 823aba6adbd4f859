import { hash } from 'node:crypto';
import { parseBaseUrl } from '../http/base-url.ts';
import { isRecord, parseJson, readInteger, readText, readTime, readWhole } from '../http/read-json.ts';
import { inBatches } from '../runtime/batches.ts';
import type { CoinSource } from '../transfer/source.ts';
import { UnreadableReply } from '../transfer/source-errors.ts';
import type { CoinRecord } from '../transfer/transfer.ts';
import { type ApiOptions, createApiClient } from './api-client.ts';

/** How several hashes are sent: `coin_type_hashes[]=a&…`, `coin_type_hashes=a&…` or `coin_type_hashes=a,b`. */
type ArrayStyle = 'brackets' | 'repeat' | 'comma';

export interface CoinSourceOptions extends ApiOptions {
  /** `{coin_base_url}` (API document, 4.2). */
  readonly coinBaseUrl: string;
  readonly arrayStyle: ArrayStyle;
}

/** The provider's own limit, in its OpenAPI file; the API document leaves it open (8). */
const hashesPerCall = 25;

/** A transaction's version is a u64. */
const maxVersion = 2n ** 64n - 1n;

/** Coin records by GET {coin_base_url}/coins (API document, 4.2). @throws BaseUrlUnreadable */
export function createCoinSource(options: CoinSourceOptions): CoinSource {
  const base = parseBaseUrl(options.coinBaseUrl);
  const get = createApiClient(options);
  return {
    async coins(coinTypeHashes, limits) {
      const asked = [...new Set(coinTypeHashes.map((hash) => hash.toLowerCase()))];
      const found = new Map<string, CoinRecord>();
      for (const batch of inBatches(asked, hashesPerCall)) {
        const records = await get(
          coinsUrl(base, batch, options.arrayStyle),
          (text) => readCoins(parseJson(text)),
          limits,
        );
        for (const record of records) {
          if (batch.includes(record.coinTypeHash)) found.set(record.coinTypeHash, record);
        }
      }
      return [...found.values()];
    },
  };
}

/** Lower-case hex SHA-256 of the coin type's text, no `0x` (API document, 2.3). */
export function coinTypeHash(coinType: string): string {
  return hash('sha256', coinType);
}

function coinsUrl(base: string, hashes: readonly string[], style: ArrayStyle): string {
  const values = hashes.map(encodeURIComponent);
  if (style === 'comma') return `${base}/coins?coin_type_hashes=${values.join(',')}`;
  const name = style === 'brackets' ? 'coin_type_hashes[]' : 'coin_type_hashes';
  return `${base}/coins?${values.map((value) => `${name}=${value}`).join('&')}`;
}

/** Coin records (API document, 2.3): a list in live replies, one record in the document's sample. @throws UnreadableReply */
function readCoins(body: unknown): CoinRecord[] {
  if (Array.isArray(body)) return body.map(readCoin).filter((record) => record !== null);
  const single = readCoin(body);
  if (single === null)
    throw new UnreadableReply('The reply is JSON, but neither a coin record nor a list of them.');
  return [single];
}

function readCoin(entry: unknown): CoinRecord | null {
  if (!isRecord(entry)) return null;
  const coinType = readText(entry.coin_type);
  const hash = readText(entry.coin_type_hash);
  if (coinType === null || hash === null || !/^[0-9a-f]{64}$/i.test(hash)) return null;
  return {
    coinType,
    coinTypeHash: hash.toLowerCase(),
    name: readText(entry.name),
    symbol: readText(entry.symbol),
    decimals: readInteger(entry.decimals, 255),
    creatorAddress: readText(entry.creator_address),
    supplyAggregatorTableHandle: readText(entry.supply_aggregator_table_handle),
    supplyAggregatorTableKey: readText(entry.supply_aggregator_table_key),
    transactionCreatedTimestamp: readMicroseconds(entry.transaction_created_timestamp),
    transactionVersionCreated: readWhole(entry.transaction_version_created, maxVersion)?.toString() ?? null,
  };
}

function readMicroseconds(value: unknown): string | null {
  return readTime(value) === null ? null : readText(value);
}
