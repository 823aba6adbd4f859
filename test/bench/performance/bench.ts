import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { markdownTable } from '../../support/docs/docs-section.ts';
import { simulatedDays } from '../day/days.ts';
import { simulatedLatencies } from '../day/latency.ts';
import { simulatedStorms } from '../day/storms.ts';
import { countedUnits } from '../day/units.ts';
import { dispatchAtScale } from './dispatch.ts';

/**
 * `npm run bench [-- --json] [--only dispatch|days|latency|storms|units]`: what Chainbell costs and how soon its alerts are out. Fails
 * if a goal is missed. `-- --only dispatch --rows 300000` takes a Watchlist of that size, with all the memory of the stack's function.
 */
const { values } = parseArgs({
  options: { json: { type: 'boolean', default: false }, only: { type: 'string' }, rows: { type: 'string' } },
});
process.env.POWERTOOLS_LOG_LEVEL = 'SILENT';
const scratch = await mkdtemp(join(tmpdir(), 'chainbell-bench-'));

const parts: Readonly<Record<string, () => Promise<readonly object[]>>> = {
  dispatch: () =>
    values.rows === undefined
      ? dispatchAtScale([1_000, 10_000, 100_000], scratch)
      : dispatchAtScale([Number(values.rows)], scratch, { all: true }),
  days: simulatedDays,
  latency: simulatedLatencies,
  storms: simulatedStorms,
  units: countedUnits,
};

function cell(value: unknown): string {
  if (typeof value === 'number') return Number(value.toPrecision(5)).toLocaleString('en-US');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

const all: object[] = [];
try {
  for (const [name, measure] of Object.entries(parts)) {
    if (values.only !== undefined && values.only !== name) continue;
    const results = await measure();
    all.push(...results);
    const rows = results.map((one) => Object.values(one).map(cell));
    if (!values.json) process.stdout.write(`${markdownTable(Object.keys(results[0] ?? {}), rows)}\n\n`);
  }
} finally {
  await rm(scratch, { recursive: true, force: true });
}
if (values.json) process.stdout.write(`${JSON.stringify(all, null, 2)}\n`);
const isMissed = (one: object) => 'missed' in one && Array.isArray(one.missed) && one.missed.length > 0;
if (all.some(isMissed)) process.exitCode = 1;
