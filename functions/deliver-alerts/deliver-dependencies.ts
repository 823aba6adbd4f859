import type { IncidentTable } from '../incidents/incident-table.ts';
import type { OperationsMessage, OperationsOrigin } from '../incidents/operations-message.ts';
import type { Clock } from '../runtime/clock.ts';
import type { Log } from '../runtime/log.ts';
import type { CountMetric } from '../runtime/metric-names.ts';
import type { createDestinationQueue } from './delivery/destination-queue.ts';
import type { createDestinationStates } from './delivery/destination-state.ts';
import type { createPace } from './delivery/pace.ts';
import type { createSentMessages } from './delivery/sent-messages.ts';
import type { Parameters } from './delivery/target.ts';
import type { createWaitingLine } from './delivery/waiting-line.ts';
import type { Send } from './net/send.ts';

/** What is kept of one destination. */
export interface DestinationStores {
  readonly line: ReturnType<typeof createWaitingLine>;
  readonly sent: ReturnType<typeof createSentMessages>;
  readonly queue: ReturnType<typeof createDestinationQueue>;
}

export interface DeliverDependencies {
  readonly clock: Clock;
  readonly parameters: Parameters;
  readonly states: ReturnType<typeof createDestinationStates>;
  readonly pace: ReturnType<typeof createPace>;
  readonly send: Send;
  readonly allowLoopback: boolean;
  readonly storesOf: (destination: string) => DestinationStores;
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
