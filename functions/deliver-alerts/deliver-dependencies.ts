import type { IncidentTable } from '../incidents/incident-table.ts';
import type { OperationsMessage, OperationsOrigin } from '../incidents/operations-message.ts';
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

export interface DeliverDependencies {
  readonly clock: Clock;
  readonly parameters: Parameters;
  readonly states: DestinationStates;
  readonly pace: Pace;
  readonly send: Send;
  readonly allowLoopback: boolean;
  /** Takes a destination's name, like the two below. */
  readonly lineOf: (destination: string) => WaitingLine;
  readonly sentTo: (destination: string) => SentMessages;
  readonly queueOf: (destination: string) => DestinationQueue;
  readonly publishOperations: (message: OperationsMessage) => Promise<void>;
  /** The stack's open problems, which the summary and the page show. */
  readonly incidents: Pick<IncidentTable, 'add' | 'remove'>;
  readonly origin: OperationsOrigin;
  readonly count: CountMetric;
  readonly log: Log;
}

export interface DeliverTimes {
  /** How long to wait for another worker; epoch milliseconds, like the two below. */
  readonly waitUntil: number;
  /** No try begins later. */
  readonly tryUntil: number;
  /** The invocation is over by then. */
  readonly end: number;
}
