import type { Incident } from '../../incidents/incident.ts';
import { incidentBegan, incidentEnded } from '../../incidents/incident-message.ts';
import type { OperationsMessage } from '../../incidents/operations-message.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { Log } from '../../runtime/log.ts';
import type { Lease } from './destination-state.ts';

/** `destination.failing`: told once when it begins and once when it ends. */
export interface Failing {
  /** Something that does not mend itself: a refusal, a parameter or an address that can't be used. */
  begin(reason: string): Promise<void>;
  /** One more try that failed: told at the third in a row, or after a minute of them. */
  tryFailed(reason: string): Promise<void>;
  end(): Promise<void>;
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
  const incident = (reason: string) => destinationIncident(destination, reason);
  const begin = async (reason: string) => {
    if (lease.state.failing !== null) return;
    const since = lease.state.failures?.since ?? clock.now();
    await lease.change({ failing: { since, reason } });
    try {
      await publishOperations(incidentBegan(incident(reason), clock.now(), since));
    } catch (error) {
      // The next failure tells it.
      log.error('error: operations could not be told', { destination, error: String(error) });
      await lease.change({ failing: null });
    }
  };
  return {
    begin,
    async tryFailed(reason) {
      const now = clock.now();
      const { count, since } = lease.state.failures ?? { count: 0, since: now };
      await lease.change({ failures: { count: count + 1, since } });
      if (count + 1 >= triesUntold || now - since >= untoldMs) await begin(reason);
    },
    async end() {
      const { failing, failures } = lease.state;
      if (failing === null && failures === null) return;
      await lease.change({ failing: null, failures: null });
      if (failing === null) return;
      try {
        await publishOperations(incidentEnded(incident(failing.reason), failing.since, clock.now()));
      } catch (error) {
        log.error('error: operations could not be told', { destination, error: String(error) });
        await lease.change({ failing });
      }
    },
  };
}
