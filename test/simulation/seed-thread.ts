import { parentPort } from 'node:worker_threads';
import * as z from 'zod';
import { playSeed } from './play-seed.ts';

/** A thread of simulate.ts: plays each seed that it is sent. */
parentPort?.on('message', async (message: unknown) => {
  const { seed, shrinks } = z.object({ seed: z.number(), shrinks: z.boolean() }).parse(message);
  const { counts, failure } = await playSeed(seed, { shrinks });
  parentPort?.postMessage({ seed, failure, counts: [...counts.byKind] });
});
