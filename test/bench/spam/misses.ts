import floors from './floors.json' with { type: 'json' };
import { type Measures, plainLures, ratio } from './measure.ts';

interface Result {
  readonly title: string;
  readonly measures: Measures;
}

/** Every floor that is not held, as a sentence; none: the rules are as good as the repo promises. */
export function misses(ours: Measures, others: readonly Result[], microseconds: number): string[] {
  const atLeast = (what: string, got: number, floor: number) =>
    got >= floor ? [] : [`${what} is ${got.toFixed(4)}, the floor is ${floor}.`];
  const atMost = (what: string, got: number, limit: number) =>
    got <= limit ? [] : [`${what} is ${got.toFixed(4)}, the limit is ${limit}.`];
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
      ...beaten(`Recall of ${title}`, ratio(ours.lures), ratio(measures.lures)),
      ...beaten(`Precision of ${title}`, ratio(ours.precision), ratio(measures.precision)),
    ]),
  ];
}

function beaten(what: string, ours: number, theirs: number): string[] {
  return ours > theirs
    ? []
    : [`${what} is ${theirs.toFixed(4)}, which ours (${ours.toFixed(4)}) does not beat.`];
}
