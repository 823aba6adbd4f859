import { expect, it } from 'vitest';
import { readSection } from '../support/docs/docs-section.ts';
import { named, permissionsTable, type Statement } from './permissions.ts';
import { everyPart, resource, resources, synthesised } from './synthesised.ts';

it('docs/security.md lists exactly what the roles may do (npm run docs:permissions writes it)', () => {
  expect(readSection('security', 'permissions')).toBe(permissionsTable());
});

it("no role can change the user's Watchlist, and only nodes' parameters and the SMS spend have a wildcard", () => {
  const rows = permissionsTable()
    .split('\n')
    .map((line) => line.slice(2, -2).split(' | '));
  const ofWatchlist = rows.filter(([, , , resource]) => resource === 'TablesWatchlist');
  expect(ofWatchlist.map(([, , actions]) => actions)).toEqual(['`dynamodb:Scan`', '`dynamodb:Query`']);
  const wide = rows.filter(([, , , resource]) => resource?.includes('*'));
  expect(wide.map(([, sid]) => sid)).toEqual(['ReadSmsSpend', 'ReadNodes']);
});

it.each([
  ['rpcParameters', '/second/nodes', 'DispatchPollsRole', 'ReadNodes', 'parameter/second/nodes/*'],
  ['heartbeatParameter', '/second/beat', 'DispatchPollsRole', 'ReadHeartbeat', 'parameter/second/beat'],
  ['apiKeyParameter', 'moralis', 'PollWalletsRole', 'ReadApiKey', 'parameter/moralis'],
])('with the setting %s %s, only that parameter may be read', (_setting, _value, role, sid, arn) => {
  const names = { rpcParameters: '/second/nodes', heartbeatParameter: '/second/beat' };
  const other = synthesised({ ...names, apiKeyParameter: 'moralis' });
  const policy = resource(other, 'AWS::IAM::Policy', `Polling${role}`).properties.PolicyDocument;
  const statement = policy.Statement.find(({ Sid }: Statement) => Sid === sid);
  expect([statement.Action, named(statement.Resource)]).toEqual(['ssm:GetParameter', arn]);
});

it('each function may read the queues that wake it, or AWS would refuse to create their event sources', () => {
  const template = synthesised(everyPart);
  const sources = resources(template, 'AWS::Lambda::EventSourceMapping');
  expect(sources).toHaveLength(3);
  for (const { properties } of sources) {
    const role = `${named(properties.FunctionName)}`.replace(/Function$/, 'Role');
    const { Statement } = resource(template, 'AWS::IAM::Policy', role).properties.PolicyDocument;
    const queue = JSON.stringify(properties.EventSourceArn);
    const actions = Statement.filter((one: Statement) =>
      JSON.stringify(one.Resource).includes(queue),
    ).flatMap((one: Statement) => one.Action);
    const needed = ['sqs:DeleteMessage', 'sqs:GetQueueAttributes', 'sqs:ReceiveMessage'];
    expect(actions, role).toEqual(expect.arrayContaining(needed));
  }
});
