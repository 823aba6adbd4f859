import { UnreadableReply } from '../transfer/source-errors.ts';
import type { CoinRecord } from '../transfer/transfer.ts';
import { isRecord, readInteger, readText, readTime, readWhole } from './wire.ts';

/** Counts of transactions, far from reached; kept as digits all the same. */
const maxVersion = 2n ** 64n - 1n;

/**
 * Coin records (API document, 2.3): a list in live replies, one record in the document's sample. An entry
 * without coin type or hash is no record and is left out.
 * @throws UnreadableReply where the body is neither.
 */
export function readCoins(body: unknown): CoinRecord[] {
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
    // A u8 on Aptos, as on Ethereum.
    decimals: readInteger(entry.decimals, 255),
    creatorAddress: readText(entry.creator_address),
    supplyAggregatorTableHandle: readText(entry.supply_aggregator_table_handle),
    supplyAggregatorTableKey: readText(entry.supply_aggregator_table_key),
    transactionCreatedTimestamp: readMicroseconds(entry.transaction_created_timestamp),
    transactionVersionCreated: readWhole(entry.transaction_version_created, maxVersion)?.toString() ?? null,
  };
}

/** The text as it came, microseconds included, where it is a time at all. */
function readMicroseconds(value: unknown): string | null {
  return readTime(value) === null ? null : readText(value);
}
