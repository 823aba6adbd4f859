import { readFileSync, writeFileSync } from 'node:fs';
import * as z from 'zod';
import type { ApiContents } from '../answer.ts';
import { hero, storyTransfers } from './story.ts';

/** When the story was started, run by run: epoch milliseconds, oldest first. */
const startsSchema = z.array(z.number());

/**
 * The transfers of the story by the time of a request. It starts when its wallet is asked for first, so that it is
 * watched by then: what was there at a wallet's first poll is old. With a file, a later run goes on with the same ones.
 * @throws Error that names the file when it is not what an earlier run wrote
 */
export function storyChains(startsFile?: string): ApiContents['transfers'] {
  const earlier = startsFile === undefined ? [] : readStarts(startsFile);
  let transfers = storyTransfers(earlier);
  let started = false;
  return (now, wallet) => {
    if (!started && wallet === hero) {
      started = true;
      const starts = [...earlier, now];
      // Before they are served, or the next run would make other ones of them.
      if (startsFile !== undefined) writeFileSync(startsFile, JSON.stringify(starts));
      transfers = storyTransfers(starts);
    }
    return transfers;
  };
}

/** None where no run has written the file. */
function readStarts(file: string): number[] {
  try {
    return startsSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return [];
    const message = `${file} is not what an earlier run wrote there: remove it, or take another --data DIR.`;
    throw new Error(message, { cause });
  }
}
