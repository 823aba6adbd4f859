import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { functionFolders } from '../../../lib/aws/bundling.ts';
import { dayText } from '../day/day-text.ts';
import { type DayCost, simulatedDays } from '../day/days.ts';
import { type Latency, simulatedLatencies } from '../day/latency.ts';
import { type StormCost, simulatedStorms } from '../day/storms.ts';
import { countedUnits, type UnitCost } from '../day/units.ts';
import { type DispatchCost, dispatchAtScale } from './dispatch.ts';
import { idlePoll } from './idle-poll.ts';
import { judgeRatio, knownMisses } from './known-misses.ts';
import type { Ratio } from './ratio.ts';
import { startUp } from './start-up.ts';
import { transfersASecond } from './transfers-a-second.ts';
import { walletsASecond } from './wallets-a-second.ts';

const sizes = [1_000, 10_000, 100_000];

/**
 * `npm run bench [-- --json] [--only polls|workers|starts|dispatch|days|latency|storms|transfers|units]`: what Chainbell costs beside what it can't do without, measured in
 * turn on this machine. Ratios can be compared between machines; milliseconds can't. Fails where a goal is missed, but for the
 * ratios in known-misses.json. `-- --only dispatch --rows 300000` is a Watchlist of that size, with all the memory of the stack's function.
 */
const { values } = parseArgs({
  options: { json: { type: 'boolean', default: false }, only: { type: 'string' }, rows: { type: 'string' } },
});
const wanted = (part: string) => values.only === undefined || values.only === part;
process.env.POWERTOOLS_LOG_LEVEL = 'SILENT';
const scratch = await mkdtemp(join(tmpdir(), 'chainbell-bench-'));
const results: (Ratio & { kilobytes?: number })[] = [];
const ticks: DispatchCost[] = [];
const days: DayCost[] = [];
const latencies: Latency[] = [];
const storms: StormCost[] = [];
const units: UnitCost[] = [];
try {
  if (wanted('polls')) for (const transfers of [0, 1, 100]) results.push(await idlePoll(transfers));
  if (wanted('workers')) results.push(await walletsASecond());
  if (wanted('transfers')) results.push(await transfersASecond());
  if (wanted('starts')) for (const folder of functionFolders) results.push(await startUp(folder, scratch));
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
    `${JSON.stringify([...results, ...ticks, ...days, ...latencies, ...storms, ...units], null, 2)}\n`,
  );
else {
  for (const { name, ours, bare, ratio, goal, of, kilobytes } of results) {
    const { remark } = judgeRatio({ name, ratio, goal }, knownMisses);
    const pace = of === undefined ? '' : `, ${Math.round(1_000 / ours)} ${of} a second`;
    const weight = kilobytes === undefined ? '' : `, ${Math.round(kilobytes)} KB`;
    const times = `${ours.toFixed(2)} ms beside ${bare.toFixed(2)} ms`;
    process.stdout.write(`${name.padEnd(36)} ${ratio.toFixed(2)}${remark}: ${times}${pace}${weight}\n`);
  }
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
}
for (const { what, polls, readUnits, writeUnits } of values.json ? [] : units)
  process.stdout.write(
    `${what.padEnd(44)} ${readUnits} read units, ${writeUnits} write units in ${polls} polls\n`,
  );
const fails =
  results.some((result) => judgeRatio(result, knownMisses).fails) ||
  [...ticks, ...days, ...latencies].some(({ missed }) => missed.length > 0);
if (fails) process.exitCode = 1;
