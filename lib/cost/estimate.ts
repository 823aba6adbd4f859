import { dayOf } from './a-day.ts';
import { cloudWatchAMonth, daysAMonth, listPrices, monthlyBill, totalOf } from './bill.ts';
import { type Load, walletsOf } from './load.ts';
import { sourceCallsADay } from './node-calls.ts';
import { apiUnits, neededPlan } from './plans.ts';
import { pollsADay } from './polls-a-day.ts';

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
    /** Factor by which the given plan stretches all intervals; 1: it has enough, or none was given. */
    stretch: polls.stretch,
    plan: neededPlan(polls.asked),
    stretchOnFreePlan: pollsADay({ ...load, callsPerDay }).stretch,
    /** US dollars, without what delivers the alerts. */
    awsAMonth: { ...bill, sum: totalOf(bill) },
    emailAMonth: alertsAMonth * listPrices.usd.snsEmail,
    /** US dollars at most: without the free metrics and alarms. */
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
