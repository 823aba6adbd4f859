import type { BlockNumber, EpochMilliseconds } from '../chain/units.ts';
import type { Incident } from '../incidents/incident.ts';
import { type Rank, ranks } from '../spam/rough-worth.ts';
import type { Cursor } from '../state/cursor.ts';
import type { UnreadableTransfer } from '../transfer/source.ts';
import type { Watch } from '../wallet/watch.ts';
import type { JudgedTransfer } from './decide/judge-transfer.ts';
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
  readonly contradicted: readonly Incident[];
  /** A reported transfer is missing from the read. A second read decides whether the chain dropped it. */
  readonly hasMissed: boolean;
  /** The read is unfinished, or a batch or later blocks are left. */
  readonly isBehind: boolean;
  /** Why it is behind: the plan has no call left now; null: time ran out. */
  readonly waitsFor: string | null;
}

/** A transfer that no poll saw before. */
interface NewTransfer {
  readonly token: string;
  readonly block: BlockNumber;
  readonly minedAt: EpochMilliseconds | null;
  /** False: a transfer of nothing, which anybody can make up even in a genuine token. */
  readonly hasValue: boolean;
}

/** Maximum new transfers of an outcome: enough to find a fault of the node. */
const maxFound = 100;

export function idleOutcome(cursor: Cursor): PollOutcome {
  const shown = { found: [], unreadable: [], contradicted: [] };
  const faultless = { hasMissed: false, isBehind: false, waitsFor: null };
  return { cursor, told: 0, singles: [], hidden: 0, warned: 0, ...shown, ...faultless };
}

/** Adds the faults of the source that pages show. */
export function withPages(
  outcome: PollOutcome,
  pages: Pick<PollRead, 'transfers' | 'unreadable'>,
  { chain }: Watch,
): PollOutcome {
  const unreadable = [...outcome.unreadable, ...pages.unreadable];
  const contradicted = [...outcome.contradicted, ...contradictionsIn(pages.transfers, chain)];
  return { ...outcome, unreadable, contradicted };
}

export function withRead(outcome: PollOutcome, read: PollRead, watch: Watch): PollOutcome {
  const { reading, isBelowOthers, waitsFor } = read;
  return { ...withPages(outcome, read, watch), isBehind: reading !== null || isBelowOthers, waitsFor };
}

export function addToOutcome(outcome: PollOutcome, judged: readonly JudgedTransfer[]): PollOutcome {
  const singles = judged.flatMap(({ format }) => ranks.find((rank) => rank === format) ?? []);
  return {
    ...outcome,
    told: outcome.told + judged.filter((one) => one.outcome === 'told').length,
    singles: [...outcome.singles, ...singles],
    hidden: outcome.hidden + judged.filter((one) => one.outcome === 'hidden').length,
    found: [...outcome.found, ...judged.flatMap(toFound)].slice(0, maxFound),
    warned: outcome.warned + judged.filter(({ warning }) => warning !== null).length,
  };
}

function toFound({ transfer: { token, blockNumber, blockTimestamp, value } }: JudgedTransfer): NewTransfer[] {
  if (token.address === null) return []; // the chain's own coin is in no scan of logs
  const minedAt = blockTimestamp === null ? null : Date.parse(blockTimestamp);
  return [{ token: token.address, block: blockNumber, minedAt, hasValue: value > 0n }];
}
