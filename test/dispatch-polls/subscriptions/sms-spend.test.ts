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

it("the spend is this month's highest value, the limit is SNS's", async () => {
  const spend = await readSmsSpend(clients, Date.parse('2026-03-31T00:00:00.000Z'));
  expect(spend).toEqual({ dollars: 3.25, limit: 20 });
  const [call] = cloudwatchMock.commandCalls(GetMetricStatisticsCommand);
  expect(call?.args[0].input).toMatchObject({
    ...{ Namespace: 'AWS/SNS', MetricName: 'SMSMonthToDateSpentUSD', Statistics: ['Maximum'] },
    StartTime: new Date('2026-03-01T00:00:00.000Z'),
  });
  const [asked] = snsMock.commandCalls(GetSMSAttributesCommand);
  expect(asked?.args[0].input).toEqual({ attributes: ['MonthlySpendLimit'] });
});

it("is zero of AWS's default dollar if it is unknown, also in the first moment of a month", async () => {
  snsMock.on(GetSMSAttributesCommand).resolves({});
  cloudwatchMock.on(GetMetricStatisticsCommand).resolves({});
  const spend = await readSmsSpend(clients, Date.parse('2026-03-01T00:00:00.000Z'));
  expect(spend).toEqual({ dollars: 0, limit: 1 });
  const [call] = cloudwatchMock.commandCalls(GetMetricStatisticsCommand);
  // CloudWatch refuses an empty time range.
  const { StartTime, EndTime } = call?.args[0].input ?? {};
  expect(Number(EndTime)).toBeGreaterThan(Number(StartTime));
});
