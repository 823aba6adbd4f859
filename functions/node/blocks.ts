import * as z from 'zod';
import { readHash } from '../api/wire.ts';
import { type Address, readAddress } from '../chain/address.ts';
import type { EpochSeconds } from '../chain/units.ts';
import { NodeUnusable } from './calls.ts';
import { readQuantity } from './event-log.ts';

export interface Block {
  readonly number: number;
  readonly hash: string;
  /** Epoch seconds. */
  readonly minedAt: EpochSeconds;
}

export interface NodeTransaction {
  readonly hash: string;
  readonly index: number;
  readonly from: Address;
  /** Null for a creation. */
  readonly to: Address | null;
  readonly value: bigint;
  /** The contracts to which its authorizations delegate accounts (EIP-7702); zero: they end a delegation. */
  readonly delegates: readonly Address[];
}

export interface BlockBody extends Block {
  readonly transactions: readonly NodeTransaction[];
}

export interface Receipt {
  readonly succeeded: boolean;
  /** Paid by its sender, beside the value. */
  readonly fee: bigint;
  /** The new contract's address. */
  readonly created: Address | null;
}

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
  .transform(({ timestamp, ...rest }): Block => ({ ...rest, minedAt: timestamp }))
  .nullable();

const transaction = z
  .object({
    hash,
    transactionIndex: quantity,
    from: address,
    to: address.nullish(),
    value: wei,
    authorizationList: z.array(z.object({ address })).catch([]),
  })
  .transform(
    ({ transactionIndex, to = null, authorizationList, ...rest }): NodeTransaction => ({
      ...rest,
      index: transactionIndex,
      to,
      delegates: authorizationList.map((one) => one.address),
    }),
  );
const body = z
  .object({ number: quantity, hash, timestamp: quantity, transactions: z.array(transaction) })
  .transform(({ timestamp, ...rest }): BlockBody => ({ ...rest, minedAt: timestamp }));
const receipt = z
  .object({
    status: quantity,
    gasUsed: wei,
    effectiveGasPrice: wei.optional(),
    blobGasUsed: wei.optional(),
    blobGasPrice: wei.optional(),
    /** What rollups of the OP stack charge for their data on Ethereum. */
    l1Fee: wei.nullish(),
    contractAddress: address.nullish(),
  })
  .transform((read): Receipt => {
    const { gasUsed, effectiveGasPrice = 0n, blobGasUsed = 0n, blobGasPrice = 0n } = read;
    const fee = gasUsed * effectiveGasPrice + blobGasUsed * blobGasPrice + (read.l1Fee ?? 0n);
    return { succeeded: read.status === 1, fee, created: read.contractAddress ?? null };
  });

/** The block of an answer to `blockCall`; null if the node has none of that number. */
export function readBlock(result: unknown): Block | null {
  const { data } = block.safeParse(result);
  if (data === undefined) throw new NodeUnusable("The node's answer holds no readable block.");
  return data;
}

export function readBlockBody(result: unknown): BlockBody | null {
  return body.safeParse(result).data ?? null;
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
