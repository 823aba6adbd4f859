import { createHash } from 'node:crypto';
import type { TransferPage, TransferQuery, TransferSource } from '../../functions/transfer/source.ts';
import type { Transfer } from '../../functions/transfer/transfer.ts';
import { describedTransfer } from './alerts.ts';

/** A chain of blocks twelve seconds apart, and the API that reads it: newest first, 100 a page. */
export class MemoryChain implements TransferSource {
  readonly transfers: Transfer[] = [];
  readonly unreadable: TransferPage['unreadable'][number][] = [];
  calls = 0;
  /** Thrown by the next call. */
  fault: Error | null = null;
  /** Called for each page that is asked for by a cursor of an earlier read: a throw there is the API's answer. */
  atCursor: () => void = () => {};
  /** Called before each call: a throw there is a call that was not made. */
  atCall: () => void = () => {};
  lastPage: readonly Transfer[] = [];
  /** The API may give smaller pages than asked for. */
  largestPage = 100;
  private mined = 0;
  private readonly genesis: number;

  /** @param genesis epoch milliseconds of block 0 */
  constructor(genesis: number) {
    this.genesis = genesis;
  }

  /** Mines one transfer into a block; each has a transaction of its own unless told otherwise. */
  mine(blockNumber: number, over: Partial<Transfer> = {}, token: Partial<Transfer['token']> = {}): Transfer {
    this.mined += 1;
    const {
      direction: _direction,
      coin: _coin,
      ...transfer
    } = describedTransfer(
      {
        blockNumber,
        blockHash: `0x${createHash('sha256').update(`block ${blockNumber}`).digest('hex')}`,
        blockTimestamp: new Date(this.genesis + blockNumber * 12_000).toISOString(),
        transactionHash: `0x${createHash('sha256').update(`transaction ${this.mined}`).digest('hex')}`,
        transactionIndex: this.mined,
        logIndex: this.mined,
        ...over,
      },
      token,
    );
    this.transfers.push(transfer);
    return transfer;
  }

  async *pages(query: TransferQuery): AsyncGenerator<TransferPage> {
    const { from, to } = query;
    const found = this.transfers
      .filter(({ blockNumber, blockTimestamp }) => {
        if (to !== undefined && 'block' in to && blockNumber > to.block) return false;
        if (from === undefined) return true;
        return 'block' in from
          ? blockNumber >= from.block
          : Date.parse(blockTimestamp ?? '') >= from.date.getTime();
      })
      .sort((a, b) => b.blockNumber - a.blockNumber || (b.logIndex ?? 0) - (a.logIndex ?? 0));
    const size = Math.min(query.limit ?? 100, this.largestPage);
    const begin = Number(query.cursor ?? 0);
    for (let at = begin; at === begin || at < found.length; at += size) {
      this.atCall();
      this.calls += 1;
      if (query.cursor !== undefined && at === begin) this.atCursor();
      if (this.fault !== null) throw this.fault;
      const cursor = at + size < found.length ? String(at + size) : null;
      const transfers = found.slice(at, at + size);
      this.lastPage = transfers;
      yield { transfers, unreadable: this.unreadable, page: at / size, pageSize: size, total: null, cursor };
    }
  }
}
