import { Dispatcher } from 'undici';
import { type Place, readBounds } from '../../../lib/simulated-api/bounds.ts';
import { type PagePosition, readCursor, writeCursor } from '../../../lib/simulated-api/page-cursor.ts';
import { rowsWithin } from '../../../lib/simulated-api/rows-within.ts';
import type { Scheduler } from '../../support/scheduler.ts';
import type { SimChain } from '../chain/sim-chain.ts';
import { type ShownTransfer, shownBlock } from '../chain/sim-transaction.ts';
import type { ApiFault } from '../faults.ts';
import type { Random } from '../random.ts';
import type { Troubles } from '../troubles.ts';
import { Worker } from '../worker.ts';
import { type Delivery, deliver } from './exchange.ts';
import type { ReadLog } from './read-log.ts';
import { type Answer, refusals } from './refusals.ts';
import { wireRow, wireText } from './wire-row.ts';

/** Told of every call when it leaves the worker, and of every one that was answered with what it asked for. */
export interface ApiWitness {
  called(time: number): void;
  answered(url: string, worker: Worker): void;
  /** Told how many rows the last page of a wallet had. */
  showed(wallet: string, rows: number): void;
  /** Told that a row came with a block number that the chain never had. */
  showedWrongNumber(): void;
}

const deliveries: ReadonlySet<string> = new Set([
  'reset before the headers',
  'reset in the body',
  'hang before the headers',
  'hang in the body',
  'slow drip',
]);
const isDelivery = (fault: ApiFault | null): fault is ApiFault & Delivery =>
  fault !== null && deliveries.has(fault);
const smallPage = 3;
const slowReply = 7_000;

/** The transfers endpoint over the simulated chain, as a dispatcher of undici: real requests, no network, virtual time. */
export class SimApi extends Dispatcher {
  private readonly chain: SimChain;
  private readonly scheduler: Scheduler;
  private readonly troubles: Troubles;
  private readonly random: Random;
  private readonly witness: ApiWitness;
  private serial = 0;

  constructor(
    chain: SimChain,
    scheduler: Scheduler,
    troubles: Troubles,
    random: Random,
    witness: ApiWitness,
  ) {
    super();
    this.chain = chain;
    this.scheduler = scheduler;
    this.troubles = troubles;
    this.random = random;
    this.witness = witness;
  }

  override dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    const worker = this.scheduler.owner;
    if (!(worker instanceof Worker)) throw new Error('nobody calls the API');
    const crash = this.troubles.takeCrash('read page');
    const fault = this.troubles.takeApi();
    const latency = this.random.between(40, 400) + (fault === 'slow reply' ? slowReply : 0);
    this.witness.called(this.scheduler.now);
    if (crash !== null) {
      this.scheduler.after(crash === 'before' ? 0 : latency, () => worker.die());
      return true;
    }
    const { answer, arrived } = this.answerTo(new URL(options.path, 'https://api'), fault, worker);
    deliver(answer, isDelivery(fault) ? fault : 'whole', latency, options, handler, this.scheduler, arrived);
    return true;
  }

  private answerTo(
    url: URL,
    fault: ApiFault | null,
    worker: Worker,
  ): { answer: Answer; arrived: () => void } {
    const refusal = fault === null ? undefined : refusals[fault];
    if (refusal !== undefined) return { answer: refusal, arrived() {} };
    const [, , , wallet = ''] = url.pathname.split('/');
    const given = url.searchParams.get('cursor');
    const cursor = given === null ? this.begin(fault) : (readCursor(given) ?? behindAll);
    const asOf = cursor.knownAt ?? this.scheduler.now;
    const bounds = readBounds(url.searchParams);
    if (bounds === null) throw new Error(`nobody can read the bounds of ${url.href}`);
    const behind = rowsWithin(this.chain.shown(wallet, asOf), placeOf, bounds, cursor.after);
    const size = sizeOfPage(cursor, fault);
    const rows = behind.slice(0, size);
    const next = this.nextCursor(rows, cursor, fault, behind.length > size);
    const sent = fault === 'cursor repeats' || given === 'again' ? 'again' : next;
    const body = this.pageOf(rows, sent, fault, asOf);
    const whole = wireText(body);
    const text = fault === 'body cut short' ? whole.slice(0, Math.floor(whole.length * 0.7)) : whole;
    const clean = fault !== 'body cut short' && fault !== 'cursor is no text';
    const arrived = () => {
      if (!clean) return;
      this.witness.answered(url.href, worker);
      this.witness.showed(wallet, rows.length);
      const log = given === null ? beginLog(url.searchParams, asOf) : worker.reads.get(wallet);
      if (log === undefined) return;
      worker.reads.set(wallet, log);
      for (const row of rows) {
        const { transfer, placement } = row;
        const block = shownBlock(row, asOf);
        if (block !== placement.block) this.witness.showedWrongNumber();
        if (asOf < transfer.unreadableUntil) log.unreadable.add(transfer);
        else log.shown.set(transfer, { ...placement, block });
      }
      log.oddEntry ||= fault === 'one entry is no object';
      log.ended = sent === null;
    };
    return { answer: { status: 200, headers: { 'content-type': 'application/json' }, body: text }, arrived };
  }

  private begin(fault: ApiFault | null): PagePosition {
    const stale = fault === 'stale read' ? this.random.between(15_000, 60_000) : 0;
    const knownAt = fault === 'pages follow the chain' ? null : this.scheduler.now - stale;
    const small = fault === 'page smaller than asked' || fault === 'pages follow the chain';
    return { knownAt, after: null, page: 0, size: small ? smallPage : null, request: '' };
  }

  private nextCursor(
    rows: readonly ShownTransfer[],
    cursor: PagePosition,
    fault: ApiFault | null,
    more: boolean,
  ): string | null {
    this.serial += 1;
    if (fault === 'empty page with a cursor') return writeCursor({ ...cursor, page: this.serial });
    const last = rows[rows.length - 1 - (fault === 'pages overlap' && rows.length > 2 ? 2 : 0)];
    if (last === undefined || (!more && fault !== 'pages overlap')) return null;
    return writeCursor({ ...cursor, after: placeOf(last), page: this.serial });
  }

  private pageOf(
    rows: readonly ShownTransfer[],
    cursor: string | null,
    fault: ApiFault | null,
    time: number,
  ): object {
    const ofDocument = fault === 'form of the document' || fault === 'one object as result';
    const form = {
      ofDocument,
      namesLeftOut: fault === 'names left out',
      unknownFields: fault === 'unknown fields',
    };
    const entries: unknown[] = rows.map((row) => wireRow(row, form, time));
    if (fault === 'rows out of order') entries.reverse();
    if (fault === 'rows repeated in a page') entries.push(...entries.slice(0, 3));
    if (fault === 'one entry is no object') entries.push('no transfer');
    if (fault === 'a row of another wallet')
      entries.push(...rows.slice(0, 1).map((row) => ofAnother(row, form, time)));
    const odd = fault === 'wrong counts in the envelope';
    return {
      page: odd ? 7 : ofDocument ? '0' : 0,
      page_size: odd ? 3 : 100,
      ...(odd ? { total: 1 } : {}),
      cursor: fault === 'cursor is no text' ? { next: true } : ofDocument ? (cursor ?? '') : cursor,
      result: fault === 'one object as result' && entries.length === 1 ? entries[0] : entries,
    };
  }
}

function sizeOfPage(cursor: PagePosition, fault: ApiFault | null): number {
  if (fault === 'empty page with a cursor') return 0;
  if (fault === 'one object as result') return 1;
  return cursor.size ?? 100;
}

function beginLog(query: URLSearchParams, asOf: number): ReadLog {
  return {
    from: Number(query.get('from_block') ?? 0),
    through: Number(query.get('to_block') ?? Number.POSITIVE_INFINITY),
    asOf,
    shown: new Map(),
    unreadable: new Set(),
    oddEntry: false,
    ended: false,
  };
}

function placeOf({ placement, transfer }: ShownTransfer): Place {
  const { block, timestamp: time, index } = placement;
  return { block, time, index, log: transfer.place };
}

/** Where nothing comes any more. */
const behindAll: PagePosition = {
  knownAt: null,
  after: { block: -1, time: 0, index: 0, log: 0 },
  page: 0,
  size: null,
  request: '',
};

/** A mixed-up cache: the same row, but between two strangers. */
function ofAnother(row: ShownTransfer, form: Parameters<typeof wireRow>[1], time: number): object {
  return {
    ...wireRow(row, form, time),
    from_address: `0x${'77'.repeat(20)}`,
    to_address: `0x${'78'.repeat(20)}`,
    transaction_hash: `0x${'79'.repeat(32)}`,
  };
}
