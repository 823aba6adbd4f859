import { latency, pollGbSeconds, processor } from '../../../lib/cost/lambda-time.ts';
import { minutesADay } from '../../../lib/cost/load.ts';
import { type Operations, times } from '../../../lib/cost/operations.ts';

/**
 * A day of the obvious design: for each wallet and minute one invocation, one call and one write, with our memory size.
 * Its trigger, reads and errors are left out; its alerts are published like ours.
 */
export function naiveDay(wallets: number, activeMinutes: number): Operations {
  const minute: Partial<Operations> = {
    lambdaRequests: 1,
    gbSeconds: pollGbSeconds(latency.api + latency.aws, processor.poll),
    writeUnits: 1,
    apiCalls: 1,
  };
  return { ...times(wallets * minutesADay, minute), snsPublishes: wallets * activeMinutes };
}
