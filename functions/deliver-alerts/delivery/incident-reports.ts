import pLimit from 'p-limit';
import { type Incident, incidentKey } from '../../incidents/incident.ts';
import type { IncidentLog } from '../../incidents/incident-log.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { Log } from '../../runtime/log.ts';
import type { Lease } from './destination-state.ts';
import type { Destination } from './target.ts';

/** An incident is published after so many failures in a row, or after failures for so many ms. */
const reported = { failures: 3, ms: 60_000 };

/** @param queueArn tells the daily check whether a deploy has removed the destination */
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

/** Publishes `destination.failing` once when it begins and once when it ends; a crash may repeat one of the two. */
export function createIncidentReports(
  { name: destination, queueArn }: Pick<Destination, 'name' | 'queueArn'>,
  lease: Lease,
  {
    incidents,
    clock,
    log,
  }: {
    readonly incidents: Pick<IncidentLog, 'find' | 'begin' | 'end'>;
    readonly clock: Pick<Clock, 'now'>;
    readonly log: Pick<Log, 'error'>;
  },
) {
  // Otherwise the deliveries of several wallets would each report the same trouble.
  const oneByOne = pLimit(1);
  const incidentOf = (reason: string) => destinationIncident(destination, reason, queueArn);
  // The key is the same for every reason.
  const find = () => incidents.find(incidentKey(incidentOf('')));
  /** A failed report is only logged, so that it delays no alert. The next failure or delivery repeats it. */
  const report = (work: Promise<void>) =>
    work.catch((error: unknown) =>
      log.error('error: operations could not be told', { destination, error: String(error) }),
    );

  async function begin(reason: string): Promise<void> {
    if (lease.state.failures === null) await lease.change({ failures: { count: 1, since: clock.now() } });
    await report(find().then((open) => incidents.begin([incidentOf(reason)], open)));
  }

  async function tryFailed(reason: string): Promise<void> {
    const now = clock.now();
    const { count, since } = lease.state.failures ?? { count: 0, since: now };
    await lease.change({ failures: { count: count + 1, since } });
    if (count + 1 >= reported.failures || now - since >= reported.ms) await begin(reason);
  }

  async function delivered(at: number): Promise<void> {
    const { failures } = lease.state;
    // A repeat of a message that the service took before the trouble began proves nothing.
    if (failures === null || at < failures.since) return;
    await report(find().then((open) => incidents.end(open)));
    // Until the incident is off the record, each delivery tries to end it.
    if ((await find()).length === 0) await lease.change({ failures: null });
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
