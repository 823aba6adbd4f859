import * as z from 'zod';
import { readHash } from '../api/wire.ts';
import { readAddress } from '../chain/address.ts';
import type { BlockNumber, EpochSeconds } from '../chain/units.ts';
import { type AskNode, blockCall, NodeUnusable, type RpcAnswer, tooLarge } from './calls.ts';
import { readQuantity } from './event-log.ts';

const parsedBy = <Read>(read: (value: unknown) => Read | null) =>
  z.unknown().transform((value, context): Read => {
    const known = read(value);
    if (known !== null) return known;
    context.addIssue({ code: 'custom' });
    return z.NEVER;
  });
const readWei = (value: unknown) =>
  typeof value === 'string' && /^0x[0-9a-f]{1,64}$/i.test(value) ? BigInt(value) : null;
const quantity = parsedBy(readQuantity);
const wei = parsedBy(readWei);
const hash = parsedBy(readHash);
const address = parsedBy(readAddress);

const block = z
  .object({ number: quantity, hash, timestamp: quantity })
  .transform(({ timestamp, ...rest }) => ({ ...rest, minedAt: timestamp }));
export type Block = Readonly<z.infer<typeof block>>;

const transaction = z
  .object({
    hash,
    transactionIndex: quantity,
    from: address,
    to: address.nullish(),
    value: wei,
    /** Of one unit of gas. */
    gasPrice: wei.optional().catch(undefined),
    authorizationList: z.array(z.object({ address })).catch([]),
  })
  .transform(({ transactionIndex, to = null, authorizationList, ...rest }) => ({
    ...rest,
    index: transactionIndex,
    /** Null for a creation. */
    to,
    /** The contracts to which its authorizations delegate accounts (EIP-7702); zero: they end a delegation. */
    delegates: authorizationList.map((one) => one.address),
  }));
export type NodeTransaction = Readonly<z.infer<typeof transaction>>;

export interface BlockBody extends Block {
  readonly transactions: readonly NodeTransaction[];
}
const body = z.object({ transactions: z.array(transaction) });

const receipt = z
  .object({
    status: quantity,
    gasUsed: wei,
    effectiveGasPrice: wei.nullish(),
    blobGasUsed: wei.nullish(),
    blobGasPrice: wei.nullish(),
    /** The fee of OP stack rollups for their data on Ethereum. */
    l1Fee: wei.nullish(),
    contractAddress: address.nullish(),
  })
  .transform((read) => {
    const { gasUsed, effectiveGasPrice: price = null, blobGasUsed, blobGasPrice, l1Fee } = read;
    return {
      succeeded: read.status === 1,
      /** Paid by its sender, beside the value. */
      fee: gasUsed * (price ?? 0n) + (blobGasUsed ?? 0n) * (blobGasPrice ?? 0n) + (l1Fee ?? 0n),
      /** Gas that `fee` leaves out because the receipt names no price; the transaction names it. */
      unpriced: price === null ? gasUsed : 0n,
      /** The new contract's address. */
      created: read.contractAddress ?? null,
    };
  });
export type Receipt = Readonly<z.infer<typeof receipt>>;

/** The block of an answer to `blockCall`; null if the node has none of that number. */
export function readBlock(result: unknown): Block | null {
  const { data } = block.nullable().safeParse(result);
  if (data === undefined) throw new NodeUnusable("The node's answer holds no readable block.");
  return data;
}

export function readBlockBody(result: unknown): BlockBody | null {
  const { data } = block.and(body).safeParse(result);
  return data ?? null;
}

/** Null also for a transaction that the node does not know. */
export function readReceipt(result: unknown): Receipt | null {
  return receipt.safeParse(result).data ?? null;
}

/** The end of the year 9999: times of texts and JSON go no further. */
const latest = 253_402_300_799;

/** A block's time in ISO; null if the node gave none, or one after the year 9999. */
export function isoTime(minedAt: EpochSeconds | null | undefined): string | null {
  return minedAt == null || minedAt > latest ? null : new Date(minedAt * 1_000).toISOString();
}

export async function readBodies(blocks: readonly number[], node: AskNode): Promise<readonly BlockBody[]> {
  const bodies: BlockBody[] = [];
  let hasOwnForm = false;
  // One by one: a block may have a megabyte.
  for (const block of blocks) {
    const [answer] = await node.ask([blockCall(block, true)]);
    const read = readBlockBody(answer?.result);
    const body: BlockBody | null = read ?? (await readAgain(block, answer, hasOwnForm, node));
    if (body?.number !== block)
      throw new NodeUnusable(`The node does not give the transactions of block ${block}.`);
    hasOwnForm ||= answer?.result != null && read === null && body.transactions.length === 0;
    bodies.push(body);
  }
  return bodies;
}

/** Whether asking again is useless: the answer is too large to read, or in a form that only its chain has. */
function isDefinite({ error, result }: RpcAnswer = { result: null }): boolean {
  return error === tooLarge || result != null;
}

/**
 * A second answer, because nonsense may be a passing fault. If that is unreadable too, the header stands in for the block, which would
 * hold up all later ones: its changes are reported without its transactions.
 * @param hasOwnForm an earlier block was unreadable twice, so that a second answer would only cost time
 */
async function readAgain(
  block: BlockNumber,
  first: RpcAnswer | undefined,
  hasOwnForm: boolean,
  node: AskNode,
): Promise<BlockBody | null> {
  if (!isDefinite(first)) return null;
  const isFinal = hasOwnForm || first?.error === tooLarge;
  const [second] = isFinal ? [] : await node.ask([blockCall(block, true)]);
  const body = readBlockBody(second?.result);
  if (body !== null) return body;
  const [answer] = await node.ask([blockCall(block)]);
  const header = readBlock(answer?.result);
  return header && { ...header, transactions: [] };
}

export async function readReceipts(
  hashes: readonly string[],
  node: AskNode,
  isSecond = false,
): Promise<ReadonlyMap<string, Receipt>> {
  const receipts = new Map<string, Receipt>();
  const unreadable: string[] = [];
  const answers = await node.ask(
    hashes.map((hash) => ({ method: 'eth_getTransactionReceipt', params: [hash] })),
  );
  for (const [at, hash] of hashes.entries()) {
    const receipt = readReceipt(answers[at]?.result);
    if (receipt !== null) receipts.set(hash, receipt);
    else if (!isDefinite(answers[at]))
      throw new NodeUnusable(`The node does not give the receipt of transaction ${hash}.`);
    else if (answers[at]?.error !== tooLarge) unreadable.push(hash);
  }
  if (unreadable.length === 0 || isSecond) return receipts;
  return new Map([...receipts, ...(await readReceipts(unreadable, node, true))]);
}
