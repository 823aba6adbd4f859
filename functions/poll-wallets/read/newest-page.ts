import type { PageRequest, UnreadableTransfer } from '../../transfer/source.ts';
import { dropRepeats, type KeyedTransfer, withKeys } from '../../transfer/transfer-key.ts';
import type { Watch } from '../../wallet/watch.ts';
import type { PollDependencies, PollLimits } from '../poll-dependencies.ts';

/** The newest transfers of a wallet, as many as one page shows. */
export interface NewestPage {
  /** Oldest first. */
  readonly transfers: readonly KeyedTransfer[];
  readonly unreadable: readonly UnreadableTransfer[];
  /** There are older ones. */
  readonly more: boolean;
}

/** One call: for a watch that begins, or to see thefts while a long read goes on. */
export async function readNewestPage(
  { wallet, chain }: Watch,
  { source }: Pick<PollDependencies, 'source'>,
  limits: PollLimits,
  of: Partial<PageRequest> = {},
): Promise<NewestPage> {
  const request: PageRequest = { wallet, chain, from: null, to: null, position: null, ...of };
  for await (const { transfers, unreadable, next } of source.pages(request, limits))
    return { transfers: withKeys(dropRepeats(transfers)), unreadable, more: next !== null };
  return { transfers: [], unreadable: [], more: false };
}
