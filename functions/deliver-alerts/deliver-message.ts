import { metricNames } from '../runtime/metric-names.ts';
import type { DeliverDependencies } from './deliver-dependencies.ts';
import { answerText } from './delivery/answer-text.ts';
import { backoffMs, isGivenUp } from './delivery/backoff.ts';
import type { Answered } from './delivery/destination-queue.ts';
import type { Lease } from './delivery/destination-state.ts';
import type { Failing } from './delivery/failing.ts';
import { type Destination, findTarget, type Target } from './delivery/target.ts';
import type { Waiting } from './delivery/waiting-line.ts';
import { readContent } from './kinds/read-content.ts';
import type { Outcome, Service, ToSend } from './kinds/service.ts';
import { ForbiddenAddress } from './net/address-guard.ts';
import { NoAnswer } from './net/send.ts';
import type { QueuedMessage } from './queued-message.ts';

/** Delivers messages of one destination, each wallet's one after the other. */
export interface Delivery {
  /** Whether the message can leave its queue: delivered, known already, or among the dead letters. */
  deliver(message: QueuedMessage): Promise<boolean>;
}

export interface DeliveryContext {
  readonly destination: Destination;
  readonly lease: Lease;
  readonly target: Target;
  readonly failing: Failing;
  readonly deps: DeliverDependencies;
  /** Epoch milliseconds: no try begins after it. */
  readonly tryUntil: number;
}

/** A parameter that can't be used is looked at again so often. */
const unusableMs = 30_000;
/** Whatever a message waits for, it looks in this often: its destination's parameter may be another one by then. */
const looksInMs = 240_000;
/** Behind the one that its wallet's others wait for. */
const afterFirstMs = 1_000;
/** Visibility time-outs are whole seconds. */
const earlyMs = 900;

interface Tried {
  readonly outcome: Outcome;
  readonly answered: Answered;
}

export function createDelivery(context: DeliveryContext): Delivery {
  const { destination, lease, failing, deps, tryUntil } = context;
  const { clock, pace, parameters, send } = deps;
  const { name } = destination;
  const [line, sent, queue] = [deps.lineOf(name), deps.sentTo(name), deps.queueOf(name)];
  let { target } = context;

  async function deliver(message: QueuedMessage): Promise<boolean> {
    const first = await line.first(message);
    if (first?.isBefore) return wait(message, first.waiting.dueAt + afterFirstMs);
    const own = first?.itself ? first.waiting : null;
    if (target.service === null) return unusable(message, target.reason);
    const { service, fingerprint } = target;
    const { off, silent } = lease.state;
    if (off !== null && off.fingerprint === fingerprint) return bury(message, off);
    if (off !== null) await lease.change({ off: null });
    const dueAt = Math.max(
      own !== null && own.fingerprint === fingerprint ? own.dueAt : 0,
      silent?.fingerprint === fingerprint ? silent.until : 0,
    );
    if (dueAt > clock.now() + earlyMs) return wait(message, dueAt);
    if (await sent.has(message)) return leave(message, own !== null);
    const content = readContent(message, destination.kind, deps.origin);
    if (content === null)
      return bury(message, { status: 'none', reason: 'it is no alert that this version knows' });
    if (clock.now() > tryUntil) return wait(message, clock.now());
    const later = await pace.take(service.lanes, tryUntil);
    if (later !== null) return wait(message, later);
    const { reverts, chat } = content;
    const earlier = reverts === null ? null : await sent.referenceOf(reverts);
    const tried = await tryOnce(service, { ...message, chat, now: clock.now() }, earlier);
    return settle(message, tried, own, fingerprint);
  }

  /** What is to be edited and can't be is sent anew; a chat that has moved is followed. */
  async function tryOnce(service: Service, message: ToSend, earlier: string | null): Promise<Tried> {
    const tried = await callOnce(service, message, earlier);
    const { outcome } = tried;
    if (outcome.kind === 'uneditable' && earlier !== null) return callOnce(service, message, null);
    if (outcome.kind !== 'moved' || target.service === null) return tried;
    await lease.change({ moved: { fingerprint: target.fingerprint, chat: outcome.chat } });
    target = await findTarget(destination, lease, parameters, deps.allowLoopback);
    return target.service === null ? tried : callOnce(target.service, message, null);
  }

  async function callOnce(service: Service, message: ToSend, earlier: string | null): Promise<Tried> {
    try {
      const answer = await send(service.callOf(message, earlier));
      const answered = { status: String(answer.status), reason: answerText(answer, service.secrets) };
      return { outcome: service.judge(answer), answered };
    } catch (error) {
      if (error instanceof ForbiddenAddress)
        return {
          outcome: { kind: 'unusable' },
          answered: { status: 'none', reason: `its address can't be used: ${error.message}` },
        };
      if (error instanceof NoAnswer)
        return { outcome: { kind: 'failed' }, answered: { status: 'none', reason: error.message } };
      throw error;
    }
  }

  /** What becomes of the message, and of its destination. */
  async function settle(
    message: QueuedMessage,
    { outcome, answered }: Tried,
    own: Waiting | null,
    fingerprint: string,
  ): Promise<boolean> {
    const now = clock.now();
    switch (outcome.kind) {
      case 'delivered':
        await sent.put(message, outcome.reference);
        if (outcome.silentMs > 0)
          await lease.change({ silent: { fingerprint, until: now + outcome.silentMs } });
        await failing.end();
        return leave(message, own !== null);
      case 'throttled': {
        const waitMs = outcome.waitMs ?? backoffMs((own?.tries ?? 0) + 1);
        await lease.change({ silent: { fingerprint, until: now + waitMs } });
        // Its own fault it is not: the back-off stays where it was, unless nobody said when.
        return again(message, own, answered, fingerprint, waitMs, outcome.waitMs === null ? 1 : 0);
      }
      case 'failed':
        await failing.tryFailed(answered.reason);
        return again(message, own, answered, fingerprint, backoffMs((own?.tries ?? 0) + 1));
      case 'unusable':
        parameters.forget(name);
        await lease.change({ silent: { fingerprint, until: now + unusableMs } });
        await failing.begin(answered.reason);
        return again(message, own, answered, fingerprint, unusableMs);
      case 'gone':
        await lease.change({ off: { fingerprint, ...answered } });
        await failing.begin(`${answered.reason}. It is switched off until its parameter has another value.`);
        return bury(message, answered);
      case 'refused':
      case 'uneditable':
      case 'moved':
        await failing.begin(answered.reason);
        return bury(message, answered);
    }
  }

  async function again(
    message: QueuedMessage,
    own: Waiting | null,
    answered: Answered,
    fingerprint: string,
    waitMs: number,
    failed = 1,
  ): Promise<boolean> {
    const now = clock.now();
    const firstTriedAt = own?.firstTriedAt ?? now;
    if (isGivenUp(firstTriedAt, now)) return bury(message, answered);
    const tries = (own?.tries ?? 0) + failed;
    await line.put(message, { dueAt: now + waitMs, tries, firstTriedAt, fingerprint });
    await queue.hide(message, Math.min(waitMs, looksInMs));
    return false;
  }

  async function wait(message: QueuedMessage, dueAt: number): Promise<boolean> {
    await line.hold(message, dueAt);
    await queue.hide(message, Math.min(dueAt - clock.now(), looksInMs));
    return false;
  }

  async function unusable(message: QueuedMessage, reason: string): Promise<boolean> {
    await failing.begin(reason);
    return wait(message, clock.now() + unusableMs);
  }

  async function bury(message: QueuedMessage, answered: Answered): Promise<boolean> {
    await queue.bury(message, answered);
    deps.count(metricNames.deadLetters, 1);
    return leave(message, true);
  }

  async function leave(message: QueuedMessage, waited: boolean): Promise<boolean> {
    if (waited) await line.remove(message);
    return true;
  }

  return { deliver };
}
