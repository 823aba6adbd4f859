import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { writeSection } from '../../support/docs/docs-section.ts';
import type { DayCost } from '../day/days.ts';
import type { Latency } from '../day/latency.ts';
import type { StormCost } from '../day/storms.ts';
import { daysTable, estimatesTable, latencyTable, stormsTable } from './scale-tables.ts';

/**
 * `npm run docs:scale`: writes the table of estimates in docs/architecture.md; with `-- --days FILE` also its tables of
 * simulated days, latency and storms, from the output of `npm run -s bench -- --json`, or of a part such as `--only days`.
 */
const { values } = parseArgs({ options: { days: { type: 'string' } } });
writeSection('architecture', 'estimates', estimatesTable());
if (values.days !== undefined) {
  const results: readonly object[] = JSON.parse(readFileSync(values.days, 'utf8'));
  const days = results.filter((one): one is DayCost => 'naiveDollars' in one);
  if (days.length > 0) writeSection('architecture', 'days', daysTable(days));
  const latencies = results.filter((one): one is Latency => 'p50' in one);
  if (latencies.length > 0) writeSection('architecture', 'latency', latencyTable(latencies));
  const storms = results.filter((one): one is StormCost => 'storm' in one);
  if (storms.length > 0) writeSection('architecture', 'storms', stormsTable(storms));
}
