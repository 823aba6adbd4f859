import type { RangeRequest, TransferRange, TransferSource } from '../../functions/transfer/source.ts';
import { directionFor, type Transfer } from '../../functions/transfer/transfer.ts';

/** A source that knows the whole chain and serves any number of wallets by one call, as a node of one's own could. */
export class MemorySource implements TransferSource {
  calls = 0;
  private readonly chain: () => readonly Transfer[];

  constructor(chain: () => readonly Transfer[]) {
    this.chain = chain;
  }

  async open(): Promise<void> {}

  ranges(requests: readonly RangeRequest[]): AsyncIterable<TransferRange>[] {
    let called: readonly Transfer[] | null = null;
    const call = () => {
      if (called === null) this.calls += 1;
      called ??= [...this.chain()];
      return called;
    };
    return requests.map((request) => rangeOf(request, call));
  }
}

async function* rangeOf(
  { wallet, from, through }: RangeRequest,
  call: () => readonly Transfer[],
): AsyncGenerator<TransferRange> {
  const first = from !== null && 'block' in from ? from.block : 0;
  const since = from !== null && 'time' in from ? from.time.getTime() : 0;
  const isAsked = (transfer: Transfer) =>
    directionFor(wallet, transfer) !== null &&
    transfer.blockNumber >= first &&
    transfer.blockNumber <= (through ?? transfer.blockNumber) &&
    Date.parse(transfer.blockTimestamp ?? '') >= since;
  const transfers = call().filter(isAsked);
  const unread = { unreadable: [], more: false, unfinished: null };
  yield { from: first, through, transfers, complete: true, whole: true, ...unread };
}
