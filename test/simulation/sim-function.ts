import type { Scheduler } from '../support/scheduler.ts';
import type { Counts } from './counts.ts';
import type { Random } from './random.ts';
import { Worker } from './worker.ts';

/** What a function runs on. */
interface Host {
  readonly scheduler: Scheduler;
  readonly counts: Counts;
  /** Draws whether an idle environment is discarded. */
  readonly random: Pick<Random, 'chance'>;
  /** Milliseconds by which the next worker's clock is off. */
  clockSkew(): number;
  /** Called when an environment is gone. @param isBusy whether in the middle of an invocation */
  died(worker: Worker, isBusy: boolean): void;
}

/** A function of the stack, with its Lambda settings. */
export interface SimFunctionOptions<Event, Result> {
  readonly name: string;
  /** Maximum number of concurrent invocations. */
  readonly concurrency: number;
  /** Milliseconds after which Lambda ends an invocation. */
  readonly timeout: number;
  /** Runs at a cold start. */
  readonly make: (worker: Worker) => (event: Event, context: Context) => Promise<Result>;
  /** Called when an environment is free, or when there is room for another. */
  readonly freed?: () => void;
}

interface Context {
  getRemainingTimeInMillis(): number;
}

interface Environment<Event, Result> {
  readonly worker: Worker;
  readonly handler: (event: Event, context: Context) => Promise<Result>;
  busy: boolean;
  /** Of the settings before a deploy. */
  isOld: boolean;
}

/** Share of the invocations before which Lambda discards a frozen environment. */
const reaped = 0.05;
const restart = 10;

/**
 * Runs a function as Lambda does: an environment takes one invocation at a time and is frozen between two of them, so a
 * floating promise goes on in the next one or never. It may time out, crash, or be discarded while it is frozen.
 */
export class SimFunction<Event, Result> {
  private readonly environments: Environment<Event, Result>[] = [];
  private readonly host: Host;
  private readonly options: SimFunctionOptions<Event, Result>;
  private starts = 0;

  constructor(host: Host, options: SimFunctionOptions<Event, Result>) {
    this.host = host;
    this.options = options;
  }

  /** The workers of the running invocations. */
  busy(): readonly Worker[] {
    return this.environments.filter(({ busy }) => busy).map(({ worker }) => worker);
  }

  hasRoom(): boolean {
    return this.busy().length < this.options.concurrency;
  }

  /**
   * Starts one invocation, for which there must be room.
   * @param ended gets what the handler returned, or null and the error that it threw; it is not called if the invocation was killed
   */
  invoke(event: Event, ended: (result: Result | null, worker: Worker, error?: unknown) => void): Worker {
    const { scheduler, counts } = this.host;
    const { timeout, freed } = this.options;
    const environment = this.warm() ?? this.coldStart();
    const { worker, handler } = environment;
    environment.busy = true;
    worker.begin();
    const endsAt = scheduler.now + timeout;
    const cut = scheduler.after(
      timeout,
      () => {
        counts.add('crash: at the time-out of Lambda');
        worker.die();
      },
      worker,
    );
    const over = (result: Result | null, error?: unknown) => {
      cut();
      environment.busy = false;
      worker.freeze();
      ended(result, worker, error);
      if (freed !== undefined) scheduler.after(1, freed, null);
    };
    const start = () =>
      void handler(event, { getRemainingTimeInMillis: () => endsAt - scheduler.now }).then(
        (result) => over(result),
        (error: unknown) => over(null, error),
      );
    scheduler.after(1, start, worker);
    return worker;
  }

  /** Kills an invocation, as AWS may. @returns false if none runs */
  kill(): boolean {
    const [victim] = this.busy();
    victim?.die();
    return victim !== undefined;
  }

  /** Its environments take no further invocation. */
  replace(): void {
    for (const environment of this.environments) environment.isOld = true;
  }

  private warm(): Environment<Event, Result> | undefined {
    const idle = this.environments.filter(({ busy }) => !busy);
    for (const { worker, isOld } of idle) if (isOld || this.host.random.chance(reaped)) worker.die();
    return idle.find(({ worker }) => worker.alive);
  }

  private coldStart(): Environment<Event, Result> {
    this.starts += 1;
    const { host, environments } = this;
    const { name, make, freed } = this.options;
    const worker = new Worker(`${name} ${this.starts}`, host.scheduler, host.clockSkew());
    const environment = { worker, handler: make(worker), busy: false, isOld: false };
    worker.onDeath = () => {
      environments.splice(environments.indexOf(environment), 1);
      host.died(worker, environment.busy);
      if (freed !== undefined) host.scheduler.after(restart, freed, null);
    };
    environments.push(environment);
    return environment;
  }
}
