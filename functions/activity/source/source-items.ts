import * as z from 'zod';
import { type Address, parseAddress } from '../../chain/address.ts';

const wallet = z.custom<Address>();
const number = z.coerce.number();
const storedAddress = z.string().transform((text) => parseAddress(text));
const addresses = z.array(storedAddress).readonly();

/** How far a wallet's logs are read from its row's `fromBlock` on, kept until the wallet's first poll has succeeded. */
export const pastItem = z.object({
  wallet,
  stamp: z.string(),
  /** The first block that is still to be read. */
  next: number,
  /** Scans of this wallet began after this block. */
  to: number,
  /** Blocks of the next step; 0: the node gave no logs even of a single block. */
  blocks: number,
});
export type Past = z.infer<typeof pastItem>;

/** The approvals of a wallet while a re-org may drop them or bring them back: lists of JSON, oldest first. */
export const givenItem = z.object({
  wallet,
  stamp: z.string(),
  /** Approvals in surely real tokens, as last left for polls. */
  told: z.array(z.string()),
  /** Logs of approvals whose allowance the node could not tell yet. */
  unread: z.array(z.string()),
});
export type Given = z.infer<typeof givenItem>;

const safe = z.object({
  implementation: storedAddress.nullable(),
  owners: addresses,
  /** Decimal. */
  threshold: z.string(),
  /** Null: they were never read. */
  modules: addresses.nullable(),
  guard: storedAddress.nullable(),
  handler: storedAddress.nullable(),
});
/** Who can move a Safe's money, as last reported, or as found at the first look. */
export type Safe = z.infer<typeof safe>;

const contractState = z.object({
  /** Hash of the contract's answers at the last read (readPrints in safes.ts); null: it must be read again. */
  print: z.string().nullable(),
  /** Null: it is no Safe. */
  safe: safe.nullable(),
});
export type ContractState = z.infer<typeof contractState>;

/** A wallet's state at the previous look. A wallet without an item runs no other code and is below no floor. */
export const stateItem = z.object({
  wallet,
  stamp: z.string(),
  /** The block of the last change, but always above the `since` of the change before: each change needs a key of its own. */
  since: number,
  /** The contract whose code the account runs (EIP-7702); null: none. */
  delegate: storedAddress.nullable(),
  /** Null: the account has no code, or does not answer as a Safe. */
  contract: contractState.nullable(),
  /** Tokens below the row's floor (null: the chain's own coin), each with the key of its event. */
  low: z.array(z.object({ token: storedAddress.nullable(), key: z.string() })),
  /** Events of its last change, as JSON: the look may have died before it left them for polls. */
  owed: z.array(z.string()).default([]),
  /** Epoch seconds, once no row watches the wallet; otherwise null. */
  expiresAt: number.nullable(),
});
export type WalletState = z.infer<typeof stateItem>;
