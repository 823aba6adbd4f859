import * as z from 'zod';
import type { Address } from '../../chain/address.ts';

const wallet = z.custom<Address>();
const number = z.coerce.number();

/** How far a wallet's logs are read from its row's `fromBlock` on, kept until the wallet's first poll has succeeded. */
export const pastItem = z.object({
  wallet,
  stamp: z.string(),
  /** The row's, when the reading began. */
  fromBlock: number,
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
