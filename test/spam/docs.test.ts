import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { judge } from '../../functions/spam/judge.ts';
import { inShort, resultsTable, rulesTable } from '../bench/spam/docs-tables.ts';
import { labelledTokens } from '../bench/spam/labelled-tokens.ts';
import { resultsOn } from '../bench/spam/measure.ts';
import { watchOf } from '../support/alerts.ts';
import { readSection } from '../support/docs/docs-section.ts';
import { ruleExamples } from './rule-examples.ts';

const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');

it('docs/spam.md has the rules of the code; npm run docs:spam writes them', () => {
  expect(readSection('spam', 'rules')).toBe(rulesTable());
});

describe('the measured results', () => {
  const results = resultsOn(labelledTokens());

  it('are in docs/spam.md, with those of others; npm run docs:spam writes them', () => {
    expect(readSection('spam', 'measured')).toBe(resultsTable(results));
  });

  it('are in README in one sentence', () => {
    expect(readme.replaceAll(/\s+/g, ' ')).toContain(inShort(results));
  });
});

describe('a reason', () => {
  const sentences = Object.values(ruleExamples).flatMap(({ transfer, watch = watchOf() }) =>
    judge(transfer, watch).reasons.map(({ detail }) => detail),
  );

  it.each([...new Set(sentences)])(
    'is a sentence without links, jargon or text of the token: %s',
    (sentence) => {
      expect(sentence).toMatch(/^[A-Z][^.]*(\. [A-Z][^.]*)*\.$/);
      expect(sentence).not.toMatch(/example|xmpl|https?|www|\.\w|0x/i);
      expect(sentence).not.toMatch(
        /metadata|contract address|homoglyph|unicode|confusable|decimals|phishing token/i,
      );
      expect(sentence.length).toBeLessThanOrEqual(130);
    },
  );
});
