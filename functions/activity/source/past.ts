import * as z from 'zod';
import type { Address } from '../../chain/address.ts';
import type { Watch } from '../../wallet/watch.ts';

const number = z.coerce.number();

/** How far a wallet's logs are read from its row's `fromBlock` on, kept until the wallet's first poll has succeeded. */
export const pastItem = z.object({
  wallet: z.custom<Address>(),
  stamp: z.string(),
  fromBlock: number,
  /** The first block that is still to be read. */
  next: number,
  /** Scans of this wallet began after this block. */
  to: number,
  /** Blocks of the next step; 0: the node gave no logs even of a single block. */
  blocks: number,
});
export type Past = z.infer<typeof pastItem>;

/** Wallets whose past is still unread: their first polls wait, so that alerts keep the chain's order. */
export function walletsWithUnreadPast(
  beginning: readonly Watch[],
  pasts: ReadonlyMap<Address, Past>,
): ReadonlySet<Address> {
  return new Set(beginning.filter((watch) => isUnread(pastOf(watch, pasts))).map(({ wallet }) => wallet));
}

/** Wallets whose next logs the node has not given, not even for a single block. */
export function refusedOf(beginning: readonly Watch[], pasts: ReadonlyMap<Address, Past>): readonly Watch[] {
  return beginning.filter((watch) => pastOf(watch, pasts)?.blocks === 0);
}

/** Undefined: the reading is still to begin, also if the row names another block than before. */
export function pastOf({ wallet, fromBlock }: Watch, pasts: ReadonlyMap<Address, Past>): Past | undefined {
  const past = pasts.get(wallet);
  return past?.fromBlock === fromBlock ? past : undefined;
}

/** @param past undefined: the wallet's first scan is still to come */
export function isUnread(past: Past | undefined): boolean {
  return past === undefined || past.next <= past.to;
}
