import type { Scheduler } from '../support/scheduler.ts';

/**
 * While `run` runs, the global timers that the functions use (the time limits of calls and of publishes)
 * count in virtual time, so that the functions' own timeout code is tested.
 */
export async function withVirtualTimers<Result>(
  scheduler: Scheduler,
  run: () => Promise<Result>,
): Promise<Result> {
  const real = { set: globalThis.setTimeout, clear: globalThis.clearTimeout, timeout: AbortSignal.timeout };
  const planned = new Map<number, () => void>();
  let serial = 0;
  Object.assign(globalThis, {
    setTimeout(callback: (...args: unknown[]) => void, milliseconds = 0, ...args: unknown[]) {
      const id = ++serial;
      const cancel = scheduler.after(milliseconds, () => {
        planned.delete(id);
        callback(...args);
      });
      planned.set(id, cancel);
      return id;
    },
    clearTimeout(id: number) {
      planned.get(id)?.();
      planned.delete(id);
    },
  });
  AbortSignal.timeout = (milliseconds) => {
    const controller = new AbortController();
    scheduler.after(milliseconds, () =>
      controller.abort(new DOMException('The operation timed out.', 'TimeoutError')),
    );
    return controller.signal;
  };
  try {
    return await run();
  } finally {
    Object.assign(globalThis, { setTimeout: real.set, clearTimeout: real.clear });
    AbortSignal.timeout = real.timeout;
  }
}
