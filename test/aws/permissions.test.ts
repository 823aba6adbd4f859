import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { named, permissionsOf, permissionsTable, type Statement } from './permissions.ts';
import { resource, resources, synthesised } from './synthesised.ts';

const template = synthesised();

/** `Sid: actions on resource`, a line a statement. */
function permissions(role: string): string[] {
  return permissionsOf(role).map(
    ({ sid, actions, resource }) => `${sid}: ${actions.join(' ')} on ${resource}`,
  );
}

describe('docs/security.md', () => {
  it('has the permissions as the template has them (npm run docs:permissions writes them)', () => {
    expect(readFileSync('docs/security.md', 'utf8')).toContain(permissionsTable());
  });
});

describe('what the functions may do, all of it', () => {
  it('dispatch-polls', () => {
    expect(permissions('DispatchPollsRole')).toEqual([
      'ReadWatchlist: dynamodb:Scan on TablesWatchlist',
      'ReadState: dynamodb:BatchGetItem dynamodb:GetItem dynamodb:Query dynamodb:Scan on TablesState',
      'WriteState: dynamodb:BatchWriteItem dynamodb:DeleteItem dynamodb:PutItem dynamodb:UpdateItem on TablesState',
      'SendPolls: sqs:SendMessage on PollingPolls',
      'TellOperations: sns:Publish on TopicsOperations',
      'ReadNodes: ssm:GetParameter on parameter/chainbell/rpc/*',
      'WriteLogs: logs:CreateLogStream logs:PutLogEvents on PollingDispatchPollsLogs',
    ]);
  });

  it('poll-wallets', () => {
    expect(permissions('PollWalletsRole')).toEqual([
      'TakePolls: sqs:DeleteMessage sqs:GetQueueAttributes sqs:ReceiveMessage on PollingPolls',
      'ReadApiKey: ssm:GetParameter on parameter/chainbell/api-key',
      'ReadState: dynamodb:BatchGetItem on TablesState',
      'WriteState: dynamodb:DeleteItem dynamodb:PutItem dynamodb:UpdateItem on TablesState',
      'WriteHistory: dynamodb:BatchWriteItem on TablesHistory',
      'ReadHistory: dynamodb:Query on TablesHistory',
      'PublishAlerts: sns:Publish on TopicsAlerts',
      'TellOperations: sns:Publish on TopicsOperations',
      'WriteLogs: logs:CreateLogStream logs:PutLogEvents on PollingPollWalletsLogs',
    ]);
  });

  it('the schedule: start the dispatch function', () => {
    expect(permissions('TickRole')).toEqual(['Tick: lambda:InvokeFunction on PollingDispatchPollsFunction']);
  });
});

describe('the roles', () => {
  it('have no managed policy and no policy but their one', () => {
    const roles = resources(template, 'AWS::IAM::Role');
    expect(roles).toHaveLength(3);
    for (const { properties } of roles) {
      expect(properties.ManagedPolicyArns).toBeUndefined();
      expect(properties.Policies).toBeUndefined();
    }
  });

  it('are each for one service', () => {
    const principal = (role: string) =>
      resource(template, 'AWS::IAM::Role', `Polling${role}`).properties.AssumeRolePolicyDocument.Statement[0]
        .Principal;
    expect(principal('DispatchPollsRole')).toEqual({ Service: 'lambda.amazonaws.com' });
    expect(principal('PollWalletsRole')).toEqual({ Service: 'lambda.amazonaws.com' });
    expect(principal('TickRole')).toEqual({ Service: 'scheduler.amazonaws.com' });
  });
});

describe('the parameters of nodes', () => {
  it('are read under the path of the setting alone', () => {
    const other = synthesised({ rpcParameters: '/second/nodes' });
    const [policy] = resources(other, 'AWS::IAM::Policy', 'PollingDispatchPollsRole');
    const statement = policy?.properties.PolicyDocument.Statement.find(
      ({ Sid }: Statement) => Sid === 'ReadNodes',
    );
    expect(statement.Action).toBe('ssm:GetParameter');
    expect(named(statement.Resource)).toBe('parameter/second/nodes/*');
  });
});

describe("the key's parameter", () => {
  it.each([
    ['/second/api-key', 'parameter/second/api-key'],
    ['moralis', 'parameter/moralis'],
  ])('%s is read by its own name', (apiKeyParameter, arn) => {
    const other = synthesised({ apiKeyParameter });
    const [policy] = resources(other, 'AWS::IAM::Policy', 'PollingPollWalletsRole');
    const statement = policy?.properties.PolicyDocument.Statement.find(
      ({ Sid }: Statement) => Sid === 'ReadApiKey',
    );
    expect(named(statement.Resource)).toBe(arn);
  });
});
