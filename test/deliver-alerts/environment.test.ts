import type { SQSRecord } from 'aws-lambda';
import { describe, expect, it, vi } from 'vitest';
import { deliverDependencies } from '../../functions/deliver-alerts/dependencies.ts';
import { deliverEnvironment } from '../../functions/deliver-alerts/environment.ts';
import { createDeliverHandler } from '../../functions/deliver-alerts/handler.ts';
import { NoAnswer } from '../../functions/deliver-alerts/net/send.ts';
import { repositoryRunbook } from '../../functions/incidents/operations-message.ts';
import { ForbiddenAddress } from '../../functions/runtime/address-guard.ts';

const environment = {
  STACK_NAME: 'Chainbell',
  DELIVERIES_TABLE: 'Deliveries',
  STATE_TABLE: 'State',
  OPS_TOPIC_ARN: 'arn:aws:sns:us-east-1:123456789012:Operations',
  RUNBOOK_URL: repositoryRunbook,
  QUEUE_URL: 'https://sqs.us-east-1.amazonaws.com/123456789012/Chainbell-team',
  DESTINATIONS: '{"team":"slack","on-call":"telegram"}',
  LOOPBACK: 'refused',
};

describe('the environment of the deliver function', () => {
  it.each(Object.keys(environment))('needs %s', (name) => {
    const { success, error } = deliverEnvironment.safeParse({ ...environment, [name]: undefined });
    expect([success, error?.issues.map(({ path }) => path[0])]).toEqual([false, [name]]);
  });

  it.each([
    ...['STACK_NAME', 'DELIVERIES_TABLE', 'STATE_TABLE', 'OPS_TOPIC_ARN', 'QUEUE_URL'].map((name) => [
      name,
      '',
    ]),
    ['DESTINATIONS', 'slack'],
    ['DESTINATIONS', '{"team":"pager"}'],
    ['LOOPBACK', 'yes'],
  ])('takes no %s of %j', (name = '', value) => {
    expect(deliverEnvironment.safeParse({ ...environment, [name]: value }).success).toBe(false);
  });
});

describe('the dependencies of the deliver function', () => {
  const made = (over: object = {}) => deliverDependencies({ ...environment, ...over });
  const queue = (name: string) => `arn:aws:sqs:us-east-1:123456789012:${name}`;

  it.each([
    ['Chainbell-team', { name: 'team', kind: 'slack' }],
    ['Chainbell-on-call', { name: 'on-call', kind: 'telegram' }],
  ])('knows the destination of the queue %s', async (name, destination) => {
    const queueArn = queue(name);
    expect((await made()).destinationOf(queueArn)).toEqual({ ...destination, queueArn });
  });

  it('refuse a queue without a destination, and say what to do', async () => {
    const { destinationOf } = await made();
    expect(() => destinationOf(queue('Chainbell-gone'))).toThrow(
      `${queue('Chainbell-gone')} is the queue of no destination: deploy the stack again.`,
    );
  });

  it("address a queue by its own stack's name, in the account and region of QUEUE_URL", async () => {
    const asked: unknown[] = [];
    const sqs = { send: async ({ input }: { input: { QueueUrl: string } }) => asked.push(input.QueueUrl) };
    const urlOf = (name: string) => environment.QUEUE_URL.replace('Chainbell-team', name);
    const second = { ...environment, STACK_NAME: 'Second', QUEUE_URL: urlOf('Second-team') };
    const { deps } = await deliverDependencies(second, { sqs: sqs as never });
    await deps.storesOf('on-call').queue.hide({ receiptHandle: 'r' }, 1);
    expect(asked).toEqual([urlOf('Second-on-call')]);
  });

  it('know the operations topic and the sender of its messages', async () => {
    const { operationsTopicArn, deps } = await made();
    expect(operationsTopicArn).toBe(environment.OPS_TOPIC_ARN);
    const stack = { name: 'Chainbell', region: 'us-east-1' };
    expect(deps.origin).toEqual({ runbookUrl: repositoryRunbook, stack });
  });

  it('count dead letters by the metric that their alarm watches', async () => {
    const written: string[] = [];
    const write = vi
      .spyOn(process.stdout, 'write')
      .mockImplementation((text) => written.push(String(text)) > 0);
    const { deps, flush } = await made({ STACK_NAME: 'Second' });
    flush();
    expect(written).toEqual([]);
    deps.count('DeadLetters', 2);
    flush();
    write.mockRestore();
    const metrics = [{ Namespace: 'Chainbell', Dimensions: [['service', 'stack']] }];
    const dimensions = { stack: 'Second', service: 'deliver-alerts' };
    expect(written.map((line) => JSON.parse(line))).toMatchObject([
      { DeadLetters: 2, ...dimensions, _aws: { CloudWatchMetrics: metrics } },
    ]);
  });

  it('send the metrics, even if the batch fails', async () => {
    const flush = vi.fn();
    const handle = createDeliverHandler(async () => ({ ...(await made()), flush }));
    const record = { eventSourceARN: queue('Chainbell-gone') } as SQSRecord;
    const handled = handle({ Records: [record] }, { getRemainingTimeInMillis: () => 60_000 });
    await expect(handled).rejects.toThrow('deploy the stack again');
    expect(flush).toHaveBeenCalledOnce();
  });

  it.each([
    ['allowed', true, NoAnswer],
    ['refused', false, ForbiddenAddress],
  ])('may deliver to this machine: %s', async (LOOPBACK, allowLoopback, error) => {
    const { deps } = await made({ LOOPBACK });
    expect(deps.allowLoopback).toBe(allowLoopback);
    const call = { method: 'POST', url: 'https://localhost:1/', headers: {}, body: '' } as const;
    await expect(deps.send(call)).rejects.toThrow(error);
  });
});
