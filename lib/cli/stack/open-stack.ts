import * as z from 'zod';
import { documentClient, plainDocumentClient } from '../../../functions/runtime/aws-clients.ts';
import { tableItems } from '../../../functions/runtime/table-items.ts';
import { Unusable } from '../unusable.ts';
import type { Aws } from './aws.ts';

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
    /** Absent without destinations. */
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

export interface OpenStack {
  readonly stack: z.infer<typeof outputs> & {
    readonly name: string;
    readonly status: string;
    readonly deployedAt: Date | null;
  };
  readonly aws: Aws;
  /** The text with this stack's options after each command in it. */
  readonly addressed: (text: string) => string;
}

export class NoSuchStack extends Unusable {
  override readonly name = 'NoSuchStack';
  constructor(stack: string, region: string) {
    super(
      `There is no stack ${stack} in ${region}: give its region with --region (or AWS_REGION) and its name with --stack, or make it with npx cdk deploy.`,
    );
  }
}

/** Found by its outputs. @throws NoSuchStack, or Unusable if it is no Chainbell */
export async function openStack(name: string, aws: Aws, region?: string) {
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
  if (found === undefined) throw new NoSuchStack(name, region || (await client.config.region()));
  const given = Object.fromEntries((found.Outputs ?? []).map((one) => [one.OutputKey, one.OutputValue]));
  const { data } = outputs.safeParse(given);
  if (data === undefined)
    throw new Unusable(
      `The stack ${name} is not a complete Chainbell: outputs are missing (${found.StackStatus}). Read its events in CloudFormation and run npx cdk deploy again, or name another stack with --stack.`,
    );
  const deployedAt = found.LastUpdatedTime ?? found.CreationTime ?? null;
  return { stack: { name, status: found.StackStatus ?? 'unknown', deployedAt, ...data }, aws };
}

/** Numbers come as digits; those of History as numbers. */
export async function openTable({ stack, aws }: OpenStack, name: keyof OpenStack['stack']['tables']) {
  const client = name === 'history' ? plainDocumentClient : documentClient;
  return tableItems(client(await aws.dynamodb()), stack.tables[name]);
}
