import { chainbell, literature } from './filters.ts';
import type { LabelledToken } from './labelled-tokens.ts';
import type { Measures } from './measure.ts';
import { measure } from './measure.ts';

export interface Result {
  readonly title: string;
  readonly measures: Measures;
}

/** How Chainbell, first, and the rule sets of others do on these tokens. */
export function resultsOn(tokens: readonly LabelledToken[]): Result[] {
  return [chainbell, ...literature].map((filter) => ({
    title: filter.title,
    measures: measure(filter, tokens),
  }));
}

/** What README says of it. */
export function inShort([ours]: readonly Result[]): string {
  if (ours === undefined) throw new Error('no filter was measured');
  const { lures, falseAlarmsPlain, falseAlarmsHard } = ours.measures;
  const honest = (falseAlarmsPlain.of + falseAlarmsHard.of).toLocaleString('en-US');
  const found = lures.found === lures.of ? 'all' : `${lures.found}`;
  const wrong = falseAlarmsPlain.found + falseAlarmsHard.found;
  return `Judging tokens only by their texts, it finds ${found} of ${lures.of} labelled lures, and calls ${wrong} of ${honest} honest tokens spam`;
}
