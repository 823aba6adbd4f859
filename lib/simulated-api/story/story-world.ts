import { readFileSync, writeFileSync } from 'node:fs';
import * as z from 'zod';
import { type ApiContents, type ApiRequest, answer } from '../answer.ts';
import { refusal } from '../reply.ts';
import { answerNode } from '../simulated-node.ts';
import { clocks, coinRecords, hero, nodeChain } from './cast.ts';
import { type ActKind, actKinds, actTransfers, inBlocks, type StoryTransfer } from './chapter.ts';
import { storyOnNode } from './node-chapters.ts';
import { storyTransfers } from './story.ts';

const everySeconds = z.number();

/** Over all runs. */
const scriptSchema = z.object({
  starts: z.array(z.object({ at: z.number(), everySeconds })),
  acts: z.array(z.object({ kind: z.enum(actKinds), at: z.number(), everySeconds })),
});

type Script = z.infer<typeof scriptSchema>;

export type StoryWorld = ReturnType<typeof storyWorld>;

/** Milliseconds of a slow poll: less than between two ticks. */
const onePoll = 4_000;

/** In ticks. */
const broken = { api: 2.2, node: 3.5 };

/**
 * The story starts at the first request for its wallet, because transfers before a first poll are old. With a file, a later run
 * goes on with the same transfers.
 * @throws Error naming the file if no earlier run wrote it
 */
export function storyWorld(pace: number, file?: string) {
  let script: Script = file === undefined ? none : readScript(file);
  let mined = minedBy(script);
  /** Epoch milliseconds at which each transfer was first shown: even a slow machine must see a transfer before a re-org drops it. */
  const shownAt = new Map(mined.map(({ transfer }) => [transfer.wire.transaction_hash, 0]));
  let started = false;
  const brokenUntil = { api: 0, node: 0 };
  const change = (next: Script) => {
    // Saved before it is served, or the next run would mine other transfers.
    if (file !== undefined) writeFileSync(file, JSON.stringify(next));
    script = next;
    mined = minedBy(next);
  };
  // The file says from the start that the tables beside it are a story's.
  change(script);
  const transfers: ApiContents['transfers'] = (now, wallet) => {
    if (!started && wallet === hero) {
      started = true;
      change({ ...script, starts: [...script.starts, { at: now, everySeconds: pace }] });
    }
    return mined
      .filter(({ transfer, goneAt }) => {
        const hash = transfer.wire.transaction_hash;
        if (transfer.knownAt <= now && !shownAt.has(hash)) shownAt.set(hash, now);
        return now < Math.max(goneAt, (shownAt.get(hash) ?? now) + onePoll);
      })
      .map(({ transfer }) => transfer);
  };
  return {
    answer: (request: ApiRequest, now: number) =>
      now < brokenUntil.api
        ? refusal(503, 'Service unavailable')
        : answer(request, { transfers, coins: coinRecords }, now),
    act: (kind: ActKind, now: number) =>
      change({ ...script, acts: [...script.acts, { kind, at: now, everySeconds: pace }] }),
    answerNode(body: string, now: number) {
      if (now < brokenUntil.node) return refusal(503, 'Service unavailable');
      const transfers = mined.map(({ transfer }) => transfer).filter(({ chainId }) => chainId === nodeChain);
      const only = storyOnNode(script.starts);
      return answerNode(body, { chainId: nodeChain, clock: clocks[nodeChain], transfers, only }, now);
    },
    /** The API answers 503 from now on for two ticks. */
    breakApi(now: number) {
      brokenUntil.api = now + broken.api * pace * 1_000;
    },
    /** The node answers 503 until operations report it. */
    breakNode(now: number) {
      brokenUntil.node = now + broken.node * pace * 1_000;
    },
  };
}

const none: Script = { starts: [], acts: [] };

function minedBy({ starts, acts }: Script): StoryTransfer[] {
  return inBlocks([...storyTransfers(starts), ...acts.flatMap(actTransfers)]);
}

function readScript(file: string): Script {
  try {
    return scriptSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return none;
    const message = `${file} is not what an earlier run wrote there: take another --data DIR.`;
    throw new Error(message, { cause });
  }
}
