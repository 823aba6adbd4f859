import { isDeepStrictEqual } from 'node:util';
import type { Alert } from '../../../functions/alert/alert.ts';
import type { ReadLog } from '../api/read-log.ts';
import type { StoredBatch, StoredCursor } from './stored-cursor.ts';
import type { StoredRow } from './stored-row.ts';

/** What a worker did before it began a batch or saved the cursor. */
export interface Saver {
  /** Its reads in this invocation, the latest last. */
  readonly reads: readonly ReadLog[];
  readonly now: number;
  /** The invocation in which it polls the wallet. */
  readonly invocation: number;
}

/** A batch with the rows written so far. */
export interface Batch extends Saver {
  readonly open: StoredBatch;
  /** Whether it was begun during a read of several polls, or reports what such a read has shown so far. */
  readonly isAmidRead: boolean;
  readonly rows: Map<string, StoredRow>;
  state: 'open' | 'judged' | 'abandoned';
}

/** A message of a batch, with its turn. */
export interface Message {
  readonly row: StoredRow;
  readonly alert: Alert;
}

/** The batches of one wallet: their numbers, their rows, and whether they count. */
export class Batches {
  private readonly batches = new Map<number, Batch>();
  private readonly complain: (complaint: string) => void;

  constructor(complain: (complaint: string) => void) {
    this.complain = complain;
  }

  get(number: number | undefined): Batch | undefined {
    return number === undefined ? undefined : this.batches.get(number);
  }

  begin(open: StoredBatch, old: StoredCursor, { version }: StoredCursor, saver: Saver): void {
    const { batch: number, next } = open;
    if (old.open !== null) this.complain(`batch ${number} was begun while ${old.open.batch} was open`);
    if (number !== version) this.complain(`batch ${number} was begun by version ${version}`);
    if (this.batches.has(number)) this.complain(`two batches have the number ${number}`);
    const isAmidRead = old.reading !== null || next.reading !== null;
    // A copy: the worker's list grows when it reads other wallets, and this wallet again in its next invocation.
    const reads = [...saver.reads];
    this.batches.set(number, { ...saver, reads, open, isAmidRead, rows: new Map(), state: 'open' });
  }

  written(row: StoredRow): void {
    const batch = this.batches.get(row.batch);
    if (batch === undefined) {
      this.complain(`a row was written of batch ${row.batch}, which was not begun`);
      return;
    }
    const before = batch.rows.get(row.position);
    if (before !== undefined && !isDeepStrictEqual(before, row))
      this.complain(`a row of batch ${row.batch} was overwritten`);
    batch.rows.set(row.position, row);
  }

  deleted(row: StoredRow): void {
    if (this.batches.get(row.batch)?.state !== 'abandoned')
      this.complain(`a row of batch ${row.batch} was deleted, and the batch counts`);
  }

  isWhole({ open, rows }: Batch): boolean {
    return rows.size >= open.rows;
  }

  /** The messages in the order in which they may be published. */
  messages({ rows, open }: Batch): readonly Message[] {
    const messages = Array.from(rows.values())
      .flatMap((row) => (row.turn === null || row.alert === null ? [] : [{ row, alert: row.alert }]))
      .sort((a, b) => (a.row.turn ?? 0) - (b.row.turn ?? 0));
    if (messages.length !== open.messages || messages.some(({ row }, place) => row.turn !== place))
      this.complain(
        `batch ${open.batch} has ${messages.length} messages of ${open.messages}, or not in turn`,
      );
    return messages;
  }

  /** The batch whose rows have this alert, even if it was abandoned. */
  withMessage(id: string): Batch | undefined {
    return this.batches.values().find(({ rows }) => rows.values().some(({ alert }) => alert?.id === id));
  }
}
