import { metricNames } from '../../functions/runtime/metric-names.ts';
import { dayOf } from './a-day.ts';
import { type Load, walletsOf } from './load.ts';
import { sourceCallsADay } from './node-calls.ts';
import type { Operations } from './operations.ts';
import { apiUnits, neededPlan } from './plans.ts';
import { pollsADay } from './polls-a-day.ts';

/** US dollars, before any free tier. */
export const listPrices = {
  where: 'us-east-1',
  published: '2025',
  usd: {
    readUnit: 0.125 / 1e6,
    writeUnit: 0.625 / 1e6,
    sqsRequest: 0.4 / 1e6,
    lambdaRequest: 0.2 / 1e6,
    /** On ARM. */
    gbSecond: 0.0000133334,
    schedulerRun: 1 / 1e6,
    snsPublish: 0.5 / 1e6,
    snsEmail: 2 / 1e5,
    /** The price of each metric a month, beyond the free ones. */
    metric: 0.3,
    alarm: 0.1,
    dashboard: 3,
  },
} as const;

/** US dollars. */
export type Bill = Readonly<Record<(typeof billLines)[number], number>>;

export const billLines = ['DynamoDB', 'Lambda', 'SQS', 'EventBridge Scheduler', 'SNS'] as const;

export const daysAMonth = 30;

/** A month of days like this one, before any free tier. */
export function monthlyBill(day: Operations): Bill {
  const { usd } = listPrices;
  return {
    DynamoDB: daysAMonth * (day.readUnits * usd.readUnit + day.writeUnits * usd.writeUnit),
    Lambda: daysAMonth * (day.lambdaRequests * usd.lambdaRequest + day.gbSeconds * usd.gbSecond),
    SQS: daysAMonth * day.sqsRequests * usd.sqsRequest,
    'EventBridge Scheduler': daysAMonth * day.schedulerRuns * usd.schedulerRun,
    SNS: daysAMonth * day.snsPublishes * usd.snsPublish,
  };
}

export function totalOf(bill: Bill): number {
  return billLines.reduce((sum, line) => sum + bill[line], 0);
}

/** US dollars: Lambda asks its queue this often, whether or not there are alerts. */
const destinationAMonth = 648_000 * listPrices.usd.sqsRequest;

/** Of a stack with webhooks and one destination. Ten metrics and ten alarms are free. */
export const watched = { metrics: Object.keys(metricNames).length, alarms: 14 };

/** US dollars a month. CloudWatch's free metrics, alarms and dashboards are not deducted. */
export const cloudWatchAMonth =
  watched.metrics * listPrices.usd.metric + watched.alarms * listPrices.usd.alarm + listPrices.usd.dashboard;

export type Estimate = ReturnType<typeof estimateOf>;

export function estimateOf(load: Load) {
  const day = dayOf(load);
  const { sum, polls } = day;
  const bill = monthlyBill(sum);
  const alertsAMonth = daysAMonth * walletsOf(load) * load.activeMinutes;
  const callsPerDay = apiUnits.freeADay / apiUnits.call;
  return {
    apiCallsADay: sum.apiCalls,
    apiUnitsADay: sum.apiCalls * apiUnits.call,
    rpcCallsADay: sum.rpcCalls,
    rpcUnitsAMonth: sum.rpcUnits * daysAMonth,
    /** If the node is the source of all transfers, in place of the API. */
    rpcCallsADayAsSource: load.node ? sourceCalls(load) : 0,
    alertsAMonth,
    /** Factor by which the given plan stretches all intervals; 1: the plan has enough calls, or no plan was given. */
    stretch: polls.stretch,
    plan: neededPlan(polls.asked),
    stretchOnFreePlan: pollsADay({ ...load, callsPerDay }).stretch,
    /** US dollars, without the delivery of alerts. */
    awsAMonth: { ...bill, sum: totalOf(bill) },
    emailAMonth: alertsAMonth * listPrices.usd.snsEmail,
    destinationAMonth,
    /** US dollars at most: CloudWatch's free tier is not deducted. */
    cloudWatchAMonth,
    day,
  };
}

function sourceCalls({ groups, scanSeconds }: Load): number {
  const chains = Map.groupBy(groups, ({ chain }) => chain);
  return Array.from(chains, ([chain, ofChain]) =>
    sourceCallsADay(chain, walletsOf({ groups: ofChain }), scanSeconds),
  ).reduce((sum, calls) => sum + calls, 0);
}
