import type { Clock } from '../runtime/clock.ts';
import type { CallLimits } from '../transfer/source.ts';
import { type CallWindows, furtherCalls, openFor, windowOpenAt } from './call-windows.ts';
import type { CallPurpose, WindowTable } from './window-table.ts';

/** When calls may leave at all, and what those hear that can't wait for it. */
export interface Opening {
  /** Epoch milliseconds; Infinity: not in this tick. */
  opensAt(): number;
  refusal(): Error;
}

/** Calls of one worker and purpose that wait for a window. */
export interface WindowQueue {
  /** Resolves at the moment at which the call is to leave. Those whose turn is the next one stand before all others. */
  wait(limits: CallLimits): Promise<void>;
}

interface Waiting {
  readonly limits: CallLimits;
  readonly leave: () => void;
  readonly refuse: (error: unknown) => void;
}

/** What all queues of a worker share. */
export interface WindowQueueOptions {
  readonly windows: CallWindows;
  readonly table: WindowTable;
  readonly clock: Clock;
}

export function createWindowQueue(
  purpose: CallPurpose,
  opening: Opening,
  { windows, table, clock }: WindowQueueOptions,
): WindowQueue {
  const most = purpose === 'poll' ? windows.calls : furtherCalls(windows);
  let waiting: Waiting[] = [];
  let serving = false;
  /** Ends the pause before a window once nobody waits for it any more. */
  let pause: AbortController | null = null;
  /** Windows before this one have no room, as far as is known. */
  let roomFrom = Number.NEGATIVE_INFINITY;
  /** Milliseconds that the last claims took which came too late for their window; one alone is an accident. */
  let lateClaims: number[] = [];

  const startOf = (window: number) => window * windows.length;
  const claimAhead = () => (lateClaims.length > 1 ? Math.min(...lateClaims) : 0);

  /** The window to claim from next, by what is known now. */
  function nextWindow(): number {
    const earliest = Math.max(clock.now() + claimAhead(), opening.opensAt());
    const open = windowOpenAt(earliest, windows);
    // Further ahead only where the clock was set back: it must not hold the calls up for as long as it jumped.
    return roomFrom > open + 1 ? open : Math.max(open, roomFrom);
  }

  /** @param place in the queue */
  function comesTooLate({ deadline }: CallLimits, place: number): boolean {
    const start = startOf(nextWindow() + Math.floor(place / most));
    return Math.max(start, clock.now()) > deadline || start === Number.POSITIVE_INFINITY;
  }

  function refuseThose(late: (limits: CallLimits, place: number) => boolean): void {
    const refused = new Set(waiting.filter(({ limits }, place) => late(limits, place)));
    if (refused.size === 0) return;
    waiting = waiting.filter((call) => !refused.has(call));
    for (const { refuse } of refused) refuse(opening.refusal());
  }

  /** How many calls the window had room for, of all that wait: fewer and fewer are tried, down to one. */
  async function claimFrom(window: number): Promise<number> {
    let calls = Math.min(waiting.length, most);
    while (!(await table.claim(window, calls, purpose))) {
      roomFrom = window + 1;
      if (calls === 1) return 0;
      calls = Math.ceil(calls / 2);
    }
    return calls;
  }

  async function sleepUntil(time: number): Promise<void> {
    const left = time - clock.now();
    if (left <= 0) return;
    pause = new AbortController();
    const { signal } = pause;
    try {
      await clock.sleep(left, signal);
    } catch (error) {
      if (!signal.aborted) throw error;
    } finally {
      pause = null;
    }
  }

  /** Claims from one window and lets as many calls leave. */
  async function serveWindow(): Promise<void> {
    refuseThose(comesTooLate);
    if (waiting.length === 0) return;
    const window = nextWindow();
    const start = startOf(window);
    await sleepUntil(start - claimAhead());
    if (waiting.length === 0 || nextWindow() > window) return;
    const asked = clock.now();
    const claimed = await claimFrom(window);
    const answered = clock.now();
    if (claimed === 0) return;
    await sleepUntil(start);
    if (clock.now() - start > openFor) {
      lateClaims = [...lateClaims.slice(-1), answered - asked];
      return;
    }
    lateClaims = [];
    // Meanwhile a call may have met a 429, or a deadline have passed.
    const now = clock.now();
    refuseThose(({ deadline }) => now > deadline);
    if (opening.opensAt() > now) return;
    for (const { leave } of waiting.splice(0, claimed)) leave();
  }

  async function serve(): Promise<void> {
    if (serving) return;
    serving = true;
    try {
      await Promise.resolve(); // those that come together are claimed together
      while (waiting.length > 0) await serveWindow();
    } catch (error) {
      const all = waiting;
      waiting = [];
      for (const { refuse } of all) refuse(error);
    } finally {
      serving = false;
    }
  }

  function goAway(call: Waiting): void {
    waiting = waiting.filter((other) => other !== call);
    if (waiting.length === 0) pause?.abort();
  }

  return {
    async wait(limits) {
      const { signal, next = false } = limits;
      const others = waiting.findIndex((call) => call.limits.next !== true);
      const place = next && others >= 0 ? others : waiting.length;
      if (comesTooLate(limits, place)) throw opening.refusal();
      const { promise, resolve: leave, reject: refuse } = Promise.withResolvers<void>();
      const call = { limits, leave, refuse };
      const abort = () => {
        goAway(call);
        refuse(signal?.reason);
      };
      signal?.addEventListener('abort', abort, { once: true });
      waiting.splice(place, 0, call);
      void serve();
      try {
        await promise;
      } finally {
        signal?.removeEventListener('abort', abort);
      }
    },
  };
}
