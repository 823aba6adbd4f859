import { Dispatcher } from 'undici';
import {
  contractsOf,
  type PagePosition,
  readCursor,
  writeCursor,
} from '../../../lib/simulated-api/answer.ts';
import {
  type Bounds,
  newestFirst,
  type Place,
  readBounds,
  rowsWithin,
} from '../../../lib/simulated-api/bounds.ts';
import type { ByContract } from '../../support/fakes/memory-chain.ts';
import { testKey } from '../../support/test-key.ts';
import { type ShownTransfer, shownBlock } from '../chain/sim-transaction.ts';
import type { ApiFault } from '../faults.ts';
import type { Ground } from '../ground.ts';
import type { Oracle } from '../oracle/oracle.ts';
import { watchName } from '../story/story.ts';
import { Worker } from '../worker.ts';
import { type Delivery, deliver } from './exchange.ts';
import type { ReadLog } from './read-log.ts';
import {
  type Answer,
  contractsRefusedAnswer,
  cursorExpiredAnswer,
  keyRefusedAnswer,
  refusals,
} from './refusals.ts';
import { wireRow, wireText } from './wire-row.ts';

const deliveries: ReadonlySet<string> = new Set([
  'reset before the headers',
  'reset in the body',
  'hang before the headers',
  'hang in the body',
  'slow drip',
]);
const isDelivery = (fault: ApiFault | null): fault is ApiFault & Delivery =>
  fault !== null && deliveries.has(fault);
/** An answer, and what is recorded once it has arrived. */
interface Reply {
  readonly answer: Answer;
  readonly arrived: () => void;
}

/** Number of cursors whose reads are remembered; no poll continues from an older one. */
const pagesKept = 3_000;
const smallPage = 3;
const slowReply = 7_000;

/** The transfers endpoint over the simulated chains, as a dispatcher of undici: real requests, no network, virtual time. */
export class SimApi extends Dispatcher {
  /** The key that it takes; any other is refused. */
  key: string = testKey;
  private readonly world: Ground;
  private readonly oracle: Oracle;
  private readonly byContract: ByContract;
  private serial = 0;
  /** The reads that cursors belong to, by the cursor's page, and what the pages before the cursor had shown. */
  private readonly logs = new Map<number, { log: ReadLog; shown: number; lowest: ReadLog['lowest'] }>();
  private readonly lists = new WeakMap<object, Map<string, readonly ShownTransfer[]>>();

  constructor(world: Ground, oracle: Oracle) {
    super();
    this.world = world;
    this.oracle = oracle;
    this.byContract = (['honoured', 'ignored', 'refused'] as const)[world.story.seed % 3] ?? 'honoured';
  }

  override dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    const { scheduler, troubles, random } = this.world;
    const worker = scheduler.owner;
    if (!(worker instanceof Worker)) throw new Error('a call to the API has no worker');
    const crash = troubles.takeCrash('read page');
    const fault = troubles.takeApi();
    const latency = random.between(40, 400) + (fault === 'slow reply' ? slowReply : 0);
    this.oracle.called(scheduler.now);
    if (crash !== null) {
      troubles.note('crash');
      scheduler.after(crash === 'before' ? 0 : latency, () => worker.die());
      return true;
    }
    const url = new URL(options.path, 'https://api');
    const refused = this.refusalOf(options, url);
    const { answer, arrived } = refused ?? this.answerTo(url, fault, worker);
    deliver(answer, isDelivery(fault) ? fault : 'whole', latency, options, handler, scheduler, arrived);
    return true;
  }

  /** Faults that the API causes for all callers: an old key, an old cursor. */
  private refusalOf({ headers }: Dispatcher.DispatchOptions, url: URL): Reply | null {
    const { scheduler, troubles, story } = this.world;
    const { cursorLife } = story.settings;
    const refuse = (kind: 'old key refused' | 'cursor expired', answer: Answer): Reply => {
      troubles.met(kind);
      return { answer, arrived() {} };
    };
    if (!Object.values(headers ?? {}).includes(this.key)) return refuse('old key refused', keyRefusedAnswer);
    if (contractsOf(url.searchParams) !== null) {
      troubles.note(`a request for contracts that is ${this.byContract}`);
      if (this.byContract === 'refused') return { answer: contractsRefusedAnswer, arrived() {} };
    }
    const cursor = readCursor(url.searchParams.get('cursor') ?? '');
    if (cursor === null || cursorLife === undefined) return null;
    return scheduler.now - Number(cursor.request) > cursorLife
      ? refuse('cursor expired', cursorExpiredAnswer)
      : null;
  }

  private answerTo(url: URL, fault: ApiFault | null, worker: Worker): Reply {
    const { chains, scheduler, troubles } = this.world;
    const refusal = fault === null ? undefined : refusals[fault];
    if (refusal !== undefined) return { answer: refusal, arrived() {} };
    const [, , , wallet = ''] = url.pathname.split('/');
    const given = url.searchParams.get('cursor');
    const cursor = given === null ? this.begin(fault) : (readCursor(given) ?? afterLastRow);
    const asOf = cursor.knownAt ?? scheduler.now;
    const chainId = url.searchParams.get('chain') ?? '';
    const chain = chains.get(chainId);
    if (chain === undefined) throw new Error(`there is no chain ${chainId}`);
    const watch = watchName(wallet, chainId);
    this.oracle.asked(watch);
    const bounds = readBounds(url.searchParams);
    if (bounds === null) throw new Error(`can't read the block bounds of ${url.href}`);
    const contracts = this.byContract === 'honoured' ? contractsOf(url.searchParams) : null;
    const all = this.listed(chain.shown(wallet, asOf), bounds);
    const listed =
      contracts === null ? all : all.filter(({ transfer }) => contracts.has(transfer.token.address));
    const from = cursor.after === null ? 0 : indexAfter(listed, cursor.after);
    const size = sizeOfPage(cursor, fault);
    const rows = listed.slice(from, from + size);
    const next = this.nextCursor(rows, cursor, fault, listed.length > from + size);
    const sent = fault === 'cursor repeats' || given === 'again' ? 'again' : next;
    const body = this.pageOf(rows, sent, fault, asOf);
    const whole = wireText(body);
    const text = fault === 'body cut short' ? whole.slice(0, Math.floor(whole.length * 0.7)) : whole;
    const clean = fault !== 'body cut short' && fault !== 'cursor is no text';
    const arrived = () => {
      if (!clean) return;
      this.oracle.answered(url.href, worker);
      this.oracle.showed(watch, rows.length);
      if (sent !== null) troubles.note('a page with a cursor');
      const log = this.logOf(url, asOf, cursor.page, worker.reads, watch);
      const last = rows.at(-1);
      if (last !== undefined) log.lowest = [last.placement.block, last.placement.index, logIndexOf(last)];
      for (const row of rows) {
        const { transfer, placement } = row;
        const block = shownBlock(row, asOf);
        if (block !== placement.block) {
          this.world.counts.add('seen: rows with a wrong block number');
          troubles.note('a wrong block number');
        }
        if (asOf < transfer.unreadableUntil) {
          log.unreadable.set(transfer, block);
          troubles.note('an unreadable row');
        } else if (!log.shown.has(transfer)) {
          // In a re-org a transfer may be shown at both its places; the later place comes first.
          log.shown.set(transfer, { ...placement, block });
        }
      }
      log.oddEntry ||= fault === 'one entry is no object';
      log.ended = sent === null;
      if (sent !== null) this.keepLog(sent, log);
    };
    return { answer: { status: 200, headers: { 'content-type': 'application/json' }, body: text }, arrived };
  }

  /** The read of a page: one that begins, one that continues, or one that an earlier invocation began. */
  private logOf(
    { searchParams }: URL,
    asOf: number,
    page: number,
    reads: Map<string, ReadLog[]>,
    watch: string,
  ): ReadLog {
    const own = reads.get(watch) ?? [];
    reads.set(watch, own);
    const kept = this.logs.get(page);
    const earlier = searchParams.has('cursor') ? (kept?.log ?? own.at(-1)) : undefined;
    if (earlier !== undefined && own.includes(earlier)) {
      own.push(...own.splice(own.indexOf(earlier), 1));
      return earlier;
    }
    // If another invocation read on from this cursor and died, its pages are lost; a re-org may also change them.
    const before = kept === undefined ? earlier : asOfCursor(kept);
    const log = beginLog(searchParams, asOf, before ?? null);
    own.push(log);
    return log;
  }

  /** The pages of one read ask for the same list. */
  private listed(shown: readonly ShownTransfer[], bounds: Bounds): readonly ShownTransfer[] {
    const text = Object.values(bounds).join();
    const lists = this.lists.get(shown) ?? new Map<string, readonly ShownTransfer[]>();
    this.lists.set(shown, lists);
    const list = lists.get(text) ?? rowsWithin(shown, placeOf, bounds, null);
    lists.set(text, list);
    return list;
  }

  private keepLog(sent: string, log: ReadLog): void {
    const cursor = readCursor(sent);
    if (cursor === null) return;
    this.logs.set(cursor.page, { log, shown: log.shown.size, lowest: log.lowest });
    const [oldest = 0] = this.logs.keys();
    if (this.logs.size > pagesKept) this.logs.delete(oldest);
  }

  private begin(fault: ApiFault | null): PagePosition {
    const stale = fault === 'stale read' ? this.world.random.between(15_000, 60_000) : 0;
    const knownAt = fault === 'pages follow the chain' ? null : this.world.scheduler.now - stale;
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
    const issued = { page: this.serial, request: String(this.world.scheduler.now) };
    if (fault === 'empty page with a cursor') return writeCursor({ ...cursor, ...issued });
    const last = rows[rows.length - 1 - (fault === 'pages overlap' && rows.length > 2 ? 2 : 0)];
    if (last === undefined || (!more && fault !== 'pages overlap')) return null;
    return writeCursor({ ...cursor, after: placeOf(last), ...issued });
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

function asOfCursor({ log, shown, lowest }: { log: ReadLog; shown: number; lowest: ReadLog['lowest'] }) {
  return { ...log, shown: new Map(Array.from(log.shown).slice(0, shown)), lowest };
}

function sizeOfPage(cursor: PagePosition, fault: ApiFault | null): number {
  if (fault === 'empty page with a cursor') return 0;
  if (fault === 'one object as result') return 1;
  return cursor.size ?? 100;
}

function beginLog(query: URLSearchParams, asOf: number, before: ReadLog | null): ReadLog {
  const isOfContracts = contractsOf(query) !== null;
  return {
    isLook: isOfContracts || !['from_block', 'from_date', 'to_block'].some((bound) => query.has(bound)),
    // A page of only some contracts does not prove that a place is empty.
    from: isOfContracts ? Number.POSITIVE_INFINITY : Number(query.get('from_block') ?? 0),
    through: Number(query.get('to_block') ?? Number.POSITIVE_INFINITY),
    asOf: before?.asOf ?? asOf,
    before,
    shown: new Map(),
    unreadable: new Map(),
    oddEntry: false,
    lowest: null,
    ended: false,
  };
}

/** The index of the first row after this place; rows are newest first. */
function indexAfter(rows: readonly ShownTransfer[], after: Place): number {
  let [from, to] = [0, rows.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    const row = rows[middle];
    if (row !== undefined && newestFirst(after, placeOf(row)) < 0) to = middle;
    else from = middle + 1;
  }
  return from;
}

function logIndexOf({ placement, transfer }: ShownTransfer): number {
  return placement.firstLog + transfer.place;
}

function placeOf({ placement, transfer }: ShownTransfer): Place {
  const { block, timestamp: time, index } = placement;
  return { block, time, index, log: transfer.place };
}

/** The position after all rows. */
const afterLastRow: PagePosition = {
  knownAt: null,
  after: { block: -1, time: 0, index: 0, log: 0 },
  page: 0,
  size: null,
  request: '',
};

/** A row of another wallet, as from a mixed-up cache: between two strangers. */
function ofAnother(row: ShownTransfer, form: Parameters<typeof wireRow>[1], time: number): object {
  return {
    ...wireRow(row, form, time),
    from_address: `0x${'77'.repeat(20)}`,
    to_address: `0x${'78'.repeat(20)}`,
    transaction_hash: `0x${'79'.repeat(32)}`,
  };
}
