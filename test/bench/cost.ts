import { parseArgs } from 'node:util';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { paceWithin, shareCalls } from '../../functions/rate/share-calls.ts';
import { documentClient } from '../../functions/runtime/aws-clients.ts';
import { metricNames } from '../../functions/runtime/metric-names.ts';
import { startEmbeddedAws } from '../../lib/local/engine/embedded-aws.ts';
import { localFunctions } from '../../lib/local/lambda/functions.ts';
import { sqsEvent } from '../../lib/sqs-event.ts';
import { resources, synthesised } from '../aws/synthesised.ts';
import { FakeApi } from '../support/fake-api.ts';
import { takeMessages } from '../support/take-messages.ts';

/**
 * `npm run cost -- --wallets 10 --alerts 300`: what a month costs on AWS. The DynamoDB units, SQS messages and
 * invocations of an idle tick are counted on the embedded engines, the alarms in the template with all its options; the
 * rest is arithmetic with AWS's list prices.
 */
const usd = {
  // us-east-1 list prices as published in 2025, in US dollars.
  readUnit: 0.125 / 1e6,
  writeUnit: 0.625 / 1e6,
  sqsRequest: 0.4 / 1e6,
  lambdaRequest: 0.2 / 1e6,
  lambdaGbSecond: 0.0000133334,
  schedulerRun: 1 / 1e6,
  snsPublish: 0.5 / 1e6,
  snsEmail: 2 / 1e5,
  metric: 0.3,
  alarm: 0.1,
};
/** CloudWatch's own metrics and alarms that an account has for nothing, each. */
const freeOfEach = 10;
const ticksPerMonth = 60 * 24 * 30;
/** An event source keeps five long polls of 20 s going; each is a request. */
const idleSqsPolls = (5 * 30 * 24 * 3_600) / 20;
/** Of the stack's default: two workers at five calls a second each. */
const secondsPerCall = 1 / paceWithin(shareCalls(10).callsPerSecond);
/** Seconds of a tick's invocations, and their memory in GB. */
const dispatchFunction = { seconds: 0.15, memory: 1 };
const pollFunction = { secondsBesideCalls: 0.3, memory: 0.5 };

const { values } = parseArgs({
  options: { wallets: { type: 'string', default: '10' }, alerts: { type: 'string', default: '300' } },
});
const wallets = whole(values.wallets);
const alerts = whole(values.alerts);

process.env.POWERTOOLS_LOG_LEVEL = 'SILENT';
const aws = await startEmbeddedAws();
const api = new FakeApi('key');
const baseUrl = await api.listen();
const functions = localFunctions(aws, { baseUrl, coinBaseUrl: '', key: 'key' });
const rows = documentClient(aws.dynamodb);
for (let n = 0; n < wallets; n += 1) {
  const wallet = `0x${String(n).padStart(40, '0')}`;
  await rows.send(new PutCommand({ TableName: aws.tables.watchlist, Item: { wallet, chain: 'eth' } }));
}

let units = { read: 0, write: 0 };
aws.dynamodb.middlewareStack.add(
  (next, context) => async (args) => {
    const reply = await next({
      ...args,
      input: { ...args.input, ReturnConsumedCapacity: 'TOTAL' } as typeof args.input,
    });
    const consumed = 'ConsumedCapacity' in reply.output ? [reply.output.ConsumedCapacity].flat() : [];
    const sum = consumed.reduce(
      (total, one) => total + (one && 'CapacityUnits' in one ? (one.CapacityUnits ?? 0) : 0),
      0,
    );
    units[/Get|Query|Scan/.test(context.commandName ?? '') ? 'read' : 'write'] += sum;
    return reply;
  },
  { step: 'initialize', name: 'count-units' },
);

async function tick(): Promise<number> {
  await functions.dispatch(new Date());
  const messages = await takeMessages(aws.sqs, aws.pollsQueueUrl);
  if (messages.length > 0) await functions.workers[0]?.(sqsEvent(messages));
  return messages.length;
}
await tick();
await tick();
units = { read: 0, write: 0 };
const messages = await tick();
const counted = units;
await Promise.all([aws.stop(), api.close()]);

const gbSeconds =
  dispatchFunction.seconds * dispatchFunction.memory +
  (messages * pollFunction.secondsBesideCalls + wallets * secondsPerCall) * pollFunction.memory;
const ownMetrics = Object.keys(metricNames).length;
const template = synthesised({ webhooks: 'https://example.org/hook', opsEmails: 'ada@example.org' });
const alarms = resources(template, 'AWS::CloudWatch::Alarm').length;
const monthly = {
  DynamoDB:
    ticksPerMonth * (counted.read * usd.readUnit + counted.write * usd.writeUnit) +
    alerts * 4 * usd.writeUnit,
  SQS: (ticksPerMonth * messages * 3 + idleSqsPolls) * usd.sqsRequest,
  Lambda: ticksPerMonth * ((1 + messages) * usd.lambdaRequest + gbSeconds * usd.lambdaGbSecond),
  'EventBridge Scheduler': ticksPerMonth * usd.schedulerRun,
  'SNS, by email': alerts * (usd.snsPublish + usd.snsEmail),
};
const sum = Object.values(monthly).reduce((total, one) => total + one, 0);
const line = (name: string, dollars: number) => `${name.padEnd(24)}$${dollars.toFixed(2)}\n`;
process.stdout.write(
  `${wallets} wallets polled every minute, ${alerts} alerts a month; an idle tick is ${counted.read} read units, ` +
    `${counted.write} write units and ${messages} message(s).\n\n` +
    Object.entries(monthly)
      .map(([name, dollars]) => line(name, dollars))
      .join('') +
    line('Sum without free tier', sum) +
    `\nCloudWatch gives ${freeOfEach} own metrics and ${freeOfEach} alarms for nothing; this stack has ${ownMetrics} and ` +
    `${alarms}.\n${line('Where these are used up', ownMetrics * usd.metric + alarms * usd.alarm)}`,
);

function whole(text: string): number {
  if (!/^\d{1,6}$/.test(text)) throw new Error(`"${text}" is no whole number: --wallets 10 --alerts 300`);
  return Number(text);
}
