import {
  type PoolOptions,
  type PoolRunnerInitializer,
  type PoolWorker,
  ThreadsPoolWorker,
} from 'vitest/node';

/** What a run leaves behind, such as listeners and timers of a mutant that hung, is gone after so many. */
const runsPerThread = 50;

type Listener = Parameters<PoolWorker['on']>[1];

let kept: { readonly thread: ThreadsPoolWorker; runs: number } | null = null;

/**
 * A thread that stays when a run of vitest ends, with all modules that it has loaded: one mutant is one run, and loading
 * them anew takes ten times as long as its tests do. Test files and setup files are evaluated in each run all the same.
 */
class KeptThread implements PoolWorker {
  readonly name = 'kept thread';
  private readonly thread: ThreadsPoolWorker;
  private readonly listeners = new Map<string, Set<Listener>>();

  constructor(options: PoolOptions) {
    if (kept !== null && kept.runs >= runsPerThread) {
      // Whatever is still under way in it, nobody waits for it any more.
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

  /** The thread stays; its listeners do not. */
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
