import { type Delivery, silentUntil } from './delivery/delivery.ts';
import { bury, buryAsOff, leave, settle, untried, wait, waitForParameter } from './delivery/settle.ts';
import type { UsableTarget } from './delivery/target.ts';
import { tryMessage } from './delivery/try-message.ts';
import { readContent } from './kinds/read-content.ts';
import type { QueuedMessage } from './queued-message.ts';

/** How long after the wallet's first waiting message the others look again. */
const afterFirstMs = 1_000;
/** How much too early a message may be retried: visibility timeouts are whole seconds. */
const earlyMs = 900;

/**
 * Delivers one message. It stays in the queue while it waits for an earlier message of its wallet, for the destination's
 * parameter, for its next retry, or for the service's rate limit.
 * @returns whether the message can leave its queue: delivered, known already, or among the dead letters
 */
export async function deliverMessage(message: QueuedMessage, delivery: Delivery): Promise<boolean> {
  const { line, sent, failing, target, destination, deps } = delivery;
  const first = await line.first(message);
  if (first?.isBefore) return wait(message, first.waiting.dueAt + afterFirstMs, delivery);
  const takenAt = await sent.takenAt(message);
  if (takenAt !== null) {
    await failing.delivered(takenAt);
    return leave(message, delivery);
  }
  if (target.service === null) return waitForParameter(message, target.reason, delivery);
  const content = readContent(message, destination.kind, deps.origin);
  if (content === null)
    return bury(message, { status: 'none', reason: 'it is no alert that this version knows' }, delivery);
  const off = await switchedOff(target, delivery);
  if (off !== null) return buryAsOff(message, off, delivery);
  const own = first?.waiting.fingerprint === target.fingerprint ? first.waiting : { ...untried, dueAt: 0 };
  const later = await takeTurn(own.dueAt, target, delivery);
  if (later !== null) return wait(message, later, delivery);
  const offMeanwhile = await switchedOff(target, delivery);
  if (offMeanwhile !== null) return buryAsOff(message, offMeanwhile, delivery);
  const { reverts, chat } = content;
  return settle(message, await tryMessage({ ...message, chat }, reverts, target, delivery), own, delivery);
}

/** The answer that switched the parameter's current value off; null if it is on. A new value switches the destination on again. */
async function switchedOff(target: UsableTarget, { lease }: Delivery) {
  const { off } = lease.state;
  if (off === null || off.fingerprint === target.fingerprint) return off;
  await lease.change({ off: null });
  return null;
}

/**
 * Waits for a turn to call.
 * @returns null when it has come, or epoch milliseconds of when to look again
 */
async function takeTurn(dueAt: number, target: UsableTarget, delivery: Delivery): Promise<number | null> {
  const { deps, tryUntil } = delivery;
  const { clock, pace } = deps;
  const callableAt = Math.max(dueAt, silentUntil(target, delivery));
  if (callableAt > clock.now() + earlyMs) return callableAt;
  if (clock.now() > tryUntil) return clock.now();
  const later = await pace.take(target.service.lanes, tryUntil);
  if (later !== null) return later;
  // Look again: another wallet's call may have met a longer wait meanwhile.
  const silent = silentUntil(target, delivery);
  return silent > clock.now() ? silent : null;
}
