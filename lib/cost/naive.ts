import { latency, pollGbSeconds, processor } from './lambda-time.ts';
import { minutesADay } from './load.ts';
import { type Operations, times } from './operations.ts';

/**
 * A day of what one would build first, and less than that: for each wallet and minute one invocation that makes one call to
 * the API and one write, of a function as large as ours. What invokes it, what it reads and what its errors cost is left out;
 * its alerts are published like ours.
 */
export function naiveDay(wallets: number, activeMinutes: number): Operations {
  const minute: Partial<Operations> = {
    lambdaRequests: 1,
    gbSeconds: pollGbSeconds(latency.api + latency.aws, processor.poll),
    writeUnits: 1,
    apiCalls: 1,
  };
  return {
    ...times(wallets * minutesADay, minute),
    snsPublishes: wallets * activeMinutes,
  };
}
