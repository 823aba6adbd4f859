import type { EpochMilliseconds } from '../chain/units.ts';
import {
  afterTry,
  giveUp,
  giveUpAsOff,
  leaveLine,
  looksInMs,
  untried,
  waitForParameter,
  waitUntil,
} from './delivery/after-try.ts';
import type { Target } from './delivery/target.ts';
import { tryMessage } from './delivery/try-message.ts';
import type { Delivery } from './dependencies.ts';
import { alertMessage } from './kinds/alert-message.ts';
import { operationsChat } from './kinds/operations-chat.ts';
import type { ChatMessage } from './kinds/service.ts';
import type { QueuedMessage } from './queued-message.ts';

/** A wallet's later messages come back this long after its first message is due. */
const afterFirstMs = 1_000;
/** Younger messages come back soon, because another worker may hold the wallet's first message. */
const youngMs = 3_000;
/**
 * While a wallet's first message is overdue, the later ones wait as long again, up to this. Otherwise they would fill SQS's batches
 * and keep the first one out.
 */
const longestOverdueMs = 60_000;
/** Without a usable parameter or address they wait a tenth of their age, up to this, because each return costs two writes. */
const longestUnusableMs = 240_000;
/**
 * If a service has no rate, the first ten of a wallet's waiting messages come back together, as a batch of SQS, and the others this
 * far apart. If hundreds came back at once, SQS would rarely hand out the first one.
 */
const besideMs = 500;
/** A message with a later turn waits in the queue, because a sleeping worker takes no urgent message. */
const soonMs = 500;
/** A retry may come this much too early, because visibility timeouts are whole seconds. */
const earlyMs = 900;

/**
 * The message stays in the queue while it waits for an earlier one, the parameter, its next retry, or the rate limit.
 * @returns true: delivered now or earlier, or a dead letter
 */
export async function deliverMessage(message: QueuedMessage, delivery: Delivery): Promise<boolean> {
  const { line, sent, reports, target, lease, clock } = delivery;
  const first = await line.first(message);
  if (first?.isBefore) {
    const { dueAt, firstTriedAt, fingerprint } = first.waiting;
    const firstDoneAt = dueAt + afterFirstMs;
    if (clock.now() < message.publishedAt + youngMs) return waitUntil(message, firstDoneAt, delivery);
    const overdueMs = Math.min(clock.now() - firstDoneAt, longestOverdueMs);
    const tenthOfAgeMs = Math.min((clock.now() - message.publishedAt) / 10, longestUnusableMs);
    const isUnusable =
      target.service === null || (fingerprint === target.fingerprint && firstTriedAt === null);
    const leastMs = isUnusable ? Math.max(overdueMs, tenthOfAgeMs) : overdueMs;
    return waitInLine(message, Math.max(firstDoneAt, clock.now() + leastMs), delivery);
  }
  const acceptedAt = await sent.acceptedAt(message);
  if (acceptedAt !== null) {
    await reports.delivered(acceptedAt);
    return leaveLine(message, delivery);
  }
  if (target.service === null) return waitForParameter(message, target.reason, delivery);
  const chat = chatOf(message, delivery);
  if (chat === null)
    return giveUp(message, { status: 'none', reason: 'this version does not know this alert' }, delivery);
  if (lease.state.off !== null) return giveUpAsOff(message, lease.state.off, delivery);
  const tries = first?.waiting.fingerprint === target.fingerprint ? first.waiting : { ...untried, dueAt: 0 };
  const later = await takeTurn(message, tries.dueAt, target, delivery);
  if (later !== null) return waitInLine(message, later, delivery);
  // Another wallet's call may have switched the destination off meanwhile.
  if (lease.state.off !== null) return giveUpAsOff(message, lease.state.off, delivery);
  return afterTry(message, await tryMessage({ ...message, chat }, target, delivery), tries, delivery);
}

const emptyChat: ChatMessage = { headline: '', lines: [], link: null, tone: 'well' };

/** Null: neither an alert nor an operations message. */
function chatOf(
  { alert, content, fromOperations, subject }: QueuedMessage,
  { destination, origin }: Delivery,
): ChatMessage | null {
  if (destination.kind === 'webhook') return emptyChat;
  if (fromOperations) return operationsChat(content, subject, origin);
  return alert === null ? null : alertMessage(alert, origin.stack.name);
}

/** Null: the message's turn has come; otherwise the epoch milliseconds at which to try again. */
async function takeTurn(
  { isUrgent }: QueuedMessage,
  dueAt: EpochMilliseconds,
  target: Target,
  { clock, pace, lease, tryUntil }: Delivery,
): Promise<number | null> {
  const callableAt = Math.max(dueAt, lease.state.silentUntil);
  if (callableAt > clock.now() + earlyMs) return callableAt;
  if (clock.now() > tryUntil) return clock.now();
  const soon = isUrgent ? tryUntil : Math.min(clock.now() + soonMs, tryUntil);
  const later = await pace.take(target.service.lanes, soon, isUrgent);
  if (later !== null) return later;
  // The service may have told another wallet's call meanwhile to wait longer.
  const { silentUntil } = lease.state;
  return silentUntil > clock.now() ? silentUntil : null;
}

/** Waits for the turns of all earlier waiting messages, which an urgent one overtakes. @param from epoch milliseconds at least */
async function waitInLine(message: QueuedMessage, from: EpochMilliseconds, delivery: Delivery) {
  const { line, target, clock } = delivery;
  const lanes = target.service?.lanes ?? [];
  const now = clock.now();
  // The message comes back before that time anyway, and is counted then.
  if (message.isUrgent || from >= now + looksInMs) return waitUntil(message, from, delivery);
  if (lanes.length === 0) {
    const beyondBatch = Math.max(0, (await line.countBefore(message, 'own')) - 9);
    return waitUntil(message, from + beyondBatch * besideMs, delivery);
  }
  const interval = Math.max(...lanes.map(({ intervalMs }) => intervalMs));
  return waitUntil(
    message,
    Math.max(from, now + (await line.countBefore(message, 'all')) * interval),
    delivery,
  );
}
