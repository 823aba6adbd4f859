import { Stack } from 'aws-cdk-lib';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import { AwsSolutionsChecks } from 'cdk-nag';
import { describe, expect, it } from 'vitest';
import { version } from '../../functions/deliver-alerts/version.ts';
import { makeApp, resources, synthesised } from './synthesised.ts';

const findings = (app: ReturnType<typeof makeApp>['app']) =>
  new AwsSolutionsChecks(app).validateScope(app).violations.map(({ ruleName }) => ruleName);

describe('the stack', () => {
  it("has the outputs that people's scripts read, by these names", () => {
    expect(Object.keys(synthesised().findOutputs('*')).join(' ')).toBe(
      'WatchlistTableName StateTableName HistoryTableName ContactsTableName AlertsTopicArn OpsTopicArn ' +
        'DispatchPollsFunctionName PollWalletsFunctionName Version',
    );
    expect(synthesised().findOutputs('Version').Version?.Value).toBe(version);
  });

  it('is one, named Chainbell, for whatever account and region it is deployed to', () => {
    const { app, stack } = makeApp();
    expect(app.node.children.filter(Stack.isStack)).toEqual([stack]);
    expect(stack.stackName).toBe('Chainbell');
    expect(stack.environment).toBe('aws://unknown-account/unknown-region');
  });

  it('has the name of the setting stackName', () => {
    expect(makeApp({ stackName: 'Second' }).stack.stackName).toBe('Second');
  });

  it('holds no SSM parameter and no secret: the key is put there by hand', () => {
    const template = synthesised();
    expect(resources(template, 'AWS::SSM::Parameter')).toEqual([]);
    expect(resources(template, 'AWS::SecretsManager::Secret')).toEqual([]);
  });

  it('can be deployed without the bootstrap roles', () => {
    const assetsOf = (settings: Record<string, unknown>) =>
      JSON.stringify(makeApp(settings).app.synth().manifest.artifacts?.Chainbell ?? {});
    expect(assetsOf({})).toContain('deploy-role');
    expect(assetsOf({ cliCredentials: 'true' })).not.toContain('deploy-role');
  });
});

describe('the AWS Solutions rules', () => {
  it.each([
    {},
    {
      removalPolicy: 'destroy',
      cliCredentials: true,
      emails: 'ada@example.org',
      webhooks: 'https://example.org/hook',
      tracing: true,
    },
    { localEngine: true },
  ])('find nothing with %j', (settings) => {
    expect(findings(makeApp(settings).app)).toEqual([]);
  });

  it('are really asked: a bare queue is found', () => {
    const { app, stack } = makeApp();
    new Queue(stack, 'Bare');
    expect(findings(app)).toEqual(['AwsSolutions-SQS3', 'AwsSolutions-SQS4']);
  });
});
