import { expect, it } from 'vitest';
import { readSection } from '../support/docs-section.ts';
import { named, permissionsTable, type Statement } from './permissions.ts';
import { resource, synthesised } from './synthesised.ts';

it('docs/security.md has all that the roles may do, and nothing else (npm run docs:permissions writes it)', () => {
  expect(readSection('security', 'permissions')).toBe(permissionsTable());
});

it.each([
  ['rpcParameters', '/second/nodes', 'DispatchPollsRole', 'ReadNodes', 'parameter/second/nodes/*'],
  ['apiKeyParameter', '/second/api-key', 'PollWalletsRole', 'ReadApiKey', 'parameter/second/api-key'],
  ['apiKeyParameter', 'moralis', 'PollWalletsRole', 'ReadApiKey', 'parameter/moralis'],
])('with the setting %s %s, only that parameter may be read', (setting, value, role, sid, arn) => {
  const other = synthesised({ [setting]: value });
  const policy = resource(other, 'AWS::IAM::Policy', `Polling${role}`).properties.PolicyDocument;
  const statement = policy.Statement.find(({ Sid }: Statement) => Sid === sid);
  expect([statement.Action, named(statement.Resource)]).toEqual(['ssm:GetParameter', arn]);
});
