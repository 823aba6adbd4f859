import { type Cost, costOf, isAbove, warmUp } from './cost-of-text.ts';
import { textKinds } from './kinds.ts';

/**
 * `npm run bench:texts`: the maximum cost of a transfer with any kind of text. The slowest takes 0.8 and 5 ms on an idle core, so
 * busy machines of half the speed pass too, while code that is quadratic in a length takes ten times as long.
 */
const most: Cost = { judged: 2, told: 15 };
const tries = 25;

warmUp();
const costs = Array.from(textKinds(), (text) => ({ text, cost: costOf(text, tries, most) }));
const dear = costs.filter(({ cost }) => isAbove(cost, most));
for (const { text, cost } of dear.sort((a, b) => b.cost.judged - a.cost.judged).slice(0, 20)) {
  const [judged, told] = [cost.judged.toFixed(2), cost.told.toFixed(2)];
  process.stdout.write(`judged ${judged} ms, told ${told} ms: ${JSON.stringify(text.slice(0, 24))}\n`);
}
process.stdout.write(
  `${costs.length} kinds of texts, ${dear.length} cost more than ${most.judged} ms to judge or ${most.told} ms to tell.\n`,
);
if (dear.length > 0) process.exitCode = 1;
