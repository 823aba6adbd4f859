import { expect, it } from 'vitest';
import { misses } from '../bench/spam/floors.ts';
import { labelledTokens } from '../bench/spam/labelled-tokens.ts';
import { measure, type Result, resultsOn } from '../bench/spam/measure.ts';

const tokens = labelledTokens();

it("on the labelled set every floor of floors.json is kept, and both figures are better than the published rule sets'", () => {
  // Other tests share this machine, so only the bench checks the time.
  expect(misses(resultsOn(tokens), 0)).toEqual([]);
});

it('a missed floor is named', () => {
  const nothing: Result = { title: 'nothing', measures: measure(() => false, tokens) };
  const everything: Result = { title: 'everything', measures: measure(() => true, tokens) };
  expect(misses([nothing], 0)).toContain('Recall of the lures is 0.0000, the floor is 0.97.');
  expect(misses([everything], 21).join('\n')).toMatch(
    /plain tokens is 1[\s\S]*hard tokens is 1[\s\S]*in yardsticks/,
  );
  expect(misses([nothing, everything], 0).join('\n')).toMatch(/Recall of everything is 1.0000/);
});
