import { type Dispatcher, errors } from 'undici';
import type { Scheduler } from '../../support/scheduler.ts';
import type { Answer } from './refusals.ts';

/** How a reply is sent over the wire. */
export type Delivery =
  | 'whole'
  | 'reset before the headers'
  | 'reset in the body'
  | 'hang before the headers'
  | 'hang in the body'
  | 'slow drip';

const noAnswer: Answer = { status: 0, headers: {}, body: '' };
const dripBytes = 4;
const dripEach = 900;

/** Delivers one request's answer, or network error, to undici's handler in virtual time; stops if undici aborts the request. */
export function deliver(
  answer: Answer | Error,
  delivery: Delivery,
  latency: number,
  options: Dispatcher.DispatchOptions,
  handler: Dispatcher.DispatchHandler,
  scheduler: Scheduler,
  arrived: () => void,
): void {
  let over = false;
  const fail = (error: Error) => {
    if (over) return;
    over = true;
    handler.onResponseError?.(controller, error);
  };
  const controller = {
    aborted: false,
    paused: false,
    reason: null,
    rawHeaders: [],
    rawTrailers: [],
    abort: fail,
    pause() {},
    resume() {},
  } satisfies Dispatcher.DispatchController;
  const unlessOver = (run: () => void) => () => {
    if (!over) run();
  };
  const reset = () => fail(new errors.SocketError('other side closed'));
  const { status, headers, body: text } = answer instanceof Error ? noAnswer : answer;
  const body = Buffer.from(text);
  const head = () => handler.onResponseStart?.(controller, status, { ...headers }, '');
  const end = () => {
    over = true;
    handler.onResponseEnd?.(controller, {});
    arrived();
  };
  const drip = (from: number) => {
    handler.onResponseData?.(controller, body.subarray(from, from + dripBytes));
    if (from + dripBytes >= body.length) end();
    else
      scheduler.after(
        dripEach,
        unlessOver(() => drip(from + dripBytes)),
      );
  };
  const answerNow = () => {
    if (answer instanceof Error) return fail(answer);
    if (delivery === 'reset before the headers') return reset();
    if (delivery === 'hang before the headers') {
      const timeout = () => fail(new errors.HeadersTimeoutError());
      scheduler.after(options.headersTimeout ?? 300_000, unlessOver(timeout));
      return;
    }
    head();
    if (delivery === 'slow drip') return drip(0);
    if (delivery === 'whole') {
      handler.onResponseData?.(controller, body);
      return end();
    }
    handler.onResponseData?.(controller, body.subarray(0, Math.ceil(body.length / 2)));
    if (delivery === 'reset in the body') return reset();
    const timeout = () => fail(new errors.BodyTimeoutError());
    scheduler.after(options.bodyTimeout ?? 300_000, unlessOver(timeout));
  };
  handler.onRequestStart?.(controller, null);
  if (!over) scheduler.after(latency, unlessOver(answerNow));
}
