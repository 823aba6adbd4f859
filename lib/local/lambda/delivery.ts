import type { SQSEvent } from 'aws-lambda';
import { deliverDependencies } from '../../../functions/deliver-alerts/dependencies.ts';
import { createDeliverHandler } from '../../../functions/deliver-alerts/handler.ts';
import type { Log } from '../../../functions/runtime/log.ts';
import { readSettings } from '../../aws/settings/read-settings.ts';
import { deliverVariables } from '../../environment.ts';
import { deliveryLimits } from '../../limits.ts';
import { deliveryKeys } from '../../table-keys.ts';
import type { LocalDestination } from '../destinations.ts';
import { type EmbeddedAws, makeTable } from '../engine/embedded-aws.ts';
import { inQueueForm } from '../published.ts';

export type LocalDelivery = Awaited<ReturnType<typeof localDeliveries>>[number];

const table = 'Deliveries';
const timeout = deliveryLimits.timeout * 1_000;

/** A subscribed queue for each destination, and the deployed function that empties them. */
export async function localDeliveries(aws: EmbeddedAws, destinations: readonly LocalDestination[], log: Log) {
  if (destinations.length === 0) return [];
  await makeTable(aws.dynamodb, table, deliveryKeys);
  const settings = readSettings({
    destinations: destinations.map(({ kind }) => ({ name: kind, kind })),
    localEngine: true,
  });
  const { stackName } = settings;
  const queueUrls: string[] = [];
  for (const { kind } of destinations) {
    await aws.makeQueue(`${stackName}-${kind}-dead-letters`);
    queueUrls.push(await aws.subscribeQueue(`${stackName}-${kind}`));
  }
  const secrets = new Map<string, string>(destinations.map(({ kind, parameter }) => [kind, parameter]));
  const variables = deliverVariables(settings, {
    stackName,
    deliveriesTable: table,
    stateTable: aws.tables.state,
    opsTopicArn: aws.opsTopicArn,
    queueUrl: queueUrls[0] ?? '',
  });
  const handle = createDeliverHandler(async () => {
    const made = await deliverDependencies(variables, {
      ...aws,
      readSecret: async (name) => secrets.get(name) ?? null,
      log,
    });
    return { ...made, deps: { ...made.deps, count() {} }, flush() {} };
  });
  return queueUrls.map((queueUrl) => ({
    queueUrl,
    deliver: ({ Records }: SQSEvent) => {
      const end = Date.now() + timeout;
      const inForm = Records.map((record) => ({ ...record, body: inQueueForm(record.body) }));
      return handle({ Records: inForm }, { getRemainingTimeInMillis: () => end - Date.now() });
    },
  }));
}
