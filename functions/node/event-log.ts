import { type Address, readAddress } from '../chain/address.ts';
import type { BlockHash, BlockNumber, EpochSeconds, TransactionHash } from '../chain/units.ts';
import { readHash } from '../http/read-json.ts';

export interface EventLog {
  readonly address: Address;
  /** Lower-case hex: the event, then its indexed values. */
  readonly topics: readonly string[];
  /** 32-byte words, 64 lower-case hex digits each; null if the data is not made of whole words. */
  readonly words: readonly string[] | null;
  readonly transactionHash: TransactionHash;
  readonly transactionIndex: number;
  readonly logIndex: number;
  readonly blockNumber: BlockNumber;
  readonly blockHash: BlockHash;
  /** Epoch seconds; null from nodes that give a log no time, or the time 0. */
  readonly minedAt: EpochSeconds | null;
}

export const maxTopics = 4;

/**
 * Reads a log without zod, which would record an issue for each of a million unreadable values. Returns null if the value is no log, or
 * if a re-org removed the log.
 */
export function readEventLog(value: unknown): EventLog | null {
  // A value that is no object becomes an object without these fields.
  const log: Readonly<Record<string, unknown>> = Object(value);
  const address = readAddress(log.address);
  const transactionHash = readHash(log.transactionHash);
  const blockHash = readHash(log.blockHash);
  const [blockNumber, transactionIndex, logIndex] = [
    readQuantity(log.blockNumber),
    readQuantity(log.transactionIndex),
    readQuantity(log.logIndex),
  ];
  if (address === null || transactionHash === null || blockHash === null || log.removed === true) return null;
  if (blockNumber === null || transactionIndex === null || logIndex === null) return null;
  if (!Array.isArray(log.topics) || log.topics.length > maxTopics) return null;
  const topics = log.topics.map(readHash);
  if (!topics.every((topic) => topic !== null) || !isData(log.data)) return null;
  return {
    address,
    topics,
    words: readWords(log.data),
    transactionHash,
    transactionIndex,
    logIndex,
    blockNumber,
    blockHash,
    minedAt: readQuantity(log.blockTimestamp) || null,
  };
}

/** A hex quantity up to 2^52, which some nodes pad with zeros; null for anything else. */
export function readQuantity(value: unknown): number | null {
  return typeof value === 'string' && /^0x0{0,64}[0-9a-f]{1,13}$/i.test(value) ? Number(value) : null;
}

const digitsPerWord = 64;

function isData(data: unknown): data is string {
  return typeof data === 'string' && /^0x(?:[0-9a-f]{2})*$/i.test(data);
}

function readWords(data: string): readonly string[] | null {
  if ((data.length - 2) % digitsPerWord !== 0) return null;
  const digits = data.slice(2).toLowerCase();
  return Array.from({ length: digits.length / digitsPerWord }, (_, at) =>
    digits.slice(at * digitsPerWord, (at + 1) * digitsPerWord),
  );
}

/** In a topic: twelve bytes of zero before it. */
export function addressIn(topic: string | undefined): Address | null {
  return topic?.startsWith(`0x${'0'.repeat(24)}`) ? readAddress(`0x${topic.slice(-40)}`) : null;
}
