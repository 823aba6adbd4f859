import { judge } from '../../../functions/spam/judge.ts';
import floors from './floors.json' with { type: 'json' };
import { asTransfer, type LabelledToken } from './labelled-tokens.ts';
import { plainLures, type Result, ratio } from './measure.ts';

/** Each missed floor as a sentence; empty if the rules are as good as the repository promises. */
export function misses([first, ...others]: readonly Result[], microseconds: number): string[] {
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
    ...atMost('Microseconds a verdict', microseconds, floors.microsecondsAVerdict),
    ...others.flatMap(({ title, measures }) => [
      ...beats(`Recall of ${title}`, ratio(ours.lures), ratio(measures.lures)),
      ...beats(`Precision of ${title}`, ratio(ours.precision), ratio(measures.precision)),
    ]),
  ];
}

const rounds = 12;

/** Processor microseconds for one transfer, averaged over the whole set; the best of several rounds, because other work only adds. */
export function timeAVerdict(tokens: readonly LabelledToken[]): number {
  const transfers = tokens.map(asTransfer);
  const times = Array.from({ length: rounds }, () => {
    const began = process.cpuUsage();
    for (const { transfer, watch } of transfers) judge(transfer, watch);
    return process.cpuUsage(began).user / transfers.length;
  });
  return Math.min(...times);
}
