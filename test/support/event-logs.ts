import { type EventLog, readEventLog } from '../../functions/node/event-log.ts';
import { transferTopic } from '../../functions/node/movements.ts';
import { exchange, treasury, usdc } from './alerts.ts';

/** 32 bytes of a node's answer, as hex digits. */
export const word = (value: bigint | number | string) => BigInt(value).toString(16).padStart(64, '0');
/** Several words. */
export const wordsOf = (values: readonly (bigint | number | string)[]) => `0x${values.map(word).join('')}`;
/** An address or a number as a log's topic. */
export const topicOf = (value: bigint | number | string) => `0x${word(value)}`;

/** A log as a node returns it: the treasury sends the exchange 12.5 USDC. */
export const wireLog = (over: Record<string, unknown> = {}) => ({
  address: usdc as string,
  topics: [transferTopic, topicOf(treasury), topicOf(exchange)],
  data: topicOf(12_500_000n),
  blockNumber: '0x10',
  blockHash: `0x${'ab'.repeat(32)}`,
  blockTimestamp: '0x65',
  transactionHash: `0x${'cd'.repeat(32)}`,
  transactionIndex: '0x2',
  logIndex: '0x5',
  ...over,
});

/** The same log, parsed. */
export function eventLog(over: Record<string, unknown> = {}): EventLog {
  const log = readEventLog(wireLog(over));
  if (log === null) throw new Error('no log');
  return log;
}
