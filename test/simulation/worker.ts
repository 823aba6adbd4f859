import type { Clock } from '../../functions/runtime/clock.ts';
import type { Owner, Scheduler } from '../support/scheduler.ts';
import type { ReadLog } from './api/read-log.ts';

let invocations = 1;

/** One Lambda execution environment: it lives from its cold start until it crashes. */
export class Worker implements Owner {
  alive = true;
  /** Between two invocations: nothing of it runs. */
  private frozen = false;
  private readonly due: (() => void)[] = [];
  private readonly scheduler: Scheduler;
  readonly name: string;
  readonly clock: Clock;
  /** What it has read of each wallet in this invocation, the latest last. */
  readonly reads = new Map<string, ReadLog[]>();
  /** URLs that were answered in full in this invocation. */
  readonly answered = new Set<string>();
  /** Alerts that SNS took from it in this invocation. */
  readonly published = new Set<string>();
  /** Told of its death. */
  onDeath: () => void = () => {};

  /** @param skew milliseconds by which its clock is ahead */
  constructor(name: string, scheduler: Scheduler, skew: number) {
    this.name = name;
    this.scheduler = scheduler;
    this.clock = scheduler.clock({ skew, owner: this });
  }

  /** A number for each of its invocations, in which a wallet is polled once. */
  invocation = 0;

  begin(): void {
    this.invocation = invocations++;
    this.reads.clear();
    this.answered.clear();
    this.published.clear();
    this.frozen = false;
    for (const run of this.due.splice(0)) this.scheduler.after(0, run, this);
  }

  /** The handler has returned: what it left floating goes on in the next invocation, if there is one. */
  freeze(): void {
    this.frozen = true;
  }

  keep(due: () => void): boolean {
    if (this.frozen) this.due.push(due);
    return this.frozen;
  }

  die(): void {
    if (!this.alive) return;
    this.alive = false;
    this.onDeath();
  }
}
