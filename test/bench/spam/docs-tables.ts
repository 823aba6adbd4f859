import { allRules, judge } from '../../../functions/spam/judge.ts';
import { spamThreshold, weights } from '../../../functions/spam/rule.ts';
import { ruleExamples } from '../../spam/rule-examples.ts';
import { watchOf } from '../../support/alerts.ts';
import { type Measures, type Result, ratio, type Share } from './measure.ts';

/** The rules as docs/spam.md lists them, each with its sentence for its example. */
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
    `A sum of ${spamThreshold} or more is spam.`,
    '',
    '| rule | weight | reason shown | example: name and symbol |',
    '|---|---:|---|---|',
    ...rows,
  ].join('\n');
}

/** Invisible characters are shown by number. */
function code(text: string): string {
  const visible = text.replace(
    /[\p{C}\p{DI}]/gu,
    (one) => `<U+${one.codePointAt(0)?.toString(16).padStart(4, '0')}>`,
  );
  const short = visible.length > 40 ? `${visible.slice(0, 40)}…` : visible;
  return short === '' ? '(none)' : `\`${short.replaceAll('|', '\\|')}\``;
}

/** The results as a Markdown table, a column per filter; counts beside every ratio. */
export function resultsTable(columns: readonly Result[]): string {
  const row = (title: string, pick: (measures: Measures) => Share) =>
    `| ${title} | ${columns.map(({ measures }) => shown(pick(measures))).join(' | ')} |`;
  const none: Share = { found: 0, of: 0 };
  const classes = [...(columns[0]?.measures.bySpamClass.keys() ?? [])];
  return [
    `| | ${columns.map(({ title }) => title).join(' | ')} |`,
    `|---|${columns.map(() => '---:|').join('')}`,
    row('**recall of lures** (url, url+cta, cta, homoglyph)', ({ lures }) => lures),
    row('**recall of all spam in the set**', ({ allSpam }) => allSpam),
    row('**precision**', ({ precision }) => precision),
    row('**false alarms, plain tokens**', ({ falseAlarmsPlain }) => falseAlarmsPlain),
    row('**false alarms, hard tokens**', ({ falseAlarmsHard }) => falseAlarmsHard),
    ...classes.map((one) => row(`recall: ${one}`, ({ bySpamClass }) => bySpamClass.get(one) ?? none)),
  ].join('\n');
}

function shown(share: Share): string {
  return share.of === 0 ? '–' : `${(ratio(share) * 100).toFixed(2)} % (${share.found}/${share.of})`;
}

/** README's sentence about the results. */
export function inShort([ours]: readonly Result[]): string {
  if (ours === undefined) throw new Error('no filter was measured');
  const { lures, falseAlarmsPlain, falseAlarmsHard } = ours.measures;
  const honest = (falseAlarmsPlain.of + falseAlarmsHard.of).toLocaleString('en-US');
  const found = lures.found === lures.of ? 'all' : `${lures.found}`;
  const wrong = falseAlarmsPlain.found + falseAlarmsHard.found;
  return `Judging tokens only by their texts, it finds ${found} of ${lures.of} labelled lures, and calls ${wrong} of ${honest} honest tokens spam`;
}
