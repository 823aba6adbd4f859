import { describe, expect, it } from 'vitest';
import { allRules, judge, readTexts } from '../../functions/spam/judge.ts';
import { weights } from '../../functions/spam/weights.ts';
import { watchOf } from '../support/alerts.ts';
import { ruleExamples } from './rule-examples.ts';

describe('every rule', () => {
  it('has a weight, and every weight a rule', () => {
    expect(allRules.map(({ name }) => name).sort()).toEqual(Object.keys(weights).sort());
  });

  it.each(allRules.map((rule) => [rule.name, rule] as const))('%s decides a verdict', (name, rule) => {
    const { transfer, watch = watchOf() } = ruleExamples[name];
    const withIt = judge(transfer, watch);
    const without = judge(
      transfer,
      watch,
      readTexts,
      allRules.filter((other) => other !== rule),
    );
    expect(withIt.reasons.map((reason) => reason.rule)).toContain(name);
    expect(withIt.spam).toBe(weights[name] > 0);
    expect(without.spam).toBe(!withIt.spam);
  });
});
