import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { judge } from '../../../functions/spam/judge.ts';
import { watchOf } from '../../support/alerts.ts';
import { received } from '../rule-examples.ts';

/** A token's name and symbol. */
type Text = readonly [name: string, symbol: string];

interface Cases {
  readonly finds: readonly Text[];
  /** Similar texts that are honest. */
  readonly passes: readonly Text[];
}

/** Test texts by rule; most say why the rule passes its second list. */
const rules: Readonly<Record<string, Cases>> = JSON.parse(
  readFileSync(new URL('../../fixtures/spam/rule-texts.json', import.meta.url), 'utf8'),
);

function rulesFor(name: string, symbol: string): string[] {
  return judge(received({ name, symbol }), watchOf()).reasons.map(({ rule }) => rule);
}

describe.each(Object.entries(rules))('the rule %s', (rule, { finds, passes }) => {
  it.each(finds)('finds: %s | %s', (name, symbol) => {
    expect(rulesFor(name, symbol)).toContain(rule);
  });

  it.each(passes)('passes: %s | %s', (name, symbol) => {
    expect(rulesFor(name, symbol)).not.toContain(rule);
  });
});
