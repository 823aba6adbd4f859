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

/** Operations messages report these. */
const otherwiseTold = [KeyRefused, PlanExhausted, TickEnded, NoSlot];

/** If more wallets fail, the API is at fault. */
const maxAtFault = 3;

const meanwhile = 'It is tried again at every tick; nothing is lost.';

/**
 * Says once when the API stops answering, for all wallets or one, and once when it answers again.
 * Returns a function to be called with the reads of each batch of polls.
 */
export function createPollHealth(
  say: (remark: RemarkNews) => void,
  now: () => number,
): (reads: readonly PollRead[]) => void {
  const answeredAt = new Map<string, number>();
  const well = new Set<string>();
  const failing = new Set<string>();
  const outage = new Set<'the API'>();

  const remark = (look: RemarkNews['look'], text: string, api: RemarkNews['api'] = null) =>
    say({ kind: 'remark', at: new Date(now()).toISOString(), text, look, api });

  /** True if the outage was not open yet. No grace period, because a person is watching. */
  const began = <Name>(open: Set<Name>, name: Name) => open.size < open.add(name).size;

  /** A late answer to a call that hung is ignored if a later call was answered. */
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

    // One failing wallet proves nothing about the API, unless no other can be compared.
    const many = failed.length > 1 || failing.size >= maxAtFault;
    const shared = answered.length === 0 && (many || well.size === 0);
    const cause = failed.find((one) => one.error instanceof RateLimited) ?? (shared ? failed[0] : undefined);
    if (cause !== undefined) {
      if (began(outage, 'the API')) remark('bad', `${whatHappens(cause.error)} ${meanwhile}`, 'down');
      return;
    }
    if (answered.length > 0 && outage.delete('the API')) remark('good', 'The API answers again.', 'up');
    for (const { name, error } of failed) {
      if (began(failing, name)) remark('bad', `${name} can't be polled. ${whatHappens(error)} ${meanwhile}`);
    }
    for (const { name } of answered) {
      if (failing.delete(name)) remark('good', `${name} can be polled again.`);
    }
  };
}

/** The functions' own sentence in one line; of a network fault only its cause. */
function whatHappens(error: Error): string {
  const silent = error instanceof UpstreamUnavailable && error.status === null;
  const text = silent ? `The API does not answer (${faultOf(error)}).` : error.message;
  return text.replaceAll(/\s+/g, ' ');
}

/** `ECONNREFUSED: connect ECONNREFUSED 127.0.0.1:9` names its code twice. */
function faultOf({ cause, message }: Error): string {
  return (cause instanceof Error ? cause.message : message).replace(/^(\w+): (?=.*\b\1\b)/, '');
}
