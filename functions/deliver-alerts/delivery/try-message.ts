import { ForbiddenAddress } from '../../runtime/address-guard.ts';
import type { Outcome, ToSend } from '../kinds/service.ts';
import { NoAnswer } from '../net/send.ts';
import { answerText } from './answer-text.ts';
import type { Delivery } from './delivery.ts';
import type { Answered } from './destination-queue.ts';
import { findTarget, type UsableTarget } from './target.ts';

/** What a try came to, and where it went. */
export interface Tried {
  readonly outcome: Outcome;
  readonly answered: Answered;
  readonly target: UsableTarget;
}

/**
 * Sends a message. What is to be edited and can't be is sent anew; a chat that has moved is followed.
 * @param reverts the id of the alert that the message takes back
 */
export async function tryMessage(
  message: Omit<ToSend, 'now'>,
  reverts: string | null,
  target: UsableTarget,
  delivery: Delivery,
): Promise<Tried> {
  const { destination, lease, sent, deps } = delivery;
  const earlier = reverts === null ? null : await sent.referenceOf(reverts, target.place);
  const tried = await callOnce(message, earlier, target, delivery);
  const { outcome } = tried;
  if (outcome.kind === 'uneditable' && earlier !== null) return callOnce(message, null, target, delivery);
  if (outcome.kind !== 'moved') return tried;
  await lease.change({ moved: { fingerprint: target.fingerprint, chat: outcome.chat } });
  const moved = await findTarget(destination, lease, deps.parameters, deps.allowLoopback);
  delivery.target = moved;
  return moved.service === null ? tried : callOnce(message, null, moved, delivery);
}

async function callOnce(
  message: Omit<ToSend, 'now'>,
  earlier: string | null,
  target: UsableTarget,
  { deps: { send, clock } }: Delivery,
): Promise<Tried> {
  const { service } = target;
  try {
    const answer = await send(service.callOf({ ...message, now: clock.now() }, earlier));
    const answered = { status: String(answer.status), reason: answerText(answer, service.secrets) };
    return { outcome: service.judge(answer, clock.now()), answered, target };
  } catch (error) {
    return { ...unanswered(error), target };
  }
}

/** @throws whatever is no fault of the destination */
function unanswered(error: unknown): Omit<Tried, 'target'> {
  if (error instanceof ForbiddenAddress)
    return {
      outcome: { kind: 'unusable' },
      answered: { status: 'none', reason: `its address can't be used: ${error.message}` },
    };
  if (error instanceof NoAnswer)
    return { outcome: { kind: 'failed' }, answered: { status: 'none', reason: error.message } };
  throw error;
}
