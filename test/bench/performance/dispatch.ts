import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { readSettings } from '../../../lib/aws/settings/read-settings.ts';
import { dispatchVariables } from '../../../lib/environment.ts';
import { pollingLimits } from '../../../lib/limits.ts';
import { served } from '../../../lib/simulated-api/serve-api.ts';
import { bundle, repository } from './bundle.ts';
import { standInAws } from './stand-in-aws.ts';

const run = promisify(execFile);

/**
 * Limits of V8's heap in MB for a function of 256 MB: code and buffers take the rest. Lambda gives the young generation a twentieth of the
 * function's memory; V8's own default on a large machine is more than all rows together.
 */
const heap = { 'max-old-space-size': 135, 'max-semi-space-size': 12 };
/** The same for the memory that the stack gives the function. */
const wholeHeap = { 'max-old-space-size': pollingLimits.megabytes.dispatch - 76, 'max-semi-space-size': 32 };
/** Limits for the whole process, for each tick, and for the growth when the size grows tenfold. */
const goals = { megabytes: 256, seconds: 60, growth: 11 };

/**
 * The bundled dispatch function in a process of its own, with AWS's clients, against a stand-in for DynamoDB and SQS that answers over
 * loopback as fast as a region does: two ticks with a Watchlist of each size.
 * @param all true: the memory that the stack gives the function; false: a quarter of it
 */
export async function dispatchAtScale(sizes: readonly number[], scratch: string, { all = false } = {}) {
  const script = join(scratch, 'dispatch-at-scale.mjs');
  await bundle(`${repository}functions/dispatch-polls/handler.ts`, script);
  const costs = [];
  let before = Number.NaN;
  for (const rows of sizes) {
    const cost = await twoTicks(rows, script, all ? wholeHeap : heap);
    /** Processor time divided by the previous size's. */
    const growth = cost.processorSeconds / before;
    before = cost.processorSeconds;
    costs.push({ ...cost, growth, missed: missedBy(cost, growth) });
  }
  return costs;
}

/** What a tick costs with a Watchlist of this size. */
async function twoTicks(rows: number, script: string, limits: typeof heap) {
  const { server, polls } = standInAws(rows);
  const { address: AWS_ENDPOINT_URL, stop } = await served(server);
  try {
    const ticks = `const { handler } = await import(${JSON.stringify(script)});
      const costs = [];
      for (const time of ['2026-01-02T03:04:00Z', '2026-01-02T03:05:00Z']) {
        const begun = performance.now();
        await handler({ time });
        costs.push((performance.now() - begun) / 1000);
      }
      const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
      console.log(JSON.stringify({ costs, kilobytes: maxRSS, microseconds: userCPUTime + systemCPUTime }));`;
    const flags = Object.entries(limits).map(([name, size]) => `--${name}=${size}`);
    const env = { ...environmentOf(AWS_ENDPOINT_URL), AWS_ENDPOINT_URL };
    const { stdout } = await run(process.execPath, [...flags, '--input-type=module', '-e', ticks], { env });
    const { costs, kilobytes, microseconds } = JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as Printed;
    const expected = 2 * (rows + rows / 10);
    if (polls() !== expected) throw new Error(`${polls()} polls were sent, not ${expected}`);
    const [coldSeconds = Number.NaN, warmSeconds = Number.NaN] = costs;
    return {
      name: `dispatch of ${rows} rows`,
      rows,
      /** The first tick of a process, which reads every wallet's state, and the next one. */
      coldSeconds,
      warmSeconds,
      /** Processor seconds, including the start of the process. */
      processorSeconds: microseconds / 1e6,
      /** Peak memory of the process. */
      megabytes: kilobytes / 1_024,
    };
  } finally {
    await stop();
  }
}

interface Printed {
  readonly costs: readonly number[];
  readonly kilobytes: number;
  readonly microseconds: number;
}

function environmentOf(endpoint: string): Record<string, string> {
  const settings = readSettings({});
  const arn = 'arn:aws:sns:eu-central-1:123456789012:Topic';
  const variables = dispatchVariables(settings, {
    stackName: settings.stackName,
    apiKeyParameter: settings.apiKeyParameter,
    tables: { watchlist: 'Watchlist', state: 'State', history: 'History', contacts: 'Contacts' },
    alertsTopicArn: arn,
    opsTopicArn: arn,
    pollsQueueUrl: `${endpoint}/123456789012/Polls`,
    wakeUpsQueueUrl: '',
  });
  return {
    ...variables,
    // Other benches measure nodes.
    SOURCES: '"api"',
    AWS_REGION: 'eu-central-1',
    AWS_ACCESS_KEY_ID: 'an-id',
    AWS_SECRET_ACCESS_KEY: 'a-secret',
    POWERTOOLS_LOG_LEVEL: 'ERROR',
  };
}

type Measured = Awaited<ReturnType<typeof twoTicks>>;

function missedBy({ coldSeconds, warmSeconds, megabytes }: Measured, growth: number): string[] {
  return [
    ...(Math.max(coldSeconds, warmSeconds) < goals.seconds ? [] : [`< ${goals.seconds} s`]),
    ...(megabytes <= goals.megabytes ? [] : [`<= ${goals.megabytes} MB`]),
    ...(growth > goals.growth ? [`growth <= ${goals.growth}`] : []),
  ];
}
