import { get as getPlainly } from 'node:http';
import { get } from 'node:https';
import type { EpochMilliseconds } from '../chain/units.ts';
import { shortestLife } from '../queue/poll-message.ts';
import type { OutgoingMessage } from '../queue/poll-queue.ts';
import { checkedUrl, ForbiddenAddress, guardedLookup } from '../runtime/address-guard.ts';
import type { Clock } from '../runtime/clock.ts';
import { errorCode } from '../runtime/error-text.ts';
import type { Log } from '../runtime/log.ts';
import type { HeartbeatTable, LastBeat, TickAnswers } from '../state/counts/heartbeat-table.ts';

/** Returns how many polls the queue did not take. */
export type SendPolls = (messages: readonly OutgoingMessage[]) => Promise<number>;

/** Reports to a monitor outside AWS whether this tick and the polls of the last one went well. */
export function createHeartbeat({
  table,
  readUrl,
  call,
  clock,
  log,
}: {
  readonly table: HeartbeatTable;
  readonly readUrl: () => Promise<string | null>;
  readonly call: (url: string, isWell: boolean) => Promise<string>;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Pick<Log, 'warn'>;
}) {
  async function look() {
    const url = await readUrl();
    if (url === null) return null;
    const known = await table.last();
    const last = known !== null && clock.now() - known.dueAt <= longestPause ? known : null;
    const wasWell = last && didPollsGoWell(last, await table.answersOf(last.tick), clock.now());
    return { url, last, wasWell, isWaiting: last !== null && wasWell === null };
  }

  async function callNow(url: string, isWell: boolean) {
    const answer = await call(url, isWell);
    if (!answer.startsWith('2')) log.warn('the monitor took no heartbeat', { answer });
    return { at: new Date(clock.now()).toISOString(), isWell, answer };
  }

  const failed = (what: string) => (error: unknown) => {
    log.warn(what, { error: String(error) });
    return null;
  };

  return {
    /** Call this before the tick's polls are sent. Null: the monitor hears nothing of this tick. */
    async begin(tick: Date, send: SendPolls) {
      const looked = await look().catch(failed('the heartbeat is left out of this tick'));
      if (looked === null) return null;
      const { url, last, wasWell, isWaiting } = looked;
      const name = `${tick.toISOString()}/${clock.now()}`;
      const sent = { polls: 0, dueAt: clock.now() };
      const end = async (isTickWell: boolean) => {
        const isOld = last !== null && clock.now() - last.dueAt > wellFor;
        const says = isTickWell && !isOld ? wasWell : false;
        const called = says === null ? null : await callNow(url, says);
        // A tick without polls says nothing of earlier polls that have not come back.
        const isOpen = isWaiting || (wasWell === false && sent.polls === 0);
        if (last === null || !isOpen) await table.remember({ tick: name, ...sent, called });
        else if (called !== null) await table.remember({ ...last, called });
      };
      return {
        /** Names the tick in messages, so that workers count its polls; undefined: nothing is counted. */
        name: isWaiting ? undefined : name,
        send(messages: readonly OutgoingMessage[]) {
          for (const { polls, delay } of messages) {
            sent.polls += polls;
            sent.dueAt = Math.max(sent.dueAt, clock.now() + delay * 1_000 + shortestLife);
          }
          return send(messages);
        },
        /** Calls the monitor. Never rejects: a broken heartbeat stops no tick. */
        end: (isWell: boolean) => end(isWell).catch(failed('the heartbeat could not be noted')),
      };
    },
  };
}

/** In ms. After a longer pause the last tick's answers may be gone: they are kept for a day. */
const longestPause = 43_200_000;
/** In ms. Each tick replaces a last tick that went well: an older one shows that the table takes no writes, or that no tick came. */
const wellFor = 600_000;

/**
 * Returns whether the last tick's polls went well, or null if it is too early to tell. They went well if every poll ended and the API
 * answered one of them: operations hear of a wallet whose polls fail while others succeed.
 */
function didPollsGoWell(last: LastBeat, { returned, answered, late }: TickAnswers, now: EpochMilliseconds) {
  if (late === 0 && returned < last.polls && now < last.dueAt) return null;
  return late === 0 && returned >= last.polls && (last.polls === 0 || answered > 0);
}

/**
 * GETs the monitor's URL, or `/fail` behind its path, without redirects (and without undici, which would double a cold start's code).
 * Never rejects. @returns the status, or why there is none, without the URL
 */
export async function callMonitor(
  text: string,
  isWell: boolean,
  allowLoopback: boolean,
  lookup = guardedLookup(allowLoopback),
): Promise<string> {
  try {
    const url = checkedUrl(text, allowLoopback);
    if (!isWell) url.pathname = `${url.pathname.replace(/\/$/, '')}/fail`;
    return String(await statusOf(url, lookup));
  } catch (error) {
    if (error instanceof ForbiddenAddress) return `not called, for ${error.message}`;
    if (error instanceof Error && error.name === 'AbortError') return 'no answer within 5 seconds';
    return `no answer (${errorCode(error) ?? 'unknown fault'})`;
  }
}

function statusOf(url: URL, lookup: ReturnType<typeof guardedLookup>): Promise<number> {
  const signal = AbortSignal.timeout(5_000);
  const options = { agent: false, headers: { 'user-agent': 'Chainbell' }, lookup, signal } as const;
  return new Promise((resolve, reject) => {
    const request = (url.protocol === 'http:' ? getPlainly : get)(url, options, ({ statusCode = 0 }) => {
      resolve(statusCode);
      request.destroy(); // its body says nothing more
    });
    request.on('error', reject);
  });
}
