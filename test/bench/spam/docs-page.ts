import { allRules, judge } from '../../../functions/spam/judge.ts';
import { spamThreshold, weights } from '../../../functions/spam/weights.ts';
import { ruleExamples } from '../../spam/rule-examples.ts';
import { watchOf } from '../../support/alerts.ts';

/** The rules as docs/spam.md lists them, with what each says of its example. */
export function rulesTable(): string {
  const rows = allRules
    .toSorted((a, b) => weights[b.name] - weights[a.name])
    .map(({ name }) => {
      const { transfer, watch = watchOf() } = ruleExamples[name];
      const said = judge(transfer, watch).reasons.find(({ rule }) => rule === name);
      const texts = [transfer.token.name, transfer.token.symbol].map((text) => code(text ?? '')).join(' ');
      return `| \`${name}\` | ${weights[name]} | ${said?.detail ?? ''} | ${texts} |`;
    });
  return [
    `Spam from a sum of ${spamThreshold} on.`,
    '',
    '| rule | weight | what the reader is told | found in, name and symbol |',
    '|---|---:|---|---|',
    ...rows,
  ].join('\n');
}

/** What shows nothing is shown by its number. */
function code(text: string): string {
  const visible = text.replace(
    /[\p{C}\p{DI}]/gu,
    (one) => `<U+${one.codePointAt(0)?.toString(16).padStart(4, '0')}>`,
  );
  const short = visible.length > 40 ? `${visible.slice(0, 40)}…` : visible;
  return short === '' ? '(none)' : `\`${short.replaceAll('|', '\\|')}\``;
}
