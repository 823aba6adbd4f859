import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { dayText } from '../day/day-text.ts';
import { type DayCost, simulatedDays } from '../day/days.ts';
import { type Latency, simulatedLatencies } from '../day/latency.ts';
import { type StormCost, simulatedStorms } from '../day/storms.ts';
import { countedUnits, type UnitCost } from '../day/units.ts';
import { type DispatchCost, dispatchAtScale } from './dispatch.ts';

const sizes = [1_000, 10_000, 100_000];

/**
 * `npm run bench [-- --json] [--only dispatch|days|latency|storms|units]`: what Chainbell costs and how soon its alerts are out. Fails
 * if a goal is missed. `-- --only dispatch --rows 300000` is a Watchlist of that size, with all the memory of the stack's function.
 */
const { values } = parseArgs({
  options: { json: { type: 'boolean', default: false }, only: { type: 'string' }, rows: { type: 'string' } },
});
const wanted = (part: string) => values.only === undefined || values.only === part;
process.env.POWERTOOLS_LOG_LEVEL = 'SILENT';
const scratch = await mkdtemp(join(tmpdir(), 'chainbell-bench-'));
const ticks: DispatchCost[] = [];
const days: DayCost[] = [];
const latencies: Latency[] = [];
const storms: StormCost[] = [];
const units: UnitCost[] = [];
try {
  if (values.rows !== undefined)
    ticks.push(...(await dispatchAtScale([Number(values.rows)], scratch, { all: true })));
  else if (wanted('dispatch')) ticks.push(...(await dispatchAtScale(sizes, scratch)));
  if (wanted('days')) days.push(...(await simulatedDays()));
  if (wanted('latency')) latencies.push(...(await simulatedLatencies()));
  if (wanted('storms')) storms.push(...(await simulatedStorms()));
  if (wanted('units')) units.push(...(await countedUnits()));
} finally {
  await rm(scratch, { recursive: true, force: true });
}
if (values.json)
  process.stdout.write(
    `${JSON.stringify([...ticks, ...days, ...latencies, ...storms, ...units], null, 2)}\n`,
  );
else {
  for (const { name, coldSeconds, warmSeconds, processorSeconds, growth, megabytes, missed } of ticks) {
    const times = `${coldSeconds.toFixed(1)} s cold, ${warmSeconds.toFixed(1)} s warm`;
    const grown = growth === null ? '' : `, ${growth.toFixed(1)} times the size before`;
    const busy = `${processorSeconds.toFixed(1)} s of a processor${grown}`;
    const met = missed.length === 0 ? '' : ` (goals missed: ${missed.join(', ')})`;
    process.stdout.write(`${name.padEnd(36)} ${times}, ${busy}, ${Math.round(megabytes)} MB${met}\n`);
  }
  for (const day of days) process.stdout.write(dayText(day));
  for (const { name, transfers, p50, p95, p99, missed } of latencies) {
    const met = missed.length === 0 ? '' : ` (goals missed: ${missed.join(', ')})`;
    const seconds = [p50, p95, p99].map((one) => one.toFixed(0)).join(', ');
    process.stdout.write(`${name.padEnd(44)} p50, p95, p99 ${seconds} s, of ${transfers} transfers${met}\n`);
  }
  for (const { storm, alerts, apiCalls, dollarsADay } of storms)
    process.stdout.write(
      `${`a storm of ${storm}`.padEnd(44)} $${dollarsADay.toFixed(2)} a day, ${alerts} alerts, ${apiCalls} API calls\n`,
    );
  for (const { what, polls, readUnits, writeUnits } of units)
    process.stdout.write(
      `${what.padEnd(44)} ${readUnits} read units, ${writeUnits} write units in ${polls} polls\n`,
    );
}
if ([...ticks, ...days, ...latencies].some(({ missed }) => missed.length > 0)) process.exitCode = 1;
