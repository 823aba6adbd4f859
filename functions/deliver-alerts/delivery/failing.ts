import pLimit from 'p-limit';
import type { Incident } from '../../incidents/incident.ts';
import { incidentBegan, incidentEnded } from '../../incidents/incident-message.ts';
import type { OperationsMessage } from '../../incidents/operations-message.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { Log } from '../../runtime/log.ts';
import type { Lease } from './destination-state.ts';

/** `destination.failing`: told when it begins and when it ends, once each; a crash may tell one of the two twice. */
export interface Failing {
  /** A trouble that does not mend itself: a refusal, a parameter or an address that can't be used. */
  begin(reason: string): Promise<void>;
  /** One more try that failed: told at the third in a row, or after a minute of them. */
  tryFailed(reason: string): Promise<void>;
  /** The destination took a message. @param at epoch milliseconds */
  delivered(at: number): Promise<void>;
}

export interface FailingDependencies {
  readonly publishOperations: (message: OperationsMessage) => Promise<void>;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Log;
}

const triesUntold = 3;
const untoldMs = 60_000;

/** What a destination's trouble is to operations. @param destination its name */
export function destinationIncident(destination: string, reason: string): Incident {
  return {
    type: 'destination.failing',
    destination,
    wallet: null,
    chain: null,
    reason,
    whatToDo: `Mend what the reason names; its secret: npx chainbell destination set ${destination}. Then send what it refused: npx chainbell redrive ${destination}`,
    about: { detail: destination },
  };
}

export function createFailing(
  destination: string,
  lease: Lease,
  { publishOperations, clock, log }: FailingDependencies,
): Failing {
  // Deliveries to several wallets run in parallel: without this queue, each would report the same trouble.
  const oneByOne = pLimit(1);

  /** Returns whether SNS took the message; the next try or delivery repeats one that it did not take. */
  async function tell(message: OperationsMessage): Promise<boolean> {
    try {
      await publishOperations(message);
      return true;
    } catch (error) {
      log.error('error: operations could not be told', { destination, error: String(error) });
      return false;
    }
  }

  /** Saved before and after it is told: a crash in between repeats the message, and never loses it. */
  async function begin(reason: string): Promise<void> {
    const { failing, failures } = lease.state;
    if (failing?.told) return;
    const began = failing ?? { since: failures?.since ?? clock.now(), reason, told: false };
    if (failing === null) await lease.change({ failing: began });
    const incident = destinationIncident(destination, began.reason);
    if (await tell(incidentBegan(incident, clock.now(), began.since)))
      await lease.change({ failing: { ...began, told: true } });
  }

  async function tryFailed(reason: string): Promise<void> {
    const now = clock.now();
    const { count, since } = lease.state.failures ?? { count: 0, since: now };
    await lease.change({ failures: { count: count + 1, since } });
    if (count + 1 >= triesUntold || now - since >= untoldMs) await begin(reason);
  }

  async function delivered(at: number): Promise<void> {
    const { failing, failures } = lease.state;
    const since = failing?.since ?? failures?.since;
    // A copy of a message that was taken before the trouble proves nothing.
    if (since === undefined || at < since) return;
    if (failing !== null) {
      await begin(failing.reason);
      const incident = destinationIncident(destination, failing.reason);
      if (!(await tell(incidentEnded(incident, failing.since, clock.now())))) return;
    }
    await lease.change({ failing: null, failures: null });
  }

  return {
    begin: (reason) => oneByOne(() => begin(reason)),
    tryFailed: (reason) => oneByOne(() => tryFailed(reason)),
    delivered: (at) => oneByOne(() => delivered(at)),
  };
}
