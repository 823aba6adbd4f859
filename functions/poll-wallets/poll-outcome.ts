import type { BlockNumber, EpochMilliseconds } from '../chain/units.ts';
import type { Incident } from '../incidents/incident.ts';
import { type Rank, ranks } from '../spam/most-worth.ts';
import type { Cursor } from '../state/cursor.ts';
import type { UnreadableTransfer } from '../transfer/source.ts';
import type { Watch } from '../wallet/watch.ts';
import type { JudgedTransfer } from './decide/judge-transfer.ts';
import type { NewestPage } from './read/look-ahead.ts';
import type { PollRead } from './read/poll-read.ts';
import { contradictionsIn } from './report/contradictions.ts';

export interface PollOutcome {
  /** The cursor as last saved, or as read if nothing was saved. */
  readonly cursor: Cursor;
  readonly told: number;
  /** The ranks of outgoing transfers in surely real tokens with alerts of their own. */
  readonly singles: readonly Rank[];
  readonly hidden: number;
  readonly warned: number;
  /** New transfers, to be compared with a node's logs. */
  readonly found: readonly NewTransfer[];
  readonly unreadable: readonly UnreadableTransfer[];
  /** Block numbers of the reply that the chain can't have reached: see read/plausible-block.ts. */
  readonly ahead: readonly BlockNumber[];
  /** Contracts of which the API contradicts our list of genuine tokens. */
  readonly contradicted: readonly Incident[];
  /** A reported transfer is missing from the read. A second read decides whether the chain dropped it. */
  readonly missed: boolean;
  /** The read is unfinished, or a batch is left. */
  readonly behind: boolean;
  /** Why it is behind: the plan has no call left now; null: time ran out. */
  readonly waitsFor: string | null;
}

/** A transfer that no poll saw before. */
export interface NewTransfer {
  readonly token: string;
  readonly block: BlockNumber;
  readonly minedAt: EpochMilliseconds | null;
  /** False: it has no value, so that anybody can make it, even in a genuine token. */
  readonly moves: boolean;
}

/** Enough to find a fault of the node. */
const maxFound = 100;

export function idleOutcome(cursor: Cursor): PollOutcome {
  return {
    cursor,
    told: 0,
    singles: [],
    hidden: 0,
    warned: 0,
    found: [],
    unreadable: [],
    ahead: [],
    contradicted: [],
    missed: false,
    behind: false,
    waitsFor: null,
  };
}

export function withNewestPage(outcome: PollOutcome, page: NewestPage | null, { chain }: Watch): PollOutcome {
  if (page === null) return outcome;
  const { transfers, unreadable } = page;
  return { ...outcome, unreadable, contradicted: contradictionsIn(transfers, chain) };
}

/** Adds what a read shows about the source. */
export function withRead(outcome: PollOutcome, read: PollRead, { chain }: Watch): PollOutcome {
  const { transfers, unreadable, impossible, reading } = read;
  return {
    ...outcome,
    unreadable: [...outcome.unreadable, ...unreadable],
    ahead: [...new Set([...outcome.ahead, ...impossible])],
    contradicted: [...outcome.contradicted, ...contradictionsIn(transfers, chain)],
    behind: reading !== null,
    waitsFor: read.waitsFor,
  };
}

export function addToOutcome(outcome: PollOutcome, judged: readonly JudgedTransfer[]): PollOutcome {
  const told = judged.filter((one) => one.outcome === 'told');
  const singles = judged.flatMap(({ telling }) => ranks.find((rank) => rank === telling) ?? []);
  return {
    ...outcome,
    told: outcome.told + told.length,
    singles: [...outcome.singles, ...singles],
    hidden: outcome.hidden + judged.filter((one) => one.outcome === 'hidden').length,
    found: [...outcome.found, ...judged.flatMap(toFound)].slice(0, maxFound),
    warned: outcome.warned + judged.filter(({ warning }) => warning !== null).length,
  };
}

function toFound({ transfer: { token, blockNumber, blockTimestamp, value } }: JudgedTransfer): NewTransfer[] {
  if (token.address === null) return []; // the chain's own coin is in no scan of logs
  const minedAt = blockTimestamp === null ? null : Date.parse(blockTimestamp);
  return [{ token: token.address, block: blockNumber, minedAt, moves: value > 0n }];
}
