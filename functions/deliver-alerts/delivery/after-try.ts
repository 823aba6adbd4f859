import type { EpochMilliseconds, Milliseconds } from '../../chain/units.ts';
import { metricNames } from '../../runtime/metric-names.ts';
import type { Delivery } from '../dependencies.ts';
import type { QueuedMessage } from '../queued-message.ts';
import type { Answered } from './destination-queue.ts';
import type { Tried } from './try-message.ts';
import type { Waiting } from './waiting-line.ts';

/** The first and the longest wait after a failed try, and how long after its first try a message is given up. */
const [firstMs, longestMs, givenUpMs] = [5_000, 900_000, 86_400_000];
/** After this time an unusable parameter is read again. */
const unusableMs = 30_000;
/** The longest time that a message is hidden, so that a changed parameter takes effect. */
export const looksInMs = 240_000;

/** A message's tries with the current value of the parameter. */
type Tries = Pick<Waiting, 'tries' | 'firstTriedAt'>;
export const untried: Tries = { tries: 0, firstTriedAt: null };

/** Acts on the outcome, for the message and for its destination. @returns whether the message can leave its queue */
export async function afterTry(
  message: QueuedMessage,
  tried: Tried,
  before: Tries,
  delivery: Delivery,
): Promise<boolean> {
  const { outcome, answered, target } = tried;
  const { reports, sent, clock } = delivery;
  switch (outcome.kind) {
    case 'delivered': {
      const now = clock.now();
      await sent.put(message, outcome.reference, target.place);
      if (outcome.silentMs > 0) await beSilent(outcome.silentMs, delivery);
      await reports.delivered(now);
      return leaveLine(message, delivery);
    }
    case 'throttled': {
      const waitMs = outcome.waitMs ?? backoffMs(before.tries + 1);
      await beSilent(waitMs, delivery);
      // A throttled try raises the back-off only if the service did not say how long to wait.
      return tryAgain(message, tried, before, { waitMs, failed: outcome.waitMs === null ? 1 : 0 }, delivery);
    }
    case 'moved':
    case 'failed':
      // If a chat moved twice within one try, the next try goes to its last id.
      if (outcome.kind === 'moved') await delivery.lease.change({ movedTo: outcome.chat });
      await reports.tryFailed(sentenceOf(answered));
      return tryAgain(message, tried, before, { waitMs: backoffMs(before.tries + 1), failed: 1 }, delivery);
    case 'unusable':
      await beSilent(unusableMs, delivery);
      return waitForParameter(message, sentenceOf(answered), delivery);
    case 'gone':
      await delivery.lease.change({ off: answered });
      return giveUpAsOff(message, answered, delivery);
    case 'refused':
      await reports.begin(sentenceOf(answered));
      return giveUp(message, answered, delivery);
  }
}

/** A sentence for operations: a bare status says nothing to people. */
function sentenceOf({ status, reason }: Answered): string {
  if (status === 'none') return `${reason.charAt(0).toUpperCase()}${reason.slice(1)}.`;
  if (status.startsWith('3')) return `It answered ${status}, a redirect: set the address that it leads to.`;
  return `It answered ${reason.replace(/\.$/, '')}.`;
}

function backoffMs(tries: number): number {
  return Math.min(firstMs * 2 ** Math.min(tries - 1, 20), longestMs);
}

/** Stops calls for this time, or longer if an earlier answer asked for it. */
async function beSilent(milliseconds: Milliseconds, { lease, clock }: Delivery): Promise<void> {
  await lease.change({ silentUntil: Math.max(clock.now() + milliseconds, lease.state.silentUntil) });
}

async function tryAgain(
  message: QueuedMessage,
  { answered, target }: Tried,
  before: Tries,
  { waitMs, failed }: { readonly waitMs: number; readonly failed: number },
  delivery: Delivery,
): Promise<boolean> {
  const now = delivery.clock.now();
  const firstTriedAt = before.firstTriedAt ?? now;
  if (now - firstTriedAt >= givenUpMs) return giveUp(message, answered, delivery);
  const { fingerprint } = target;
  const tries = before.tries + failed;
  await delivery.line.put(message, { dueAt: now + waitMs, tries, firstTriedAt, fingerprint });
  return hideUntil(message, now + waitMs, delivery);
}

/** Waits for a usable parameter as long as the queue keeps the message; the tries then start over. */
export async function waitForParameter(message: QueuedMessage, reason: string, delivery: Delivery) {
  await delivery.reports.begin(reason);
  const dueAt = delivery.clock.now() + unusableMs;
  const { fingerprint } = delivery.target;
  await delivery.line.put(message, { dueAt, ...untried, fingerprint });
  return hideUntil(message, dueAt, delivery);
}

/** Waits in line without a try. @param dueAt epoch milliseconds */
export async function waitUntil(message: QueuedMessage, dueAt: EpochMilliseconds, delivery: Delivery) {
  await delivery.line.hold(message, dueAt);
  return hideUntil(message, dueAt, delivery);
}

async function hideUntil(message: QueuedMessage, dueAt: EpochMilliseconds, { queue, clock }: Delivery) {
  await queue.hide(message, Math.min(dueAt - clock.now(), looksInMs));
  return false;
}

/** Reports the switched-off destination again, in case a crash came before the first report. */
export async function giveUpAsOff(message: QueuedMessage, answered: Answered, delivery: Delivery) {
  const reason = `${sentenceOf(answered)} It is switched off until its parameter has another value.`;
  await delivery.reports.begin(reason);
  return giveUp(message, answered, delivery);
}

export async function giveUp(message: QueuedMessage, answered: Answered, delivery: Delivery) {
  await delivery.queue.sendToDeadLetters(message, answered);
  delivery.count(metricNames.deadLetters, 1);
  return leaveLine(message, delivery);
}

export async function leaveLine(message: QueuedMessage, { line }: Delivery): Promise<boolean> {
  await line.remove(message);
  return true;
}
