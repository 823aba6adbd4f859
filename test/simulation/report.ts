import type { Counts } from './counts.ts';
import { apiFaults, awsFaults, laterAwsFaults } from './faults.ts';

/** The table at the end of a run: what happened, and how often. */
export function report(counts: Counts, seeds: number, seconds: number): string {
  const rare = [...apiFaults, ...awsFaults, ...laterAwsFaults].filter(
    (kind) => (counts.byKind.get(`fault: ${kind}`) ?? 0) < 100,
  );
  const kinds = counts.group('fault').filter(([, count]) => count >= 100).length;
  return [
    `${seeds} seeds in ${seconds.toFixed(0)} s`,
    ...counts.group('largest').map(([kind, value]) => `Largest: ${value} ${kind}`),
    section('Seen', counts.group('seen')),
    section('Alerts', counts.group('alert')),
    section('Calls to services', counts.group('service')),
    section('Rows', counts.group('row')),
    section('The chain', counts.group('chain')),
    section('Crashes, by the await where the worker died', counts.group('crash')),
    section('Faults', counts.group('fault')),
    section('Calls to AWS that took seconds', counts.group('slow')),
    `${kinds} kinds of faults were each seen 100 times or more${rare.length === 0 ? '.' : `; fewer: ${rare.join(', ')}.`}`,
  ].join('\n\n');
}

function section(title: string, entries: readonly (readonly [string, number])[]): string {
  const total = entries.reduce((sum, [, count]) => sum + count, 0);
  const rows = entries.map(([kind, count]) => `  ${String(count).padStart(9)}  ${kind}`);
  return [`${title} (${total})`, ...rows].join('\n');
}
