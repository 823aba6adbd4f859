import { Worker } from './worker.ts';
import type { World } from './world.ts';

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
  private readonly world: World;
  private readonly options: SimFunctionOptions<Event, Result>;
  private starts = 0;

  constructor(world: World, options: SimFunctionOptions<Event, Result>) {
    this.world = world;
    this.options = options;
  }

  hasRoom(): boolean {
    return this.environments.filter(({ busy }) => busy).length < this.options.concurrency;
  }

  /**
   * Starts one invocation, for which there must be room.
   * @param ended gets what the handler returned, or null if it threw; it is not called if the invocation was killed
   */
  invoke(event: Event, ended: (result: Result | null, worker: Worker) => void): void {
    const { scheduler, counts } = this.world;
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
    const over = (result: Result | null) => {
      cut();
      environment.busy = false;
      worker.freeze();
      ended(result, worker);
      if (freed !== undefined) scheduler.after(1, freed, null);
    };
    const start = () =>
      void handler(event, { getRemainingTimeInMillis: () => endsAt - scheduler.now }).then(over, () =>
        over(null),
      );
    scheduler.after(1, start, worker);
  }

  /** Kills an invocation, as AWS may. @returns false if none runs */
  kill(): boolean {
    const victim = this.environments.find(({ busy }) => busy);
    victim?.worker.die();
    return victim !== undefined;
  }

  /** Its environments take no further invocation. */
  replace(): void {
    for (const environment of this.environments) environment.isOld = true;
  }

  private warm(): Environment<Event, Result> | undefined {
    const idle = this.environments.filter(({ busy }) => !busy);
    for (const { worker, isOld } of idle) if (isOld || this.world.random.chance(reaped)) worker.die();
    return idle.find(({ worker }) => worker.alive);
  }

  private coldStart(): Environment<Event, Result> {
    this.starts += 1;
    const { world, environments } = this;
    const { name, make, freed } = this.options;
    const worker = new Worker(`${name} ${this.starts}`, world.scheduler, world.clockSkew());
    const environment = { worker, handler: make(worker), busy: false, isOld: false };
    worker.onDeath = () => {
      environments.splice(environments.indexOf(environment), 1);
      world.oracle.mayRepeat(worker);
      if (environment.busy) world.troubles.note('crash');
      if (freed !== undefined) world.scheduler.after(restart, freed, null);
    };
    environments.push(environment);
    return environment;
  }
}
