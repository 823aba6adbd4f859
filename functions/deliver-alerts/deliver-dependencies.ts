import type { OperationsMessage } from '../incidents/operations-message.ts';
import type { OperationsOrigin } from '../incidents/operations-origin.ts';
import type { Clock } from '../runtime/clock.ts';
import type { Log } from '../runtime/log.ts';
import type { CountMetric } from '../runtime/metric-names.ts';
import type { DestinationQueue } from './delivery/destination-queue.ts';
import type { DestinationStates } from './delivery/destination-state.ts';
import type { Pace } from './delivery/pace.ts';
import type { SentMessages } from './delivery/sent-messages.ts';
import type { Parameters } from './delivery/target.ts';
import type { WaitingLine } from './delivery/waiting-line.ts';
import type { Send } from './net/send.ts';

/** Everything that delivering reaches beyond its arguments, made once a cold start. */
export interface DeliverDependencies {
  readonly clock: Clock;
  readonly parameters: Parameters;
  readonly states: DestinationStates;
  readonly pace: Pace;
  readonly send: Send;
  readonly allowLoopback: boolean;
  /** By the name of the destination. */
  readonly lineOf: (destination: string) => WaitingLine;
  readonly sentTo: (destination: string) => SentMessages;
  readonly queueOf: (destination: string) => DestinationQueue;
  readonly publishOperations: (message: OperationsMessage) => Promise<void>;
  /** What operations messages come from. */
  readonly origin: OperationsOrigin;
  readonly count: CountMetric;
  readonly log: Log;
}

/** Until when an invocation works, in epoch milliseconds. */
export interface DeliverTimes {
  /** Waits for another worker that long. */
  readonly waitUntil: number;
  /** Begins no try after it. */
  readonly tryUntil: number;
  /** It has ended by then. */
  readonly end: number;
}
