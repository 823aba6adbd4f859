import { type Day, dayOf } from './a-day.ts';
import { type Bill, daysAMonth, monthlyBill, totalOf } from './bill.ts';
import { cloudWatchAMonth } from './cloudwatch.ts';
import { type Load, walletsOf } from './load.ts';
import { sourceCallsADay } from './node-calls.ts';
import { apiUnits, type NeededPlan, neededPlan } from './plans.ts';
import { pollsADay } from './polls-a-day.ts';
import { listPrices } from './prices.ts';

/** What a stack takes, with or without nodes. */
export interface Estimate {
  readonly apiCallsADay: number;
  readonly apiUnitsADay: number;
  readonly rpcCallsADay: number;
  readonly rpcUnitsAMonth: number;
  /** Where the chains are read from their nodes and the API is not asked. */
  readonly rpcCallsADayAsSource: number;
  readonly alertsAMonth: number;
  /** The factor by which the plan that was given stretches all intervals; 1 where it has enough, or where none was given. */
  readonly stretch: number;
  /** What the plan must have for the intervals as they are asked for. */
  readonly plan: NeededPlan;
  /** What a free plan makes of the intervals. */
  readonly stretchOnFreePlan: number;
  /** Dollars, by line and all together, without what delivers the alerts. */
  readonly awsAMonth: Bill & { readonly sum: number };
  /** Dollars for each email subscriber. */
  readonly emailAMonth: number;
  /** Dollars at the most, where the account has used up the metrics and alarms that are free. */
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
