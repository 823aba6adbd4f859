import { counted } from '../../../functions/alert/text/parts/shown-amount.ts';
import { billLines, type Estimate, estimateOf, listPrices } from '../../cost/estimate.ts';
import { walletsOf } from '../../cost/load.ts';
import { rpcUnits } from '../../cost/node-calls.ts';
import { apiUnits, callsPerSecondFor, type NeededPlan, usualCallsPerSecond } from '../../cost/plans.ts';
import { everyText } from '../../pace-text.ts';
import { problemLines } from '../bulk/read-entries.ts';
import { plainCommand } from '../frame/command.ts';
import { printJson, type Streams, writeTo } from '../streams.ts';
import { type Cell, printTable } from '../table.ts';
import { Unfinished } from '../unusable.ts';
import {
  type AskedLoad,
  estimateOptions,
  readEstimateOptions,
  type TypedEstimateOptions,
} from './estimate-options.ts';

export const estimate = plainCommand({
  permissions: [],
  help: `Prices are AWS's list prices in ${listPrices.where}, published ${listPrices.published}, before any free tier.
All wallets count as polled by the API: leave out those of chains that are read from their node.
npm run bench compares the formulas with simulated days: see docs/architecture.md.`,
  examples: [
    'chainbell estimate --wallets 1000 --every 1m --activity 5m',
    'chainbell estimate --file wallets.csv --calls-per-day 800 --json',
  ],
  make: (command, { streams }) => estimateOptions(command).action((options) => print(options, streams)),
});

async function print(options: TypedEstimateOptions, { stdin, stdout, stderr }: Streams): Promise<void> {
  const asked = await readEstimateOptions(options, stdin);
  await writeTo(stderr, problemLines(asked.unreadable));
  const both = { withoutNode: estimateWith(asked, false), withNode: estimateWith(asked, true) };
  if (options.json) await printJson(stdout, documentOf(asked, both));
  else {
    await printTable(stdout, headings, rowsOf(both));
    await writeTo(stdout, `\n${sentencesOf(asked, both).join('\n')}\n`);
  }
  if (asked.unreadable.length > 0) throw new Unfinished();
}

function estimateWith(asked: AskedLoad, node: boolean): Estimate {
  const { callsPerSecond, ...load } = { ...asked, node };
  return estimateOf({ ...load, callsPerSecond: callsPerSecond ?? callsPerSecondFor(load) });
}

/** The contract of `--json`. */
function documentOf(asked: AskedLoad, { withoutNode, withNode }: BothEstimates): object {
  const { callsPerSecond: _, ...load } = asked;
  const of = ({ day: _, ...rest }: Estimate) => rest;
  return {
    wallets: walletsOf(asked),
    ...load,
    prices: { currency: 'USD', where: listPrices.where, published: listPrices.published },
    withoutNode: of(withoutNode),
    withNode: of(withNode),
  };
}

interface BothEstimates {
  readonly withoutNode: Estimate;
  readonly withNode: Estimate;
}

const headings = ['', 'without a node', 'with a node'];

function rowsOf({ withoutNode, withNode }: BothEstimates): Cell[][] {
  const row = (name: string, of: (estimate: Estimate) => string) => [name, of(withoutNode), of(withNode)];
  return [
    row('API calls a day', ({ apiCallsADay }) => count(apiCallsADay)),
    row('  in compute units', ({ apiUnitsADay }) => count(apiUnitsADay)),
    row('RPC calls a day', ({ rpcCallsADay }) => (rpcCallsADay === 0 ? '-' : count(rpcCallsADay))),
    row('  in units a month', ({ rpcUnitsAMonth }) => (rpcUnitsAMonth === 0 ? '-' : count(rpcUnitsAMonth))),
    row('  if transfers are read from it', ({ rpcCallsADayAsSource: calls }) =>
      calls === 0 ? '-' : count(calls),
    ),
    row('alerts a month', ({ alertsAMonth }) => count(alertsAMonth)),
    ...billLines.map((line) => row(`AWS a month: ${line}`, ({ awsAMonth }) => dollars(awsAMonth[line]))),
    row('AWS a month: all', ({ awsAMonth }) => dollars(awsAMonth.sum)),
    row('CloudWatch, at most', ({ cloudWatchAMonth }) => dollars(cloudWatchAMonth)),
    row('AWS a month: all, CloudWatch included', ({ awsAMonth, cloudWatchAMonth }) =>
      dollars(awsAMonth.sum + cloudWatchAMonth),
    ),
    row('each destination', ({ destinationAMonth }) => dollars(destinationAMonth)),
    row('each email subscriber', ({ emailAMonth }) => dollars(emailAMonth)),
  ];
}

/** The figures' assumptions, and the plan they need. */
function sentencesOf(asked: AskedLoad, { withoutNode, withNode }: BothEstimates): string[] {
  const wallets = `${counted(walletsOf(asked), 'wallet')} ${intervalsOf(asked)}`;
  return [
    `${wallets}, each active in ${counted(asked.activeMinutes, 'minute')} of a day.`,
    `Without a node: ${planText(asked, withoutNode)}`,
    `With a node: ${planText(asked, withNode)} ${hostText(withNode)}`,
    `Prices: ${listPrices.where}, published ${listPrices.published}, before any free tier.`,
  ];
}

function intervalsOf({ groups }: AskedLoad): string {
  const intervals = new Set(groups.map(({ everySeconds }) => everySeconds));
  const [only] = intervals;
  return intervals.size === 1 && only !== undefined ? everyText(only) : `at ${intervals.size} intervals`;
}

function planText(asked: AskedLoad, { stretch, plan, stretchOnFreePlan }: Estimate): string {
  const needs = `you need a plan of ${count(plan.callsPerDay)} API calls (${count(plan.unitsPerDay)} units) a day, a fifth of them for bursts, and ${tenths(plan.callsPerSecond)} a second${planOfPace(plan)}.`;
  if (asked.callsPerDay !== null) return `${needs} ${stretchText(asked, stretch, 'Your plan')}`;
  if (plan.isFree) return `${needs} A free plan has enough.`;
  const free = `A free plan of ${count(apiUnits.freeADay)} units a day`;
  return `${needs} ${stretchText(asked, stretchOnFreePlan, free)}`;
}

function planOfPace({ callsPerSecond, planCallsPerSecond }: NeededPlan): string {
  if (callsPerSecond <= usualCallsPerSecond) return '';
  if (planCallsPerSecond === null) return ', more than any plan we know of has';
  return `, a plan of ${planCallsPerSecond} calls a second`;
}

function stretchText({ groups }: AskedLoad, stretch: number, plan: string): string {
  const [first, second] = groups;
  if (stretch === 1) return `${plan} has enough.`;
  const every =
    first !== undefined && second === undefined ? `, to ${everyText(first.everySeconds * stretch)}` : '';
  return `${plan} would stretch all intervals ${stretch.toFixed(1)} times${every}.`;
}

function hostText({ rpcUnitsAMonth }: Estimate): string {
  const hosts = rpcUnitsAMonth / rpcUnits.freeAMonth;
  return hosts <= 1
    ? 'A free plan of 30 million units a month is enough for the node.'
    : `The node takes ${tenths(hosts)} times a free plan of 30 million units a month.`;
}

/** Rounds up: 0.02 calls a second are shown as 0.1, not as 0.0. */
const tenths = (number: number) => (Math.ceil(10 * number) / 10).toFixed(1);

function count(number: number): string {
  return Math.round(number).toLocaleString('en-US');
}

export function dollars(amount: number): string {
  return `$${amount.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`;
}
