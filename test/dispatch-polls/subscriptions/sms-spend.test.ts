import { CloudWatchClient, GetMetricStatisticsCommand } from '@aws-sdk/client-cloudwatch';
import { GetSMSAttributesCommand, SNSClient } from '@aws-sdk/client-sns';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { readSmsSpend } from '../../../functions/dispatch-polls/subscriptions/sms-spend.ts';

const [snsMock, cloudwatchMock] = [mockClient(SNSClient), mockClient(CloudWatchClient)];
const region = { region: 'us-east-1' };
const clients = { sns: new SNSClient(region), cloudwatch: new CloudWatchClient(region) };

beforeEach(() => {
  snsMock.reset();
  cloudwatchMock.reset();
  snsMock.on(GetSMSAttributesCommand).resolves({ attributes: { MonthlySpendLimit: '20' } });
  cloudwatchMock.on(GetMetricStatisticsCommand).resolves({
    Datapoints: [{ Maximum: 1.5 }, { Maximum: 3.25 }, { Maximum: 2 }],
  });
});
afterAll(() => {
  snsMock.restore();
  cloudwatchMock.restore();
});

it('is the highest of this month and the limit that SNS has', async () => {
  const spend = await readSmsSpend(clients, Date.parse('2026-03-31T00:00:00.000Z'));
  expect(spend).toEqual({ dollars: 3.25, limit: 20 });
  const [call] = cloudwatchMock.commandCalls(GetMetricStatisticsCommand);
  expect(call?.args[0].input).toMatchObject({
    Namespace: 'AWS/SNS',
    MetricName: 'SMSMonthToDateSpentUSD',
    StartTime: new Date('2026-03-01T00:00:00.000Z'),
    Statistics: ['Maximum'],
  });
  const [asked] = snsMock.commandCalls(GetSMSAttributesCommand);
  expect(asked?.args[0].input).toEqual({ attributes: ['MonthlySpendLimit'] });
});

it('is asked for a time that is not empty in the first moment of a month', async () => {
  await readSmsSpend(clients, Date.parse('2026-03-01T00:00:00.000Z'));
  const [call] = cloudwatchMock.commandCalls(GetMetricStatisticsCommand);
  const { StartTime, EndTime } = call?.args[0].input ?? {};
  expect(EndTime?.getTime()).toBeGreaterThan(StartTime?.getTime() ?? Number.POSITIVE_INFINITY);
});

it("is nothing of AWS's default dollar if neither SNS nor CloudWatch knows a spend", async () => {
  snsMock.on(GetSMSAttributesCommand).resolves({});
  cloudwatchMock.on(GetMetricStatisticsCommand).resolves({});
  expect(await readSmsSpend(clients, Date.parse('2026-03-31T00:00:00.000Z'))).toEqual({
    dollars: 0,
    limit: 1,
  });
});
