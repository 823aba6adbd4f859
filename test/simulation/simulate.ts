import { parseArgs } from 'node:util';
import { playSeed } from './play-seed.ts';
import { playSeeds } from './play-seeds.ts';
import { report } from './report.ts';
import { runStory } from './run-story.ts';
import { generateLargeStory } from './story/generate-large.ts';
import { generateStory } from './story/generate-story.ts';
import { describeStory } from './story/story.ts';

/**
 * `npm run simulate -- --seeds 2000 [--from 1]` plays many stories; `-- --seed N` replays one, with the story and the
 * functions' log. `-- --large 3` plays worlds of up to 200,000 transfers, a minute each. Exits with 1 if a
 * guarantee was broken.
 */
const usage = 'npm run simulate -- [--seeds COUNT | --large COUNT] [--from SEED] | --seed SEED';
const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    seeds: { type: 'string', default: '200' },
    from: { type: 'string', default: '1' },
    large: { type: 'string' },
    first: { type: 'boolean', default: false },
  },
});
const print = (text: string) => process.stdout.write(`${text}\n`);

if (values.seed !== undefined) await replay(whole(values.seed));
else if (values.large !== undefined) await playLarge(whole(values.large), whole(values.from));
else await playMany(whole(values.seeds), whole(values.from));

async function replay(seed: number): Promise<void> {
  const story = generateStory(seed);
  print(describeStory(story));
  await runStory(story, print);
  const { failure } = await playSeed(seed);
  print(failure ?? `seed ${seed} keeps every guarantee`);
  if (failure !== null) process.exitCode = 1;
}

async function playMany(seeds: number, from: number): Promise<void> {
  const begun = performance.now();
  // `--first` is for planted bugs: it asks for one failure, not shrunk.
  const most = values.first ? 1 : 5;
  const result = await playSeeds({ from, seeds, maxFailures: most, shrinks: !values.first });
  for (const { seed, failure } of result.failures) print(`seed ${seed}: ${failure}\n`);
  if (!values.first) print(report(result.counts, result.played, (performance.now() - begun) / 1_000));
  const broken = result.failures.length;
  print(broken === 0 ? `\nEvery guarantee held in all of them.` : `\n${broken} seed(s) broke a guarantee.`);
  if (broken > 0) process.exitCode = 1;
}

async function playLarge(count: number, from: number): Promise<void> {
  for (let seed = from; seed < from + count; seed += 1) {
    const story = generateLargeStory(seed);
    print(describeStory(story));
    const { complaints } = await runStory(story);
    print(complaints[0] ?? `large world ${seed} keeps every guarantee`);
    if (complaints.length > 0) process.exitCode = 1;
  }
}

function whole(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new Error(`"${text}" is no whole number: ${usage}`);
  return Number(text);
}
