import { expect, it } from 'vitest';
import { awsParts } from '../cli/aws-parts.ts';
import { everyPart, resources, synthesised } from './synthesised.ts';

const template = synthesised(everyPart);

const types: Readonly<Record<string, { readonly type: string; readonly name: string }>> = {
  dynamodb: { type: 'AWS::DynamoDB::GlobalTable', name: 'TableName' },
  lambda: { type: 'AWS::Lambda::Function', name: 'FunctionName' },
  sns: { type: 'AWS::SNS::Topic', name: 'TopicName' },
  iam: { type: 'AWS::IAM::Role', name: 'RoleName' },
  scheduler: { type: 'AWS::Scheduler::Schedule', name: 'Name' },
};

const byLogicalId = Object.values(awsParts).flatMap(({ arn }) => {
  const [, service = '', logicalId] = /^arn:aws:(\w+):.*[:/]Chainbell-(\w+)\*$/.exec(arn) ?? [];
  const kind = types[service];
  return logicalId === undefined || kind === undefined ? [] : [{ logicalId, ...kind }];
});

it('the policies of docs/examples name resources by the logical ids that CloudFormation uses', () => {
  expect(byLogicalId).toHaveLength(11);
  for (const { logicalId, type, name } of byLogicalId) {
    const found = resources(template, type, logicalId);
    expect(
      found.map(({ properties }) => properties[name]),
      logicalId,
    ).toEqual([undefined]);
  }
});

it("they use the stack's names for a destination's queues and for parameters", () => {
  const names = resources(template, 'AWS::SQS::Queue').flatMap(
    ({ properties }) => properties.QueueName ?? [],
  );
  expect(names.sort()).toEqual(['Chainbell-team', 'Chainbell-team-dead-letters']);
  const roles = JSON.stringify(resources(template, 'AWS::IAM::Policy'));
  for (const name of ['chainbell/api-key', 'chainbell/rpc/*', 'chainbell/destinations/'])
    expect(roles).toContain(`:parameter/${name}`);
});
