import { compareWithSeen } from '../../transfer/compare-with-seen.ts';
import type { Watch } from '../../wallet/watch.ts';
import type { PollDependencies, PollLimits } from '../poll-dependencies.ts';
import type { PollOutcome } from '../poll-outcome.ts';
import { type Chunk, toChunks } from '../read/chunks.ts';
import { readToHead } from '../read/read-to-head.ts';
import { absentFrom, absentTo } from '../read/rescan-window.ts';
import type { TransferRead } from '../read/transfer-read.ts';
import { contradictionsIn } from '../report/contradictions.ts';
import { beginWatch } from './begin-watch.ts';
import type { JudgedTransfer } from './judge-transfer.ts';
import { judgeTransfers } from './judge-transfers.ts';

/** What is dealt with in one save. */
export interface JudgedChunk extends Omit<Chunk, 'fresh'> {
  /** The read that it comes from. */
  readonly read: TransferRead;
  readonly judged: readonly JudgedTransfer[];
}

/** A poll under way: its outcome so far, with the wallet's state as last saved. */
export interface PollProgress {
  outcome: PollOutcome;
}

/**
 * All that the wallet's state does not know yet, up to the chain's head: judged, in chunks that one save each holds,
 * oldest first. An idle poll has none. Each is judged by what `progress` knows when it is asked for: what the chunk before
 * it was found to be is to stand there.
 */
export async function* judgedChunks(
  watch: Watch,
  progress: PollProgress,
  deps: PollDependencies,
  limits: PollLimits,
): AsyncGenerator<JudgedChunk> {
  for await (const read of readToHead(watch, () => progress.outcome.state, deps, limits)) {
    const first = progress.outcome.state.start === null;
    if (first) {
      const state = await beginWatch(watch, progress.outcome.state, read, deps, limits);
      progress.outcome = { ...progress.outcome, state };
    }
    const { state } = progress.outcome;
    const whole = {
      ...read,
      absentFrom: absentFrom(read, state, watch.chain),
      absentTo: absentTo(read, state),
    };
    const begins = first || (state.start?.timedTo === null && state.block !== null && read.through === null);
    for (const chunk of toChunks(compareWithSeen(whole, state), read, begins, state, watch.chain)) {
      const { outcome } = progress;
      const judged = await judgeTransfers(chunk.fresh, watch, outcome.state, outcome, deps, limits);
      for (const part of fitToItem(chunk, judged)) yield { ...part, read };
    }
    progress.outcome = afterRead(progress.outcome, read, watch);
  }
}

/** The outcome once all of a read is dealt with. */
function afterRead(outcome: PollOutcome, read: TransferRead, { chain }: Watch): PollOutcome {
  const { closes, through, unreadable, transfers, plausibleTo } = read;
  const blocks = transfers.map(({ transfer }) => transfer.blockNumber);
  const ahead = new Set([...outcome.ahead, ...blocks.filter((block) => block > plausibleTo)]);
  return {
    ...outcome,
    unreadable,
    ahead: Array.from(ahead),
    contradicted: [...outcome.contradicted, ...contradictionsIn(transfers, chain)],
    behind: closes ? outcome.behind : through !== null,
  };
}

/** About 48 KB of an item's 400, with the longest texts that pass the cleaning: these are told one by one. */
const singlesPerSave = 12;
/** Bytes that the totals of all digests of a save may take: one a token and direction. */
const totalsPerSave = 72_000;
/** Of a total, beside its token: count, value and amount have hundreds of digits at the most. */
const bytesBesideToken = 300;

/** What the alerts of a chunk take so far. */
interface Load {
  singles: number;
  bytes: number;
  readonly totals: Set<string>;
}

/** A chunk, once judged, in parts whose alerts an outbox holds. */
function fitToItem(whole: Chunk, judged: readonly JudgedTransfer[]): Omit<JudgedChunk, 'read'>[] {
  const chunks: JudgedTransfer[][] = [[]];
  let load: Load = { singles: 0, bytes: 0, totals: new Set() };
  for (const one of judged) {
    add(one, load);
    if (load.singles > singlesPerSave || (load.bytes > totalsPerSave && load.totals.size > 1)) {
      chunks.push([]);
      load = { singles: 0, bytes: 0, totals: new Set() };
      add(one, load);
    }
    chunks.at(-1)?.push(one);
  }
  return chunks.map((chunk, i) => {
    const next = chunks[i + 1]?.[0];
    return {
      judged: chunk,
      reverted: i === 0 ? whole.reverted : [],
      changed: next === undefined ? whole.changed : new Map(),
      last: whole.last && next === undefined,
      leftFrom: next === undefined ? whole.leftFrom : next.transfer.blockNumber,
    };
  });
}

function add({ warning, paidImitation, outcome, alert }: JudgedTransfer, load: Load): void {
  load.singles += Number(warning !== null) + Number(paidImitation);
  const { token, direction } = alert.transfer;
  const total = `${direction}${token.address}`;
  if (outcome !== 'told' || load.totals.has(total)) return;
  load.totals.add(total);
  load.bytes += Buffer.byteLength(JSON.stringify(token)) + bytesBesideToken;
}
