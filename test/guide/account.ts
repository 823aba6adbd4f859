import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { CloudWatchClient, PutMetricDataCommand } from '@aws-sdk/client-cloudwatch';
import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { type Engine, region } from '../deployed/support/engine.ts';

const clientOf = ({ endpoint }: Engine) => ({
  endpoint,
  region,
  credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
});

/** AWS counts a function's calls but the engine does not, so this records one tick for doctor to find. */
export async function countTick(engine: Engine): Promise<void> {
  const { Stacks } = await new CloudFormationClient(clientOf(engine)).send(new DescribeStacksCommand({}));
  const Value = Stacks?.flatMap(({ Outputs = [] }) => Outputs).find(
    ({ OutputKey }) => OutputKey === 'DispatchPollsFunctionName',
  )?.OutputValue;
  const Dimensions = [{ Name: 'FunctionName', Value }];
  const MetricData = [{ MetricName: 'Invocations', Dimensions, Value: 1, Timestamp: new Date() }];
  await new CloudWatchClient(clientOf(engine)).send(
    new PutMetricDataCommand({ Namespace: 'AWS/Lambda', MetricData }),
  );
}

/** The existing tables. */
export async function keptTables(engine: Engine): Promise<readonly string[]> {
  const { TableNames = [] } = await new DynamoDBClient(clientOf(engine)).send(new ListTablesCommand({}));
  return TableNames;
}
