import * as z from 'zod';
import { defaultPort } from '../../local-engines.ts';
import type { Outside, StackOptions } from '../frame/command.ts';
import { Unusable } from '../unusable.ts';
import type { OpenStack } from './chainbell-stack.ts';

const outputs = z
  .object({
    WatchlistTableName: z.string(),
    StateTableName: z.string(),
    HistoryTableName: z.string(),
    ContactsTableName: z.string(),
    AlertsTopicArn: z.string(),
    OpsTopicArn: z.string(),
    DispatchPollsFunctionName: z.string(),
    PollWalletsFunctionName: z.string(),
    DeliverAlertsFunctionName: z.string().nullable().default(null),
    Version: z.string(),
  })
  .transform((named) => ({
    tables: {
      watchlist: named.WatchlistTableName,
      state: named.StateTableName,
      history: named.HistoryTableName,
      contacts: named.ContactsTableName,
    },
    alertsTopicArn: named.AlertsTopicArn,
    opsTopicArn: named.OpsTopicArn,
    dispatchPolls: named.DispatchPollsFunctionName,
    pollWallets: named.PollWalletsFunctionName,
    deliverAlerts: named.DeliverAlertsFunctionName,
    version: named.Version,
  }));

export class NoSuchStack extends Unusable {
  override readonly name = 'NoSuchStack';
  constructor(stack: string, region: string) {
    super(
      `There is no stack ${stack} in ${region}: --region (or AWS_REGION) says where it was deployed, --stack what it is called, and npx cdk deploy makes it.`,
    );
  }
}

/** Found by its outputs. @throws NoSuchStack, or Unusable if it is no Chainbell */
export async function openStack(
  options: StackOptions,
  outside: Pick<Outside, 'openAws'>,
): Promise<OpenStack> {
  const { stack: name, region, local } = options;
  if (local !== undefined) {
    const { openLocalRun } = await import('./local-run.ts');
    return openLocalRun(local === true ? String(defaultPort) : local);
  }
  const aws = outside.openAws(region ?? null);
  const [{ DescribeStacksCommand }, client] = await Promise.all([
    import('@aws-sdk/client-cloudformation'),
    aws.cloudformation(),
  ]);
  const described = await client
    .send(new DescribeStacksCommand({ StackName: name }))
    .catch((error: unknown) => {
      if (error instanceof Error && error.name === 'ValidationError') return null;
      throw error;
    });
  const [found] = described?.Stacks ?? [];
  if (found === undefined) throw new NoSuchStack(name, region ?? (await client.config.region()));
  const given = Object.fromEntries(
    (found.Outputs ?? []).map(({ OutputKey, OutputValue }) => [OutputKey, OutputValue]),
  );
  const { data } = outputs.safeParse(given);
  if (data === undefined)
    throw new Unusable(
      `The stack ${name} is no finished Chainbell: it lacks outputs that every deployed one has (${found.StackStatus}).`,
    );
  const deployedAt = found.LastUpdatedTime ?? found.CreationTime ?? null;
  return { stack: { name, status: found.StackStatus ?? 'unknown', deployedAt, ...data }, aws };
}
