import { TickEnded } from '../../functions/rate/tick-limiter.ts';
import { KeyRefused, NoSlot, PlanExhausted, RateLimited } from '../../functions/transfer/source-errors.ts';
import type { PollRead } from './lambda/poll-reads.ts';
import type { RemarkNews } from './news.ts';
import { outage, walletOutage } from './outage-texts.ts';

/** Of a key and a plan operations hear at once; the others are no call's own failure. */
const otherwiseTold = [KeyRefused, PlanExhausted, TickEnded, NoSlot];

/** Wallets that fail one after the other are the API's trouble from here on. */
const maxAtFault = 3;

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
  const failing = new Set<string>();
  let down = false;

  const remark = (look: RemarkNews['look'], text: string, api: RemarkNews['api'] = null) =>
    say({ at: new Date(now()).toISOString(), text, look, api });

  /** A call that hung while a later one was answered is no news. */
  const isNews = (read: PollRead) =>
    read.error === null ||
    ((answeredAt.get(readKey(read)) ?? 0) <= read.began &&
      !otherwiseTold.some((kind) => read.error instanceof kind));

  return (reads) => {
    const news = reads.filter(isNews);
    const failed = news.flatMap((read) => (read.error === null ? [] : [{ ...read, error: read.error }]));
    const answered = news.filter(({ error }) => error === null);
    for (const read of answered) answeredAt.set(readKey(read), read.began);
    for (const read of failed) well.delete(readKey(read));
    for (const read of answered) well.add(readKey(read));

    // One wallet alone may be at fault itself, unless there is no other one to compare it with, or they are many by now.
    const many = failed.length > 1 || failing.size >= maxAtFault;
    const shared = answered.length === 0 && (many || well.size === 0);
    const cause =
      failed.find(({ error }) => error instanceof RateLimited) ?? (shared ? failed[0] : undefined);
    if (cause !== undefined) {
      if (!down) remark('bad', outage.began(cause.error), 'down');
      down = true;
      return;
    }
    if (down && answered.length > 0) {
      down = false;
      remark('good', outage.ended, 'up');
    }
    for (const read of failed) {
      if (!failing.has(readKey(read))) remark('bad', walletOutage.began(read, read.error));
      failing.add(readKey(read));
    }
    for (const read of answered) {
      if (failing.delete(readKey(read))) remark('good', walletOutage.ended(read));
    }
  };
}

function readKey({ wallet, chain }: PollRead): string {
  return `${wallet} ${chain}`;
}
