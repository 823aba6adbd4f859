import { type Address, readAddress } from '../chain/address.ts';
import type { Chain } from '../chain/chains.ts';
import type { Transfer } from '../transfer/transfer.ts';
import { type BlockBody, isoTime, type NodeTransaction } from './blocks.ts';
import { type AskNode, askTwice, blockCall } from './calls.ts';
import { type EventLog, readQuantity } from './event-log.ts';
import { movementsIn } from './movements.ts';
import { asKind, type MetadataStore, metadataOf, ownCoin } from './token-metadata.ts';

/** Maximum headers of a scan, from nodes that don't say the time with the log. */
const maxHeaders = 60;
/** Maximum transactions of a scan whose senders are asked for: NFTs of further ones count as unasked. */
const maxSenders = 15;

/** @param bodies blocks that were read already, because coin moved in them or a wallet paid a fee */
export async function transfersIn(
  logs: readonly EventLog[],
  chain: Chain,
  node: AskNode,
  known: MetadataStore,
  bodies: readonly BlockBody[] = [],
): Promise<readonly Transfer[]> {
  const moved = logs.flatMap((log) => movementsIn(log).map((movement) => ({ log, movement })));
  const tokens = moved.map(({ movement }) => movement.token).filter((token) => token !== null);
  const texts = await metadataOf([...new Set(tokens)], chain, node, known);
  const times = await timesOf(
    moved.map(({ log }) => log),
    node,
  );
  const pieces = moved.filter(({ movement }) => movement.tokenId !== null);
  const sides = await sidesOf(
    pieces.map(({ log }) => log.transactionHash),
    node,
    bodies,
  );
  return moved.map(({ log, movement: { kind, token, tokenId, from, to, value } }) => {
    const { transactionHash, transactionIndex, logIndex, blockNumber, blockHash } = log;
    return {
      kind,
      token: token === null ? ownCoin(chain) : { address: token, ...asKind(kind, texts.get(token)) },
      tokenId,
      internal: false,
      from: { address: from, label: null },
      to: { address: to, label: null },
      value,
      transactionHash,
      sentBy: senderFor(to, sides.get(transactionHash)),
      transactionIndex,
      logIndex,
      blockNumber,
      blockHash,
      blockTimestamp: isoTime(times.get(blockNumber)),
      possibleSpam: null,
    };
  });
}

/** Sender and receiver of transactions, by hash: a collection can write any sender into its events. */
export async function sidesOf(
  hashes: readonly string[],
  node: AskNode,
  bodies: readonly BlockBody[] = [],
): Promise<ReadonlyMap<string, Sides>> {
  const known = sidesIn(bodies);
  const all = [...new Set(hashes)].filter((hash) => !known.has(hash)).slice(0, maxSenders);
  // A failure does not end the scan. Asked twice, because an NFT whose sender stays unknown is hidden for good.
  await askTwice(all, async (some) => {
    const calls = some.map((hash) => ({ method: 'eth_getTransactionByHash', params: [hash] }));
    const answers = await node.ask(calls).catch(() => []);
    return some.map((hash, at) => {
      const { from, to } = Object(answers[at]?.result);
      const sender = readAddress(from);
      if (sender !== null) known.set(hash, { from: sender, to: readAddress(to) });
      return sender;
    });
  });
  return known;
}

export type Sides = Pick<NodeTransaction, 'from' | 'to'>;

/** If the transaction calls the receiver, which then runs its own code as a Safe does, the receiver counts as the sender. */
function senderFor(receiver: Address, sides: Sides | undefined): Address | null {
  return sides?.to === receiver ? receiver : (sides?.from ?? null);
}

/** Sender and receiver by hash, of transactions that were read already. */
export function sidesIn(bodies: readonly BlockBody[]): Map<string, Sides> {
  const read = bodies.flatMap(({ transactions }) => transactions);
  return new Map(read.map((one) => [one.hash, one]));
}

/** Blocks' times in epoch seconds, by number. */
export async function timesOf(
  logs: readonly EventLog[],
  node: AskNode,
): Promise<ReadonlyMap<number, number>> {
  const times = new Map<number, number>();
  for (const { blockNumber, minedAt } of logs) if (minedAt !== null) times.set(blockNumber, minedAt);
  const unknown = logs.map(({ blockNumber }) => blockNumber).filter((block) => !times.has(block));
  const asked = [...new Set(unknown)].slice(0, maxHeaders);
  const answers = await node.ask(asked.map((block) => blockCall(block))).catch(() => []);
  for (const [at, block] of asked.entries()) {
    const time = readQuantity(Object(answers[at]?.result).timestamp);
    if (time !== null) times.set(block, time);
  }
  return times;
}
