import type { OutgoingMessage } from '../../queue/poll-queue.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { Log } from '../../runtime/log.ts';
import type { HeartbeatTable, LastBeat, TickAnswers } from '../../state/heartbeat-table.ts';
import { shortestLife } from '../in-messages.ts';

/** Returns how many polls the queue did not take. */
export type Send = (messages: readonly OutgoingMessage[]) => Promise<number>;

/** Tells a monitor outside of AWS whether this tick and the polls of the one before went well. */
export interface Heartbeat {
  /** Before the polls of a tick are sent. Never rejects: what is wrong with a heartbeat stops no tick. */
  begin(tick: Date, send: Send): Promise<Beat>;
}

/** The heartbeat of one tick. */
export interface Beat {
  /** What messages name the tick by, so that workers count its polls; undefined where they count nothing. */
  readonly name: string | undefined;
  readonly send: Send;
  /** Runs the tick, and calls the monitor after it. Rejects as the tick does. */
  readonly around: <Done>(run: () => Promise<Done>, isWell: (done: Done) => boolean) => Promise<Done>;
}

/** The tick of a stack without a heartbeat. */
export const noBeat = (send: Send): Beat => ({ name: undefined, send, around: async (run) => run() });

interface HeartbeatDependencies {
  readonly table: HeartbeatTable;
  /** Null: there is no heartbeat. */
  readonly readUrl: () => Promise<string | null>;
  /** Returns the status of the answer, or why there is none. */
  readonly call: (url: string, isWell: boolean) => Promise<string>;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Pick<Log, 'warn'>;
}

export function createHeartbeat(deps: HeartbeatDependencies): Heartbeat {
  const { table, readUrl, clock, log } = deps;
  return {
    async begin(tick, send) {
      try {
        const url = await readUrl();
        if (url === null) return noBeat(send);
        const last = await table.last();
        const isFirst = last === null || clock.now() - last.dueAt > longestPause;
        const verdict = isFirst ? 'first' : judge(last, await table.answersOf(last.tick), clock.now());
        return beatOf({ url, last, verdict, name: `${tick.toISOString()}/${clock.now()}` }, send, deps);
      } catch (error) {
        log.warn('the heartbeat is left out of this tick', { error: String(error) });
        return noBeat(send);
      }
    },
  };
}

/** What polls of an earlier tick say: `waits` while some may still be answered. */
type Verdict = 'first' | 'waits' | 'well' | 'unwell';

/** What came back of a tick is kept for a day: after a longer pause nobody knows it any more. */
const longestPause = 43_200_000;

/** Null: the monitor is not called. */
const wellBy = { first: null, waits: null, well: true, unwell: false } as const;

/**
 * Every message of a tick has to come back. Of its polls one answer is enough: a wallet that fails alone is told to operations,
 * and would drown a real outage in a monitor that is always red.
 */
function judge({ polls, dueAt }: LastBeat, { returned, answered, late }: TickAnswers, now: number): Verdict {
  if (late > 0) return 'unwell';
  if (returned < polls) return now < dueAt ? 'waits' : 'unwell';
  return polls === 0 || answered > 0 ? 'well' : 'unwell';
}

interface Looked {
  readonly url: string;
  readonly last: LastBeat | null;
  readonly verdict: Verdict;
  readonly name: string;
}

function beatOf(
  { url, last, verdict, name }: Looked,
  send: Send,
  { table, call, clock, log }: HeartbeatDependencies,
): Beat {
  const sent = countSent(send, clock);

  async function end(isTickWell: boolean): Promise<void> {
    const isWell = isTickWell ? wellBy[verdict] : false;
    const answer = isWell === null ? null : await call(url, isWell);
    if (answer !== null && !answer.startsWith('2')) log.warn('the monitor took no heartbeat', { answer });
    const called =
      isWell === null || answer === null
        ? (last?.called ?? null)
        : { at: new Date(clock.now()).toISOString(), isWell, answer };
    const done = sent.done();
    // A tick that polls nobody is no answer to polls that are still to come back.
    const isOpen = verdict === 'waits' || (verdict === 'unwell' && done.polls === 0);
    if (last === null || !isOpen) await table.remember({ tick: name, ...done, called });
    else if (isWell !== null) await table.remember({ ...last, called });
  }

  return {
    name: verdict === 'waits' ? undefined : name,
    send: sent.send,
    async around(run, isDoneWell) {
      let isWell = false;
      try {
        const done = await run();
        isWell = isDoneWell(done);
        return done;
      } finally {
        await end(isWell).catch((error: unknown) =>
          log.warn('the heartbeat could not be noted', { error: String(error) }),
        );
      }
    },
  };
}

/** Counts what a tick sends, and until when its last poll may be answered. */
function countSent(inner: Send, clock: Pick<Clock, 'now'>) {
  let polls = 0;
  let dueAt = clock.now();
  const send: Send = (messages) => {
    for (const message of messages) {
      polls += message.polls;
      dueAt = Math.max(dueAt, clock.now() + message.delay * 1_000 + shortestLife);
    }
    return inner(messages);
  };
  return { send, done: () => ({ polls, dueAt }) };
}
