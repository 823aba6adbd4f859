import * as z from 'zod';
import type { Address } from '../chain/address.ts';
import type { ChainRecord } from './chain-record.ts';
import type { Mark } from './tail.ts';

/** Transfers that a sweep found and that it can't say of whether a scan showed them. */
export interface Find {
  readonly wallet: Address;
  readonly stamp: string;
  readonly transfers: readonly FoundTransfer[];
}

export interface FoundTransfer {
  readonly token: string;
  readonly block: number;
}

/** Blocks that scans showed a wallet in, or whatever else clears it of them: both ends included. */
export interface ShownBlocks {
  /** Null: they clear every wallet of the chain. */
  readonly wallet: Address | null;
  readonly spans: readonly (readonly [from: number, to: number])[];
}

/** All that is kept of one chain's activity, in a partition of the State table that no wallet's address can be. */
export interface ChainItems {
  readonly record: ChainRecord;
  readonly marks: ReadonlyMap<Address, Mark>;
  /** Wallets that are polled ordinarily until a tick. */
  readonly ordinary: ReadonlyMap<Address, number>;
  readonly finds: readonly Find[];
}

/** A poll by the tick that it was made for, and the sight of the wallet that it is about. */
export interface MarkedPoll {
  readonly wallet: Address;
  readonly stamp: string;
  readonly minute: number;
}

/** Attributes of the items beside their keys. */
export const markItem = z.object({
  stamp: z.string(),
  activeAt: z.coerce.number(),
  sentAt: z.coerce.number().nullable(),
  sureAt: z.coerce.number().nullable(),
  polledAt: z.coerce.number().nullable(),
  block: z.coerce.number(),
});
export const ordinaryItem = z.object({ until: z.coerce.number() });
export const findItem = z.object({
  stamp: z.string(),
  transfers: z.array(z.object({ token: z.string(), block: z.coerce.number() })),
});
export const shownItem = z.object({ spans: z.array(z.tuple([z.coerce.number(), z.coerce.number()])) });
