import pLimit from 'p-limit';
import { type Incident, incidentKey } from '../../incidents/incident.ts';
import type { IncidentTable } from '../../incidents/incident-table.ts';
import { incidentBegan, incidentEnded, type OperationsMessage } from '../../incidents/operations-message.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { Log } from '../../runtime/log.ts';
import type { Lease } from './destination-state.ts';
import type { Destination } from './target.ts';

/** An incident is published after so many failures in a row, or after failures for so many ms. */
const reported = { failures: 3, ms: 60_000 };

/**
 * The reason in the end of an incident that began before the owner removed all destinations. The incident's record is kept then. The
 * table of deliveries, which had the real reason, is not.
 */
const lostReason = 'It did not take alerts before it was put back.';

/** @param queueArn by it the daily check sees whether a deploy has removed the destination */
export function destinationIncident(destination: string, reason: string, queueArn?: string): Incident {
  return {
    part: queueArn,
    type: 'destination.failing',
    destination,
    wallet: null,
    chain: null,
    reason,
    whatToDo: `Mend what the reason names; its secret: npx chainbell destination set ${destination}. Then send what it refused: npx chainbell redrive ${destination}`,
    about: { detail: destination },
  };
}

interface FailingDependencies {
  readonly publishOperations: (message: OperationsMessage) => Promise<void>;
  readonly incidents: Pick<IncidentTable, 'add' | 'has' | 'remove'>;
  readonly clock: Clock;
  readonly log: Log;
}

/** Publishes `destination.failing` once when it begins and once when it ends; a crash may repeat one of the two. */
export function createFailing(
  { name: destination, queueArn }: Pick<Destination, 'name' | 'queueArn'>,
  lease: Lease,
  deps: FailingDependencies,
) {
  const { incidents, clock } = deps;
  // Otherwise the deliveries of several wallets would each report the same trouble.
  const oneByOne = pLimit(1);
  const incidentOf = (reason: string) => destinationIncident(destination, reason, queueArn);
  // The key is the same for every reason.
  const key = incidentKey(incidentOf(''));

  /** Saves before and after publishing: a crash in between repeats the message, and never loses it. */
  async function begin(why: string): Promise<void> {
    const { failing, failures } = lease.state;
    if (failing?.published && (await incidents.has(key))) return;
    // While a deploy leaves the destination out, the daily check ends the incident. A later failure begins a new one.
    const since = failing?.published ? clock.now() : (failures?.since ?? clock.now());
    const began = failing?.published === false ? failing : { since, reason: why, published: false };
    if (began !== failing) await lease.change({ failing: began });
    if (!(await publish(deps, incidentBegan(incidentOf(began.reason), clock.now(), began.since)))) return;
    // The lease is changed last: after a crash in between, the next worker publishes and records the incident again.
    const incident = incidentOf(`${destination}: ${began.reason}`);
    const times = { since: began.since, claimedAt: clock.now(), published: true };
    await incidents.add({ key, ...incident, ...times });
    await lease.change({ failing: { ...began, published: true } });
  }

  async function tryFailed(reason: string): Promise<void> {
    const now = clock.now();
    const { count, since } = lease.state.failures ?? { count: 0, since: now };
    await lease.change({ failures: { count: count + 1, since } });
    if (count + 1 >= reported.failures || now - since >= reported.ms) await begin(reason);
  }

  async function delivered(at: number): Promise<void> {
    const { failing, failures } = lease.state;
    const since = failing?.since ?? failures?.since;
    // A repeat of a message that the service took before the trouble began proves nothing.
    if (since === undefined || at < since) return;
    if (failing?.published === false) await begin(failing.reason);
    if (lease.state.failing?.published === false) return;
    // The daily check has published the end of an incident that is not on record.
    const ended = incidentEnded(incidentOf(failing?.reason ?? lostReason), failing ?? { since }, clock.now());
    if ((await incidents.has(key)) && !(await publish(deps, ended))) return;
    await incidents.remove(key);
    await lease.change({ failing: null, failures: null });
  }

  return {
    /** Reports a refusal, or an unusable parameter or address: only a person can mend them. */
    begin: (reason: string) => oneByOne(() => begin(reason)),
    /** Reports a failed try: it is published at the third in a row, or after a minute of them. */
    tryFailed: (reason: string) => oneByOne(() => tryFailed(reason)),
    /** @param at epoch milliseconds */
    delivered: (at: number) => oneByOne(() => delivered(at)),
  };
}

/** False if SNS did not accept the message: the next try or delivery repeats it. */
function publish({ publishOperations, log }: FailingDependencies, message: OperationsMessage) {
  return publishOperations(message).then(
    () => true,
    (error: unknown) => {
      const { destination } = message;
      log.error('error: operations could not be told', { destination, error: String(error) });
      return false;
    },
  );
}
