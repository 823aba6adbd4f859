import { readFileSync, writeFileSync } from 'node:fs';
import * as z from 'zod';
import { type ApiContents, type ApiRequest, answer } from '../answer.ts';
import { type Reply, refusal } from '../reply.ts';
import { answerNode } from '../simulated-node.ts';
import { type ActKind, actKinds, actTransfers } from './acts.ts';
import { clocks, hero, nodeChain } from './cast.ts';
import { inBlocks, type StoryTransfer } from './chapter.ts';
import { coinRecords } from './coin-records.ts';
import { storyOnNode } from './node-chapters.ts';
import { storyTransfers } from './story.ts';

const everySeconds = z.number();

/** What happened so far, over all runs. */
const scriptSchema = z.object({
  starts: z.array(z.object({ at: z.number(), everySeconds })),
  acts: z.array(z.object({ kind: z.enum(actKinds), at: z.number(), everySeconds })),
});

type Script = z.infer<typeof scriptSchema>;

/** The simulated API of the story, and what somebody who looks on can do to it. */
export interface StoryWorld {
  /** Answers a request at a time, epoch milliseconds. */
  answer(request: ApiRequest, now: number): Reply;
  /** Has something happen on its chain. */
  act(kind: ActKind, now: number): void;
  /** Answers what the node of `nodeChain` is asked. */
  answerNode(body: string, now: number): Reply;
  /** The API answers 503 from now on for two ticks. */
  breakApi(now: number): void;
  /** The node answers 503 from now on, as long as operations take to hear of it. */
  breakNode(now: number): void;
}

/** Milliseconds that a poll may take to read all that there is, on a busy machine: less than from tick to tick. */
const onePoll = 4_000;

/** Ticks, and a little. */
const broken = { api: 2.2, node: 3.5 };

/**
 * It starts when its wallet is asked for first, so that it is watched by then: what was there at a wallet's first poll is
 * old. With a file, a later run goes on with the same transfers.
 * @throws Error that names the file when it is not what an earlier run wrote
 */
export function storyWorld(pace: number, file?: string): StoryWorld {
  let script: Script = file === undefined ? none : readScript(file);
  let mined = minedBy(script);
  /** When each transfer was shown first, epoch milliseconds: a machine that is slow must not miss what a re-org drops. */
  const shownAt = new Map(mined.map(({ transfer }) => [transfer.wire.transaction_hash, 0]));
  let started = false;
  const brokenUntil = { api: 0, node: 0 };
  const change = (next: Script) => {
    // Before it is served, or the next run would make other transfers of it.
    if (file !== undefined) writeFileSync(file, JSON.stringify(next));
    script = next;
    mined = minedBy(next);
  };
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
    answer: (request, now) =>
      now < brokenUntil.api
        ? refusal(503, 'Service unavailable')
        : answer(request, { transfers, coins: coinRecords }, now),
    act: (kind, now) => change({ ...script, acts: [...script.acts, { kind, at: now, everySeconds: pace }] }),
    answerNode(body, now) {
      if (now < brokenUntil.node) return refusal(503, 'Service unavailable');
      const transfers = mined.map(({ transfer }) => transfer).filter(({ chainId }) => chainId === nodeChain);
      const only = storyOnNode(script.starts);
      return answerNode(body, { chainId: nodeChain, clock: clocks[nodeChain], transfers, only }, now);
    },
    breakApi(now) {
      brokenUntil.api = now + broken.api * pace * 1_000;
    },
    breakNode(now) {
      brokenUntil.node = now + broken.node * pace * 1_000;
    },
  };
}

const none: Script = { starts: [], acts: [] };

function minedBy({ starts, acts }: Script): StoryTransfer[] {
  return inBlocks([...storyTransfers(starts), ...acts.flatMap(actTransfers)]);
}

/** Nothing where no run has written the file. */
function readScript(file: string): Script {
  try {
    return scriptSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return none;
    const message = `${file} is not what an earlier run wrote there: remove it, or take another --data DIR.`;
    throw new Error(message, { cause });
  }
}
