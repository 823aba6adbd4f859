import type { PageRequest, UnreadableTransfer } from '../../transfer/source.ts';
import { dropRepeats, type KeyedTransfer, withKeys } from '../../transfer/transfer-key.ts';
import type { Watch } from '../../wallet/watch.ts';
import type { PollDependencies, PollLimits } from '../poll-dependencies.ts';

/** What a wallet had before its watch began, as far as one page shows it. */
export interface FirstRead {
  /** Oldest first. */
  readonly transfers: readonly KeyedTransfer[];
  readonly unreadable: readonly UnreadableTransfer[];
  /** There are older ones. */
  readonly more: boolean;
}

/** The newest page of a wallet: all of it is old, and what is older need not be known. */
export async function readFirstPage(
  { wallet, chain }: Watch,
  { source }: Pick<PollDependencies, 'source'>,
  limits: PollLimits,
): Promise<FirstRead> {
  const request: PageRequest = { wallet, chain, from: null, to: null, position: null };
  for await (const { transfers, unreadable, next } of source.pages(request, limits))
    return { transfers: withKeys(dropRepeats(transfers)), unreadable, more: next !== null };
  return { transfers: [], unreadable: [], more: false };
}
