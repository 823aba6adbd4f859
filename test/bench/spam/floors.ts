import { judge } from '../../../functions/spam/judge.ts';
import { shortestYardstick, warmUpYardstick, yardstick } from '../yardstick.ts';
import floors from './floors.json' with { type: 'json' };
import { asTransfer, type LabelledToken } from './labelled-tokens.ts';
import { plainLures, type Result, ratio } from './measure.ts';

/** Each missed floor as a sentence; empty if the rules are as good as the repository promises. */
export function misses([first, ...others]: readonly Result[], yardsticks: number): string[] {
  if (first === undefined) throw new Error('no filter was measured');
  const ours = first.measures;
  const atLeast = (what: string, got: number, floor: number) =>
    got >= floor ? [] : [`${what} is ${got.toFixed(4)}, the floor is ${floor}.`];
  const atMost = (what: string, got: number, limit: number) =>
    got <= limit ? [] : [`${what} is ${got.toFixed(4)}, the limit is ${limit}.`];
  const beats = (what: string, got: number, theirs: number) =>
    got > theirs ? [] : [`${what} is ${theirs.toFixed(4)}, which ours (${got.toFixed(4)}) does not beat.`];
  const ofClass = (one: string) => ratio(ours.bySpamClass.get(one) ?? { found: 0, of: 0 });
  return [
    ...atLeast('Recall of the lures', ratio(ours.lures), floors.recallOfLures),
    ...plainLures.flatMap((one) => atLeast(`Recall of ${one}`, ofClass(one), floors.recallOfEachLure)),
    ...atLeast('Recall of copies', ofClass('copy'), floors.recallOfCopies),
    ...atLeast('Precision', ratio(ours.precision), floors.precision),
    ...atMost('False alarms on plain tokens', ratio(ours.falseAlarmsPlain), floors.falseAlarmsPlain),
    ...atMost('False alarms on hard tokens', ratio(ours.falseAlarmsHard), floors.falseAlarmsHard),
    ...atMost('The cost of a thousand verdicts in yardsticks', yardsticks, floors.yardsticksOfVerdicts),
    ...others.flatMap(({ title, measures }) => [
      ...beats(`Recall of ${title}`, ratio(ours.lures), ratio(measures.lures)),
      ...beats(`Precision of ${title}`, ratio(ours.precision), ratio(measures.precision)),
    ]),
  ];
}

const rounds = 12;

/**
 * Yardsticks that a thousand verdicts take, averaged over the whole set. The best of several rounds counts for each hundred tokens,
 * which take less time than a yardstick: what interrupts the machine between two of them is in no sum.
 */
export function costOfVerdicts(tokens: readonly LabelledToken[]): number {
  warmUpYardstick();
  const hundreds = Array.from({ length: Math.ceil(tokens.length / 100) }, (_, at) => {
    const transfers = tokens.slice(at * 100, (at + 1) * 100).map(asTransfer);
    return { transfers, least: Number.POSITIVE_INFINITY };
  });
  for (let round = 0; round < rounds; round += 1) {
    yardstick();
    for (const hundred of hundreds) {
      const began = performance.now();
      for (const { transfer, watch } of hundred.transfers) judge(transfer, watch);
      hundred.least = Math.min(hundred.least, performance.now() - began);
    }
  }
  const milliseconds = hundreds.reduce((sum, { least }) => sum + least, 0);
  return (milliseconds / tokens.length) * (1_000 / shortestYardstick());
}
