import { type IncidentRecord, incidentStep } from '../../functions/incidents/incident-lifecycle.ts';
import { TickEnded } from '../../functions/rate/tick-limiter.ts';
import {
  KeyRefused,
  NoSlot,
  PlanExhausted,
  RateLimited,
  UpstreamUnavailable,
} from '../../functions/transfer/source-errors.ts';
import type { RemarkNews } from '../page/news.ts';
import type { PollRead } from './lambda/poll-reads.ts';

/** Of a key and a plan operations hear at once; the others are no call's own failure. */
const otherwiseTold = [KeyRefused, PlanExhausted, TickEnded, NoSlot];

/** Wallets that fail one after the other are the API's trouble from here on. */
const maxAtFault = 3;

const meanwhile = 'It is tried again at every tick; nothing is lost.';

/**
 * Says when the API stops to answer, for all wallets or for one of them, and when it answers again: once each.
 * Returns what is to be called with the reads of each batch of polls.
 */
export function createPollHealth(
  say: (remark: RemarkNews) => void,
  now: () => number,
): (reads: readonly PollRead[]) => void {
  const answeredAt = new Map<string, number>();
  const well = new Set<string>();
  const failing = new Map<string, IncidentRecord>();
  const outage = new Map<'the API', IncidentRecord>();

  const remark = (look: RemarkNews['look'], text: string, api: RemarkNews['api'] = null) =>
    say({ kind: 'remark', at: new Date(now()).toISOString(), text, look, api });

  /** What is to be said of an incident that is there now, or is not: at once, for somebody looks on. */
  const step = <Name>(records: Map<Name, IncidentRecord>, name: Name, isThere: boolean) => {
    const seen = isThere ? { incident: {}, grace: 0 } : null;
    const { next, publish } = incidentStep(records.get(name) ?? null, seen, now());
    if (next === null) records.delete(name);
    else records.set(name, next);
    return publish;
  };

  /** A call that hung while a later one was answered is no news. */
  const isNews = (read: PollRead) =>
    read.error === null ||
    ((answeredAt.get(read.name) ?? 0) <= read.began &&
      !otherwiseTold.some((kind) => read.error instanceof kind));

  return (reads) => {
    const news = reads.filter(isNews);
    const failed = news.flatMap(({ name, error }) => (error === null ? [] : [{ name, error }]));
    const answered = news.filter(({ error }) => error === null);
    for (const { name, began } of answered) answeredAt.set(name, began);
    for (const { name } of failed) well.delete(name);
    for (const { name } of answered) well.add(name);

    // One wallet alone may be at fault itself, unless there is no other one to compare it with, or they are many by now.
    const many = failed.length > 1 || failing.size >= maxAtFault;
    const shared = answered.length === 0 && (many || well.size === 0);
    const cause =
      failed.find(({ error }) => error instanceof RateLimited) ?? (shared ? failed[0] : undefined);
    if (cause !== undefined) {
      if (step(outage, 'the API', true) === 'began')
        remark('bad', `${whatHappens(cause.error)} ${meanwhile}`, 'down');
      return;
    }
    if (answered.length > 0 && step(outage, 'the API', false) === 'ended')
      remark('good', 'The API answers again.', 'up');
    for (const { name, error } of failed) {
      if (step(failing, name, true) === 'began')
        remark('bad', `${name} can't be polled. ${whatHappens(error)} ${meanwhile}`);
    }
    for (const { name } of answered) {
      if (step(failing, name, false) === 'ended') remark('good', `${name} can be polled again.`);
    }
  };
}

/** A sentence in one line: the functions' own, but of a fault of the network only what it was. */
function whatHappens(error: Error): string {
  const silent = error instanceof UpstreamUnavailable && error.status === null;
  const text = silent ? `The API does not answer (${faultOf(error)}).` : error.message;
  return text.replaceAll(/\s+/g, ' ');
}

/** `ECONNREFUSED: connect ECONNREFUSED 127.0.0.1:9` names its code twice. */
function faultOf({ cause, message }: Error): string {
  return (cause instanceof Error ? cause.message : message).replace(/^(\w+): (?=.*\b\1\b)/, '');
}
