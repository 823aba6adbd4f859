import { type Address, readAddress } from '../chain/address.ts';
import {
  isRecord,
  readFlag,
  readHash,
  readInteger,
  readText,
  readTime,
  readWebUrl,
  readWhole,
} from '../http/read-json.ts';
import type { SourcePage, UnreadableTransfer } from '../transfer/source.ts';
import { UnreadableReply } from '../transfer/source-errors.ts';
import { type Party, sharingTokens, type Token, type Transfer } from '../transfer/transfer.ts';

/** A page has at most 100 transfers; a hostile reply of 2 MB could hold a million empty entries. */
const maxEntries = 10_000;

/** A page of transfers (API document, 2.2): `result` is a list, or one transfer as in the sample. @throws UnreadableReply */
export function readTransferPage(body: unknown): SourcePage {
  if (!isRecord(body))
    throw new UnreadableReply('The reply is JSON, but no transfer list: it is not an object.');
  const { result } = body;
  if (!Array.isArray(result) && !isRecord(result)) {
    throw new UnreadableReply('The reply is not a list of transfers: its "result" is missing or has none.');
  }
  const list: unknown[] = Array.isArray(result) ? result : [result];
  if (list.length > maxEntries)
    throw new UnreadableReply(
      `The reply is a transfer list, but with ${list.length} entries: no page has so many.`,
    );
  const entries = list.map(readTransfer);
  return {
    transfers: sharingTokens()(entries.flatMap((entry) => ('transfer' in entry ? [entry.transfer] : []))),
    unreadable: entries.flatMap((entry) => ('unreadable' in entry ? [entry.unreadable] : [])),
    next: readCursor(body.cursor),
  };
}

/** An absent or falsy cursor is the end. A text with half a character fits into no URL. */
function readCursor(cursor: unknown): string | null {
  if (!cursor) return null;
  if (typeof cursor === 'string' && cursor.isWellFormed()) return cursor;
  if (typeof cursor === 'number') return String(cursor);
  throw new UnreadableReply(
    'The reply is a transfer list, but its "cursor" is not a text: the rest can\'t be read.',
  );
}

const maxUint256 = 2n ** 256n - 1n;
/** No chain's head is above this block. A stored block far beyond the head would hide all later transfers. */
const highestBlock = 10_000_000_000;

/** One transfer (API document, 2.1). All but transaction_hash, address, block_number, from_address and value may be null. */
export function readTransfer(entry: unknown): { transfer: Transfer } | { unreadable: UnreadableTransfer } {
  if (!isRecord(entry))
    return { unreadable: { transactionHash: null, blockNumber: null, reason: 'the entry is not an object' } };
  const transactionHash = readHash(entry.transaction_hash);
  const address = readAddress(entry.address);
  const blockNumber = readInteger(entry.block_number, highestBlock);
  const from = readAddress(entry.from_address);
  const value = readWhole(entry.value, maxUint256);

  const unreadable = (field: string, expected: string) => ({
    unreadable: {
      transactionHash,
      blockNumber,
      reason: `${field} is ${describe(entry[field])}, not ${expected}`,
    },
  });
  if (transactionHash === null) return unreadable('transaction_hash', '0x and 64 hex digits');
  if (address === null) return unreadable('address', 'an address');
  if (blockNumber === null) return unreadable('block_number', 'a whole number');
  if (from === null) return unreadable('from_address', 'an address');
  if (value === null) return unreadable('value', 'a whole number from 0 to 2^256-1');

  return {
    transfer: {
      kind: 'erc20',
      tokenId: null,
      internal: false,
      token: readToken(entry, address),
      from: readParty(from, entry.from_address_label),
      to: readParty(readAddress(entry.to_address), entry.to_address_label),
      value,
      transactionHash,
      sentBy: null,
      transactionIndex: readInteger(entry.transaction_index),
      logIndex: readInteger(entry.log_index),
      blockNumber,
      blockHash: readHash(entry.block_hash),
      blockTimestamp: readTime(entry.block_timestamp),
      possibleSpam: readFlag(entry.possible_spam),
    },
  };
}

function readToken(entry: Record<string, unknown>, address: Address): Token {
  return {
    address,
    name: readText(entry.token_name),
    symbol: readText(entry.token_symbol),
    decimals: readInteger(entry.token_decimals, 255),
    logo: readWebUrl(entry.token_logo),
    // verified_collection in the API document, verified_contract since 2024.
    verified: readFlag(entry.verified_contract) ?? readFlag(entry.verified_collection),
  };
}

function readParty(address: Address | null, label: unknown): Party {
  return { address, label: readText(label) };
}

/** Never quotes a text, because it may hold anything, at any length. */
function describe(value: unknown): string {
  if (value === undefined) return 'missing';
  if (value === null || typeof value === 'boolean') return String(value);
  if (typeof value !== 'string' && typeof value !== 'number')
    return Array.isArray(value) ? 'a list' : 'an object';
  const text = String(value);
  return /^[-+.\de]{1,30}$/i.test(text) ? text : `a text of ${text.length} characters`;
}
