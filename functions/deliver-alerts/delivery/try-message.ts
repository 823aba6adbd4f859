import * as z from 'zod';
import { ForbiddenAddress } from '../../runtime/address-guard.ts';
import { parsedJson } from '../../runtime/parsed-json.ts';
import { unlink } from '../../text/inert-text.ts';
import { cleanText } from '../../text/safe-text.ts';
import type { Delivery } from '../dependencies.ts';
import type { Outcome, ToSend } from '../kinds/service.ts';
import { type Answer, NoAnswer } from '../net/send.ts';
import type { QueuedMessage } from '../queued-message.ts';
import type { Answered } from './destination-queue.ts';
import type { Target } from './target.ts';

export interface Tried {
  readonly outcome: Outcome;
  readonly answered: Answered;
  readonly target: Target;
}

type Message = Pick<QueuedMessage, 'id' | 'content' | 'alert' | 'topicArn' | 'isUrgent'> &
  Pick<ToSend, 'chat'>;

/** Sends a new message in place of an edit that the service refuses, and follows a chat that has moved. */
export async function tryMessage(message: Message, target: Target, delivery: Delivery): Promise<Tried> {
  const reverts = message.alert?.type === 'transfer.reverted' ? message.alert.reverts : null;
  const earlier = reverts === null ? null : await delivery.sent.referenceOf(reverts, target.place);
  const first = await callOnce(message, earlier, target, delivery);
  const isRefusedEdit = earlier !== null && first.outcome.kind === 'refused';
  const tried = isRefusedEdit ? await callAgain(message, first, target, delivery) : first;
  if (tried.outcome.kind !== 'moved') return tried;
  const { chat } = tried.outcome;
  await delivery.lease.change({ movedTo: chat });
  return callAgain(message, tried, target.movedTo(chat), delivery);
}

/** The second call of a try takes its own turn. If that turn comes too late, all messages wait for it as after a 429. */
async function callAgain(
  message: Message,
  { answered }: Tried,
  target: Target,
  delivery: Delivery,
): Promise<Tried> {
  const { pace, tryUntil, clock } = delivery;
  const later = await pace.take(target.service.lanes, tryUntil, message.isUrgent);
  if (later === null) return callOnce(message, null, target, delivery);
  return { outcome: { kind: 'throttled', waitMs: Math.max(later - clock.now(), 1) }, answered, target };
}

async function callOnce(
  message: Message,
  earlier: string | null,
  target: Target,
  { send, clock }: Delivery,
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

/** @throws errors that are not the destination's fault */
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

const errorReply = parsedJson(
  z.object({
    description: z.string().optional(),
    message: z.string().optional(),
    error: z.string().optional(),
  }),
);

/** The answer's status and one cleaned line without secrets, `404: no_team`; only the status of a web page. */
export function answerText({ status, body }: Answer, secrets: readonly string[]): string {
  const parsed = errorReply.safeParse(body).data;
  const words = parsed?.description ?? parsed?.message ?? parsed?.error ?? (/[<{]/.test(body) ? '' : body);
  const text = cleanText(withoutSecrets(words, secrets), 200);
  return text === null ? String(status) : `${status}: ${unlink(text)}`;
}

/** Removes pieces of a secret URL too, because an answer may quote only its path or query. */
function withoutSecrets(text: string, secrets: readonly string[]): string {
  const all = secrets.flatMap((secret) => [secret, ...urlPieces(secret)]);
  const spelt = all.flatMap((piece) => [piece, encodeURIComponent(piece)]);
  return spelt.reduce((sofar, piece) => sofar.replaceAll(piece, '[secret]'), text);
}

function urlPieces(secret: string): string[] {
  const url = URL.parse(secret);
  if (url === null) return [];
  const { pathname, search, searchParams } = url;
  const pieces = [pathname, search, ...pathname.split('/'), ...searchParams.values()];
  return pieces.filter((piece) => piece.length >= 8);
}
