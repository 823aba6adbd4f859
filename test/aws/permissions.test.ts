import { describe, expect, it } from 'vitest';
import { readSection } from '../support/docs-section.ts';
import { named, permissionsTable, type Statement } from './permissions.ts';
import { resource, resources, synthesised } from './synthesised.ts';

const template = synthesised();

it('docs/security.md has all that the roles may do, and nothing else (npm run docs:permissions writes it)', () => {
  expect(readSection('security', 'permissions')).toBe(permissionsTable());
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

it('the parameters of nodes are read under the path of the setting alone', () => {
  const other = synthesised({ rpcParameters: '/second/nodes' });
  const [policy] = resources(other, 'AWS::IAM::Policy', 'PollingDispatchPollsRole');
  const statement = policy?.properties.PolicyDocument.Statement.find(
    ({ Sid }: Statement) => Sid === 'ReadNodes',
  );
  expect(statement.Action).toBe('ssm:GetParameter');
  expect(named(statement.Resource)).toBe('parameter/second/nodes/*');
});

it.each([
  ['/second/api-key', 'parameter/second/api-key'],
  ['moralis', 'parameter/moralis'],
])("the key's parameter %s is read by its own name", (apiKeyParameter, arn) => {
  const other = synthesised({ apiKeyParameter });
  const [policy] = resources(other, 'AWS::IAM::Policy', 'PollingPollWalletsRole');
  const statement = policy?.properties.PolicyDocument.Statement.find(
    ({ Sid }: Statement) => Sid === 'ReadApiKey',
  );
  expect(named(statement.Resource)).toBe(arn);
});
