import { type Incident, incidentKey, type OpenIncident } from '../../../functions/incidents/incident.ts';
import { type ApiIncidentType, apiIncident } from '../../../functions/incidents/incident-kinds.ts';
import type { PollResult } from '../../../functions/poll-wallets/poll-each.ts';
import { idleOutcome, type PollOutcome } from '../../../functions/poll-wallets/poll-outcome.ts';
import { reportBatch } from '../../../functions/poll-wallets/report/report-batch.ts';
import { UnreadableReply, UpstreamUnavailable } from '../../../functions/transfer/source-errors.ts';
import { exchange, watchOf } from '../../support/alerts.ts';
import { type LogLine, linesOf } from '../../support/worlds/log-lines.ts';
import { PollWorld } from '../../support/worlds/poll-world.ts';

export const one = watchOf();
export const other = watchOf({ wallet: exchange });
export const named = { wallet: one.wallet, chain: 'eth' };
export const timeOut = new UpstreamUnavailable('time-out', null);
export const webPage = new UnreadableReply('a web page');

/** Reports a batch's results, and keeps what operations, the log and the counts get. */
export class ReportWorld extends PollWorld {
  readonly lines: readonly LogLine[] = linesOf(this);
  readonly began: Incident[] = [];
  readonly ended: OpenIncident[] = [];

  constructor() {
    super();
    this.deps.incidents.begin = async (some) => void this.began.push(...some);
    this.deps.incidents.end = async (some) => void this.ended.push(...some);
  }

  readonly answered = (watch = one, over: Partial<PollOutcome> = {}): PollResult => {
    const cursor = this.states.stateOf(watch);
    return { watch, cursor, outcome: { ...idleOutcome(cursor), ...over }, error: null };
  };
  readonly failed = (error: Error, watch = one): PollResult => {
    return { watch, cursor: this.states.stateOf(watch), outcome: null, error };
  };

  report(polls: readonly PollResult[], open: readonly OpenIncident[] = [], deps = this.deps): Promise<void> {
    return reportBatch(polls, open, deps);
  }
  /** One wallet's poll fails, and another's is answered. */
  fails = (error: Error) => this.report([this.failed(error), this.answered(other)]);
  /** One wallet's poll is answered, with this outcome. */
  leaves = (outcome: Partial<PollOutcome>) => this.report([this.answered(one, outcome)]);

  open(type: ApiIncidentType, since = 1): OpenIncident {
    const incident = apiIncident(type, 'since then');
    return { ...incident, key: incidentKey(incident), since, published: true, claimedAt: since };
  }
  metrics = () => Object.fromEntries(this.counted);
  heard = () => this.operations.map(({ type, state }) => `${type} ${state}`);
}
