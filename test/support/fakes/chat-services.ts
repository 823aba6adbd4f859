import { Dispatcher } from 'undici';
import type { Call } from '../../../functions/deliver-alerts/net/send.ts';
import { type Delivery, deliver } from '../../simulation/api/exchange.ts';
import type { Scheduler } from '../scheduler.ts';

/** A call that a service received, and when. */
export interface Made extends Call {
  readonly at: number;
}

/** A service's answer, how it goes over the wire, and its delay in milliseconds. */
export interface ServiceAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly delivery?: Delivery;
  readonly after?: number;
}

/** An Error is a network error in place of an answer. */
export type Answering = (call: Made) => ServiceAnswer | Error;

const latency = 20;

/** The services behind destinations, as a dispatcher of undici: real requests, no network, virtual time. */
export class ChatServices extends Dispatcher {
  readonly made: Made[] = [];
  answering: Answering;
  private readonly scheduler: Scheduler;

  constructor(scheduler: Scheduler, answering: Answering) {
    super();
    this.scheduler = scheduler;
    this.answering = answering;
  }

  override dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    const { scheduler } = this;
    const made = {
      method: options.method as Call['method'],
      url: new URL(options.path, String(options.origin)).href,
      headers: options.headers as Call['headers'],
      body: String(options.body),
      at: scheduler.now,
    };
    this.made.push(made);
    const answer = this.answering(made);
    const isError = answer instanceof Error;
    const { status = 200, headers = {}, body = '', ...how }: ServiceAnswer = isError ? {} : answer;
    const { delivery = 'whole', after = latency } = how;
    const reply = isError ? answer : { status, headers, body };
    deliver(reply, delivery, after, options, handler, scheduler, () => {});
    return true;
  }
}
