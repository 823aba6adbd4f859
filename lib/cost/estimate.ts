import { type Day, dayOf } from './a-day.ts';
import { type Bill, cloudWatchAMonth, daysAMonth, listPrices, monthlyBill, totalOf } from './bill.ts';
import { type Load, walletsOf } from './load.ts';
import { sourceCallsADay } from './node-calls.ts';
import { apiUnits, type NeededPlan, neededPlan } from './plans.ts';
import { pollsADay } from './polls-a-day.ts';

export interface Estimate {
  readonly apiCallsADay: number;
  readonly apiUnitsADay: number;
  readonly rpcCallsADay: number;
  readonly rpcUnitsAMonth: number;
  /** If the node is the source of all transfers, in place of the API. */
  readonly rpcCallsADayAsSource: number;
  readonly alertsAMonth: number;
  /** Factor by which the given plan stretches all intervals; 1: it has enough, or none was given. */
  readonly stretch: number;
  readonly plan: NeededPlan;
  readonly stretchOnFreePlan: number;
  /** US dollars, without what delivers the alerts. */
  readonly awsAMonth: Bill & { readonly sum: number };
  readonly emailAMonth: number;
  /** US dollars at most: without the free metrics and alarms. */
  readonly cloudWatchAMonth: number;
  readonly day: Day;
}

export function estimateOf(load: Load): Estimate {
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
    rpcCallsADayAsSource: load.node ? sourceCalls(load) : 0,
    alertsAMonth,
    stretch: polls.stretch,
    plan: neededPlan(polls.asked),
    stretchOnFreePlan: pollsADay({ ...load, callsPerDay }).stretch,
    awsAMonth: { ...bill, sum: totalOf(bill) },
    emailAMonth: alertsAMonth * listPrices.usd.snsEmail,
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
