import { runStory } from './run-story.ts';
import { generateStory } from './story/generate-story.ts';
import { shrink } from './story/shrink.ts';
import { describeStory } from './story/story.ts';

/**
 * Plays a seed. If it fails, `failure` explains why to a person.
 * @param shrinks also looks for the smallest story that fails, which takes some seconds
 */
export async function playSeed(seed: number, { shrinks = true } = {}) {
  const story = generateStory(seed);
  const { complaints, counts } = await runStory(story);
  const [complaint = null] = complaints;
  if (complaint === null || !shrinks) return { counts, complaint, failure: complaint };
  // Only the same kind of failure counts: a smaller story may fail in another way because something is missing.
  const smallest = await shrink(story, async (smaller) => {
    const outcome = await runStory(smaller);
    return outcome.complaints.some((other) => kindOf(other) === kindOf(complaint));
  });
  const failure = [
    `seed ${seed} fails: ${complaint}`,
    `The smallest story that fails so (${smallest.events.length} of ${story.events.length} events):`,
    describeStory(smallest),
    `Replay it with: npm run simulate -- --seed ${seed}`,
  ].join('\n');
  return { counts, complaint, failure };
}

function kindOf(complaint: string): string {
  return complaint.replace(/0x[0-9a-f]+|\b[0-9a-f]{32}\b|\d+|USDC|USDT|WETH|LUCKY|then|\s/g, '');
}
