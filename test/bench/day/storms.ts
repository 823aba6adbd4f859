import { daysAMonth, listPrices, monthlyBill, totalOf } from '../../../lib/cost/estimate.ts';
import { type CountedDay, simulateDay } from './simulate-day.ts';

/**
 * A stranger's transfers to one wallet in each minute of a day, in a token of his own. `minutes` of the day are played; a whole day
 * if the row's daily ration matters.
 */
const storms = [
  { name: 'nothing', transfers: 0, symbol: 'GROW', minutes: 60 },
  { name: '10 a minute, singly and in digests', transfers: 10, symbol: 'GROW', minutes: 1_440 },
  { name: '100 a minute, in digests', transfers: 100, symbol: 'GROW', minutes: 60 },
  { name: '100 a minute, hidden as spam', transfers: 100, symbol: 'claim at grow.xyz', minutes: 10 },
  { name: '1,000 a minute, hidden as spam', transfers: 1_000, symbol: 'claim at grow.xyz', minutes: 10 },
] as const;

export type StormCost = ReturnType<typeof costOf>;

/** `npm run bench -- --only storms`: one wallet, every minute, without a node and on the default plan. */
export async function simulatedStorms(): Promise<StormCost[]> {
  const groups = [{ chain: '0x1', everySeconds: 60, wallets: 1 }];
  const plan = { callsPerDay: null, callsPerSecond: 10, sweepSeconds: 21_600, scanSeconds: 15 };
  const load = { groups, activeMinutes: 0, node: false, ...plan };
  const costs: StormCost[] = [];
  for (const { name, transfers, symbol, minutes } of storms) {
    const storm = { transfers, symbol };
    costs.push(costOf(name, await simulateDay(load, { dropped: 1, before: 10, counted: minutes, storm })));
  }
  return costs;
}

/** A day of a storm at one wallet: the cost that a stranger can cause its owner. */
function costOf(storm: string, { sum, transfers }: CountedDay) {
  return {
    storm,
    transfers,
    alerts: sum.snsPublishes,
    apiCalls: sum.apiCalls,
    /** AWS's price, without email and SMS. */
    dollarsADay: totalOf(monthlyBill(sum)) / daysAMonth,
    /** The price of one email subscriber. */
    emailDollars: sum.snsPublishes * listPrices.usd.snsEmail,
  };
}
