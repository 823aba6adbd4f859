import type { PageRequest, SourcePage, TransferSource } from '../../../functions/transfer/source.ts';
import { directionFor, type Transfer } from '../../../functions/transfer/transfer.ts';
import { chainOrder } from '../../../functions/transfer/transfer-key.ts';

/** A source that answers for the whole chain in one page, as your own node could. */
export class MemorySource implements TransferSource {
  private readonly chain: () => readonly Transfer[];

  constructor(chain: () => readonly Transfer[]) {
    this.chain = chain;
  }

  async open(): Promise<void> {}

  async *pages({ wallet, from, to }: PageRequest): AsyncGenerator<SourcePage> {
    const first = from !== null && 'block' in from ? from.block : 0;
    const since = from !== null && 'time' in from ? from.time.getTime() : 0;
    const isAsked = (transfer: Transfer) =>
      directionFor(wallet, transfer) !== null &&
      transfer.blockNumber >= first &&
      transfer.blockNumber <= (to ?? transfer.blockNumber) &&
      Date.parse(transfer.blockTimestamp ?? '') >= since;
    const transfers = this.chain().filter(isAsked).toSorted(chainOrder).reverse();
    yield { transfers, unreadable: [], next: null };
  }
}
