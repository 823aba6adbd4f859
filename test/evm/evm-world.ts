import { type Alert, alertSchema } from '../../functions/alert/alert.ts';
import { documentClient } from '../../functions/runtime/aws-clients.ts';
import { fixedNodes, localFunctions } from '../../lib/local/lambda/functions.ts';
import { takeAlerts, takePolls, type useEmbeddedAws } from '../support/embedded.ts';
import { rowAdder } from '../support/row-adder.ts';

const minute = 60_000;
/** Nothing listens there. */
const nowhere = { baseUrl: 'http://127.0.0.1:9', coinBaseUrl: 'http://127.0.0.1:9', key: null };

/** The deployed functions beside a chain's node, a tick at a time. */
export function evmWorld(
  { aws }: ReturnType<typeof useEmbeddedAws>,
  node: { readonly id: string; readonly url: string },
  access: Partial<Parameters<typeof localFunctions>[1]> = {},
) {
  const findNode = fixedNodes(new Map([[node.id, node.url]]));
  const functions = localFunctions(aws, { ...nowhere, ...access }, { findNode });
  let now = Math.floor(Date.now() / minute) * minute - 10 * minute;
  return {
    add: rowAdder(documentClient(aws.dynamodb), aws.tables.watchlist),
    /** One tick, and what its polls publish. */
    async tick(): Promise<Alert[]> {
      now += minute;
      await functions.dispatch(new Date(now));
      for (let event = await takePolls(aws); event !== null; event = await takePolls(aws))
        await functions.workers[0]?.(event);
      return (await takeAlerts(aws)).map(({ json }) => alertSchema.parse(json));
    },
  };
}

export const said = (alerts: readonly Alert[]) =>
  alerts.map((alert) =>
    'transfer' in alert
      ? `${alert.type} ${alert.transfer.kind} ${alert.transfer.value}${alert.transfer.internal ? ' internal' : ''}`
      : alert.type,
  );
