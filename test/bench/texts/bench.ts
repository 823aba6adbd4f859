import { shortestYardstick } from '../yardstick.ts';
import { type Cost, costOf, isAbove, most, warmUp } from './cost-of-text.ts';
import { textKinds } from './kinds.ts';

/** `npm run bench:texts`: the maximum cost of a transfer with any kind of text. Most texts are measured once, the dearest again. */
warmUp();
const first = Array.from(textKinds(), (text) => ({ text, cost: costOf(text, { tries: 25, enough: most }) }));
const [judged, told] = [dearest('judged'), dearest('told')];
const dear = [judged, told].filter(({ cost }) => isAbove(cost, most));
for (const { text, cost } of dear)
  print(
    `judged ${cost.judged.toFixed(2)}, told ${cost.told.toFixed(2)} yardsticks: ${JSON.stringify(text.slice(0, 24))}`,
  );
print(
  `${first.length} kinds of texts, at most ${inMs(judged.cost.judged)} ms to judge and ${inMs(told.cost.told)} ms to tell:`,
);
print(
  `${dear.length > 0 ? 'more' : 'not more'} than ${most.judged} and ${most.told} yardsticks of ${inMs(1)} ms.`,
);
if (dear.length > 0) process.exitCode = 1;

function dearest(by: keyof Cost): { text: string; cost: Cost } {
  const again = first
    .toSorted((one, other) => other.cost[by] - one.cost[by])
    .slice(0, 50)
    .map(({ text }) => ({ text, cost: costOf(text, { tries: 25, enough: { judged: 0, told: 0 } }) }));
  return again.reduce((most, one) => (one.cost[by] > most.cost[by] ? one : most));
}

function inMs(yardsticks: number): string {
  return (yardsticks * shortestYardstick()).toFixed(1);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
