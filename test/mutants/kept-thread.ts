import {
  type PoolOptions,
  type PoolRunnerInitializer,
  type PoolWorker,
  ThreadsPoolWorker,
} from 'vitest/node';

/** After this many runs the thread is replaced, with listeners and timers that hung mutants left. */
const runsPerThread = 50;

type Listener = Parameters<PoolWorker['on']>[1];

let kept: { readonly thread: ThreadsPoolWorker; runs: number } | null = null;

/**
 * A thread that stays alive between runs of vitest, with all loaded modules: each mutant is one run, and loading
 * the modules again takes ten times as long as its tests. Test files and setup files are still evaluated in each run.
 */
class KeptThread implements PoolWorker {
  readonly name = 'kept thread';
  private readonly thread: ThreadsPoolWorker;
  private readonly listeners = new Map<string, Set<Listener>>();

  constructor(options: PoolOptions) {
    if (kept !== null && kept.runs >= runsPerThread) {
      // Nobody waits any more for what still runs in the thread.
      void kept.thread.stop();
      kept = null;
    }
    kept ??= { thread: new ThreadsPoolWorker(options), runs: 0 };
    kept.runs += 1;
    this.thread = kept.thread;
  }

  on(event: string, listener: Listener): void {
    this.listeners.set(event, (this.listeners.get(event) ?? new Set()).add(listener));
    this.thread.on(event, listener);
  }

  off(event: string, listener: Listener): void {
    this.listeners.get(event)?.delete(listener);
    this.thread.off(event, listener);
  }

  send(message: Parameters<PoolWorker['send']>[0]): void {
    const stops = 'type' in message && message.type === 'stop';
    if (!stops) this.thread.send(message);
    else
      for (const listener of this.listeners.get('message') ?? [])
        listener({ type: 'stopped', __vitest_worker_response__: true });
  }

  async start(): Promise<void> {
    await this.thread.start();
  }

  /** Removes the listeners, but keeps the thread. */
  async stop(): Promise<void> {
    for (const [event, listeners] of this.listeners)
      for (const listener of listeners) this.thread.off(event, listener);
    this.listeners.clear();
  }

  deserialize(data: unknown): unknown {
    return data;
  }
}

export const keptThread: PoolRunnerInitializer = {
  name: 'kept thread',
  createPoolWorker: (options) => new KeptThread(options),
};
