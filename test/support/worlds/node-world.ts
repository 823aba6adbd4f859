import { type Alert, alertSchema } from '../../../functions/alert/alert.ts';
import type { FindNode } from '../../../functions/node/node-parameters.ts';
import { type ApiAccess, localFunctions } from '../../../lib/local/lambda/functions.ts';
import { putRow, takeAlerts, takePolls, type useEmbeddedAws } from '../embedded.ts';

const minute = 60_000;
/** An address on which nothing listens. */
const nowhere = { baseUrl: 'http://127.0.0.1:9', coinBaseUrl: '', key: null };

/** The deployed functions on embedded engines with chains' nodes, a tick at a time. */
export function nodeWorld(
  { aws }: ReturnType<typeof useEmbeddedAws>,
  findNode: FindNode,
  access: Partial<ApiAccess> = {},
) {
  const functions = localFunctions(aws, { ...nowhere, ...access }, { findNode, callsPerSecond: 1_000 });
  let now = Math.floor(Date.now() / minute) * minute - 10 * minute;
  return {
    put: (row: Record<string, unknown>) => putRow(aws, row),
    /** Runs one tick and returns what its polls publish. */
    async tick(): Promise<Alert[]> {
      now += minute;
      await functions.dispatch(new Date(now));
      for (let event = await takePolls(aws); event !== null; event = await takePolls(aws))
        await functions.workers[0]?.(event);
      return (await takeAlerts(aws)).map(({ json }) => alertSchema.parse(json));
    },
  };
}

/** The alerts' types, and for transfers the value. */
export const said = (alerts: readonly Alert[]) =>
  alerts.map((alert) =>
    'transfer' in alert
      ? `${alert.type} ${alert.transfer.kind} ${alert.transfer.value}${alert.transfer.internal ? ' internal' : ''}`
      : alert.type,
  );
