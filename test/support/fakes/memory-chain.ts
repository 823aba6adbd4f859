import type { PageRequest, SourcePage } from '../../../functions/transfer/source.ts';
import { BadRequest } from '../../../functions/transfer/source-errors.ts';
import type { Transfer } from '../../../functions/transfer/transfer.ts';
import { readCursor, writeCursor } from '../../../lib/simulated-api/answer.ts';
import { type BlockClock, timeOf } from '../../../lib/simulated-api/block-clock.ts';
import { type Place, rowsWithin } from '../../../lib/simulated-api/bounds.ts';
import { hashOf } from '../../../lib/simulated-api/simulated-transfer.ts';
import { describedTransfer } from '../alerts.ts';

/** How a service may treat a filter by contracts, which the API document does not know. */
export type ByContract = 'honoured' | 'ignored' | 'refused';

/** The simulated API without HTTP: a test writes the chain's transfers in the form that the functions read. */
export class MemoryChain {
  readonly transfers: Transfer[] = [];
  readonly unreadable: SourcePage['unreadable'][number][] = [];
  calls = 0;
  /** The next call throws this. */
  fault: Error | null = null;
  /** Called for each page that is requested by a cursor of an earlier read; an error thrown here is the API's answer. */
  atCursor: () => void = () => {};
  /** Called before each call; throw here to prevent the call. */
  atCall: () => void = () => {};
  lastPage: readonly Transfer[] = [];
  /** How the API answers queries for contracts. */
  byContract: ByContract = 'honoured';
  /** Queries for contracts, in order. */
  readonly askedFor: (readonly string[])[] = [];
  /** The API may give smaller pages than asked for. */
  largestPage = 100;
  private mined = 0;
  private readonly clock: BlockClock;

  constructor(clock: BlockClock) {
    this.clock = clock;
  }

  /** Mines one transfer into a block; by default it has a transaction of its own. */
  mine(blockNumber: number, over: Partial<Transfer> = {}, token: Partial<Transfer['token']> = {}): Transfer {
    this.mined += 1;
    const { direction, coin, usd, ...transfer } = describedTransfer(
      {
        blockNumber,
        blockHash: hashOf(`block ${blockNumber}`),
        blockTimestamp: new Date(timeOf(this.clock, blockNumber)).toISOString(),
        transactionHash: hashOf(`transaction ${this.mined}`),
        transactionIndex: this.mined,
        logIndex: this.mined,
        ...over,
      },
      token,
    );
    this.transfers.push(transfer);
    return transfer;
  }

  async *pages(query: PageRequest): AsyncGenerator<SourcePage> {
    const { from, to, position: given, contracts } = query;
    if (contracts !== undefined) this.askedFor.push(contracts);
    if (contracts !== undefined && this.byContract === 'refused') {
      this.atCall();
      this.calls += 1;
      throw new BadRequest('The API answered 400');
    }
    const bounds = {
      fromBlock: -Infinity,
      toBlock: Infinity,
      fromTime: -Infinity,
      toTime: Infinity,
      ...(from !== null && ('block' in from ? { fromBlock: from.block } : { fromTime: from.time.getTime() })),
      ...(to === null ? {} : { toBlock: to }),
    };
    const start = given === null ? null : readCursor(given);
    const isAsked = contracts !== undefined && this.byContract === 'honoured';
    const known = this.transfers.filter(({ token }) => !isAsked || contracts.includes(String(token.address)));
    const found = rowsWithin(known, placeOf, bounds, start?.after ?? null);
    const size = this.largestPage;
    for (let at = 0; at === 0 || at < found.length; at += size) {
      this.atCall();
      this.calls += 1;
      if (given !== null && at === 0) this.atCursor();
      if (this.fault !== null) throw this.fault;
      const transfers = found.slice(at, at + size);
      this.lastPage = transfers;
      const page = (start?.page ?? 0) + at / size;
      const last = at + size < found.length ? transfers.at(-1) : undefined;
      const next =
        last && writeCursor({ knownAt: null, after: placeOf(last), page: page + 1, size, request: '' });
      yield { transfers, unreadable: this.unreadable, next: next ?? null };
    }
  }
}

function placeOf({ blockNumber, blockTimestamp, transactionIndex, logIndex }: Transfer): Place {
  const time = blockTimestamp === null ? Number.POSITIVE_INFINITY : Date.parse(blockTimestamp);
  return { block: blockNumber, time, index: transactionIndex ?? 0, log: logIndex ?? 0 };
}
