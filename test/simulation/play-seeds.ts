import { availableParallelism } from 'node:os';
import { Worker as Thread } from 'node:worker_threads';
import * as z from 'zod';
import { Counts } from './counts.ts';

const played = z.object({
  seed: z.number(),
  failure: z.string().nullable(),
  counts: z.array(z.tuple([z.string(), z.number()])),
});

interface SeedsOptions {
  readonly from: number;
  readonly seeds: number;
  /** Stops after this many failures. */
  readonly maxFailures: number;
  readonly shrinks: boolean;
}

/** Plays seeds on every processor. */
export async function playSeeds({ from, seeds, maxFailures, shrinks }: SeedsOptions) {
  const counts = new Counts();
  const failures: { seed: number; failure: string }[] = [];
  let next = from;
  let done = 0;
  const playOn = () =>
    new Promise<void>((resolve, reject) => {
      const thread = new Thread(new URL('./seed-thread.ts', import.meta.url));
      const send = () => {
        if (next >= from + seeds || failures.length >= maxFailures) {
          void thread.terminate();
          return resolve();
        }
        thread.postMessage({ seed: next, shrinks });
        next += 1;
      };
      thread.on('error', reject);
      thread.on('message', (message: unknown) => {
        const result = played.parse(message);
        counts.addAll(result.counts);
        done += 1;
        if (result.failure !== null) failures.push({ seed: result.seed, failure: result.failure });
        send();
      });
      send();
    });
  await Promise.all(Array.from({ length: Math.min(availableParallelism(), seeds) }, playOn));
  return { counts, failures, played: done };
}
