import type { Clock } from '../../functions/runtime/clock.ts';
import type { Owner, Scheduler } from '../support/scheduler.ts';
import type { ReadLog } from './api/read-log.ts';

let invocations = 1;

/** One Lambda execution environment: it lives from its cold start until it crashes. */
export class Worker implements Owner {
  alive = true;
  /** Between two invocations, when none of its code runs. */
  private frozen = false;
  private readonly due: (() => void)[] = [];
  private readonly scheduler: Scheduler;
  readonly name: string;
  readonly clock: Clock;
  /** Its reads of each wallet in this invocation, the latest last. */
  readonly reads = new Map<string, ReadLog[]>();
  /** URLs that were answered in full in this invocation. */
  readonly answered = new Set<string>();
  /** Alerts that SNS took from it in this invocation. */
  readonly published = new Set<string>();
  /** Called when it dies. */
  onDeath: () => void = () => {};

  /** @param skew milliseconds by which its clock is ahead */
  constructor(name: string, scheduler: Scheduler, skew: number) {
    this.name = name;
    this.scheduler = scheduler;
    this.clock = scheduler.clock({ skew, owner: this });
  }

  /** The number of its invocation; an invocation polls a wallet once. */
  invocation = 0;

  begin(): void {
    this.invocation = invocations++;
    this.reads.clear();
    this.answered.clear();
    this.published.clear();
    this.frozen = false;
    for (const run of this.due.splice(0)) this.scheduler.after(0, run, this);
  }

  /** The handler has returned: floating promises go on in the next invocation, if there is one. */
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
