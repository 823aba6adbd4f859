import type { Operations } from './operations.ts';
import { listPrices } from './prices.ts';

/** US dollars. */
export type Bill = Readonly<Record<(typeof billLines)[number], number>>;

export const billLines = ['DynamoDB', 'Lambda', 'SQS', 'EventBridge Scheduler', 'SNS'] as const;

export const daysAMonth = 30;

/** A month of days like this one, before any free tier. */
export function monthlyBill(day: Operations): Bill {
  const { usd } = listPrices;
  return {
    DynamoDB: daysAMonth * (day.readUnits * usd.readUnit + day.writeUnits * usd.writeUnit),
    Lambda: daysAMonth * (day.lambdaRequests * usd.lambdaRequest + day.gbSeconds * usd.gbSecond),
    SQS: daysAMonth * day.sqsRequests * usd.sqsRequest,
    'EventBridge Scheduler': daysAMonth * day.schedulerRuns * usd.schedulerRun,
    SNS: daysAMonth * day.snsPublishes * usd.snsPublish,
  };
}

export function totalOf(bill: Bill): number {
  return billLines.reduce((sum, line) => sum + bill[line], 0);
}
