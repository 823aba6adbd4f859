import { describe, expect, it } from 'vitest';
import { deliverDependencies } from '../../functions/deliver-alerts/dependencies.ts';
import { deliverEnvironment } from '../../functions/deliver-alerts/environment.ts';
import { repositoryRunbook } from '../../functions/incidents/runbook-link.ts';

const environment = {
  STACK_NAME: 'Chainbell',
  DELIVERIES_TABLE: 'Deliveries',
  OPS_TOPIC_ARN: 'arn:aws:sns:us-east-1:123456789012:Operations',
  RUNBOOK_URL: repositoryRunbook,
  QUEUE_URL: 'https://sqs.us-east-1.amazonaws.com/123456789012/Chainbell-team',
  DESTINATIONS: '{"team":"slack","on-call":"telegram"}',
  LOOPBACK: 'refused',
};

describe('the environment of the delivering function', () => {
  it.each(Object.keys(environment))('needs %s', (name) => {
    const { success, error } = deliverEnvironment.safeParse({ ...environment, [name]: undefined });
    expect([success, error?.issues.map(({ path }) => path[0])]).toEqual([false, [name]]);
  });

  it.each([
    ['STACK_NAME', ''],
    ['DELIVERIES_TABLE', ''],
    ['OPS_TOPIC_ARN', ''],
    ['QUEUE_URL', ''],
    ['DESTINATIONS', 'slack'],
    ['DESTINATIONS', '{"team":"pager"}'],
    ['LOOPBACK', 'yes'],
  ])('takes no %s of %j', (name, value) => {
    expect(deliverEnvironment.safeParse({ ...environment, [name]: value }).success).toBe(false);
  });
});

describe('what the delivering function is made of', () => {
  const made = (over: object = {}) => deliverDependencies({ ...environment, ...over });
  const queue = (name: string) => `arn:aws:sqs:us-east-1:123456789012:${name}`;

  it.each([
    ['Chainbell-team', { name: 'team', kind: 'slack' }],
    ['Chainbell-on-call', { name: 'on-call', kind: 'telegram' }],
  ])('knows the destination of the queue %s', async (name, destination) => {
    expect((await made()).destinationOf(queue(name))).toEqual(destination);
  });

  it('knows that a queue is of none, and says what to do', async () => {
    const { destinationOf } = await made();
    expect(() => destinationOf(queue('Chainbell-gone'))).toThrow(
      `${queue('Chainbell-gone')} is the queue of no destination: deploy the stack again.`,
    );
  });

  it('knows the topic of operations and who sends its messages', async () => {
    const { operationsTopicArn, deps } = await made();
    expect(operationsTopicArn).toBe(environment.OPS_TOPIC_ARN);
    expect(deps.origin).toEqual({
      runbookUrl: repositoryRunbook,
      stack: { name: 'Chainbell', region: 'us-east-1' },
    });
  });

  it.each([
    ['allowed', true],
    ['refused', false],
  ])('may deliver to this machine: %s', async (LOOPBACK, allowLoopback) => {
    expect((await made({ LOOPBACK })).deps.allowLoopback).toBe(allowLoopback);
  });
});
