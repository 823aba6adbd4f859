import * as z from 'zod';
import { readAddress } from '../chain/address.ts';
import type { BlockNumber, EpochSeconds } from '../chain/units.ts';
import { readHash } from '../http/read-json.ts';
import { type AskNode, askTwice, blockCall, NodeUnusable, type RpcCall, tooLarge } from './calls.ts';
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
const isHash = (one: unknown) => typeof one === 'string';
/** Leaves out transactions in a form of their own: the balances show what they move. A list of hashes is the answer to another call. */
const body = z.object({
  transactions: z
    .array(z.unknown())
    .refine((all) => !all.some(isHash))
    .pipe(z.array(transaction.nullable().catch(null)))
    .transform((all) => all.filter((one) => one !== null)),
});

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

export function readReceipt(result: unknown): Receipt | null {
  return receipt.safeParse(result).data ?? null;
}

const latest = 253_402_300_799; // the end of the year 9999

/** A block's time; null if the node gave none, or one after the year 9999. */
export function isoTime(minedAt: EpochSeconds | null | undefined): string | null {
  return minedAt == null || minedAt > latest ? null : new Date(minedAt * 1_000).toISOString();
}

/** Maximum calls repeated because they found nothing: strangers may send a hundred transactions without receipts. */
const maxLacked = 10;

/**
 * Results by call: null if two answers make no sense, undefined if the answer is too large to read.
 * @param absent the result of a call that finds nothing at two tries (at one try, after ten such calls); null: such a call counts as refused
 * @throws NodeUnusable if a call is refused twice
 */
async function readResults<Read>(
  calls: readonly RpcCall[],
  read: (result: unknown) => Read | null | undefined,
  node: AskNode,
  absent: Read | null = null,
): Promise<readonly (Read | null | undefined)[]> {
  let refused: readonly RpcCall[] = [];
  let lacked: readonly RpcCall[] = [];
  const results = await askTwice(calls, async (some) => {
    const left = absent === null ? [] : lacked.slice(maxLacked);
    const asked = some.filter((call) => !left.includes(call));
    const given = await node.ask(asked);
    const answers = new Map(asked.map((call, at) => [call, given[at]]));
    const isAbsent = (call: RpcCall) => answers.get(call)?.result === null;
    const areAbsent = lacked.slice(0, maxLacked).every(isAbsent);
    const found = some.map((call) => {
      const { result, error } = answers.get(call) ?? {};
      if (error === tooLarge) return undefined;
      if (left.includes(call) ? areAbsent : result === null && lacked.includes(call)) return absent;
      return result == null ? null : read(result);
    });
    refused = some.filter((call, at) => found[at] === null && answers.get(call)?.result == null);
    lacked = some.filter(isAbsent);
    return found;
  });
  const [first] = refused;
  if (first === undefined) return results;
  throw new NodeUnusable(`The node gives no answer to ${first.method} of ${first.params[0]}.`);
}

/** The header stands in for an unreadable block, which would hold up all later ones: its transactions are not reported. */
export async function readBodies(blocks: readonly number[], node: AskNode): Promise<readonly BlockBody[]> {
  const bodies: BlockBody[] = [];
  /** A block was unreadable twice: other blocks need no second answer. */
  let hasOwnForm = false;
  // One by one: a block may have a megabyte.
  for (const block of blocks) {
    const read = (result: unknown) => readBlockBody(result) ?? (hasOwnForm ? undefined : null);
    const [answer] = await readResults([blockCall(block, true)], read, node);
    hasOwnForm ||= answer === null;
    const body = answer ?? (await readHeader(block, node));
    if (body?.number !== block) throw new NodeUnusable(`The node does not give block ${block}.`);
    bodies.push(body);
  }
  return bodies;
}

async function readHeader(block: BlockNumber, node: AskNode): Promise<BlockBody | null> {
  const [answer] = await node.ask([blockCall(block)]);
  const header = readBlock(answer?.result);
  return header && { ...header, transactions: [] };
}

/** @throws NodeUnusable if a re-org has replaced one of these blocks, or the node does not know it */
export async function checkStanding(
  blocks: readonly Pick<Block, 'number' | 'hash'>[],
  node: AskNode,
): Promise<void> {
  const answers = await node.ask(blocks.map(({ number }) => blockCall(number)));
  if (!blocks.every(({ hash }, at) => readBlock(answers[at]?.result ?? null)?.hash === hash))
    throw new NodeUnusable('Blocks were replaced while the node was asked about them.');
}

/** Receipts by transaction hash. Unreadable ones are left out; `absent`: the node has none. */
export async function readReceipts(
  hashes: readonly string[],
  node: AskNode,
): Promise<ReadonlyMap<string, Receipt | 'absent'>> {
  const calls = hashes.map((hash) => ({ method: 'eth_getTransactionReceipt', params: [hash] }));
  const receipts = await readResults<Receipt | 'absent'>(calls, readReceipt, node, 'absent');
  return new Map(
    hashes.flatMap((hash, at) => {
      const receipt = receipts[at];
      return receipt ? [[hash, receipt] as const] : [];
    }),
  );
}
