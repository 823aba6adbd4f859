import { type Measures, ratio, type Share } from './measure.ts';
import type { Result } from './results.ts';

/** The results as a Markdown table, a column a filter; counts beside every ratio. */
export function markdownTable(columns: readonly Result[]): string {
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
