import { Stack } from 'aws-cdk-lib';
import { expect, it } from 'vitest';
import { version } from '../../functions/runtime/version.ts';
import { makeApp, resources, synthesised } from './synthesised.ts';

it("the stack has the outputs that people's scripts read, by these names", () => {
  expect(Object.keys(synthesised().findOutputs('*')).join(' ')).toBe(
    'WatchlistTableName StateTableName HistoryTableName ContactsTableName AlertsTopicArn OpsTopicArn ' +
      'DispatchPollsFunctionName PollWalletsFunctionName Version',
  );
  expect(synthesised().findOutputs('Version').Version?.Value).toBe(version);
});

it('there is one stack, named Chainbell or as set, for any account and region', () => {
  const { app, stack } = makeApp();
  expect(app.node.children.filter(Stack.isStack)).toEqual([stack]);
  expect([stack.stackName, stack.environment]).toEqual(['Chainbell', 'aws://unknown-account/unknown-region']);
  expect(makeApp({ stackName: 'Second' }).stack.stackName).toBe('Second');
});

it('the stack has no SSM parameter and no secret: people store the key themselves', () => {
  for (const type of ['AWS::SSM::Parameter', 'AWS::SecretsManager::Secret'])
    expect(resources(synthesised(), type)).toEqual([]);
});
