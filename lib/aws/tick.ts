import { Stack } from 'aws-cdk-lib';
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { CfnSchedule } from 'aws-cdk-lib/aws-scheduler';
import type { Construct } from 'constructs';

/** Invokes the dispatch function every minute, with the minute. */
export function tickEveryMinute(scope: Construct, dispatchArn: string): void {
  const role = new Role(scope, 'TickRole', {
    assumedBy: new ServicePrincipal('scheduler.amazonaws.com', {
      conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(scope).account } },
    }),
  });
  role.addToPolicy(
    new PolicyStatement({ sid: 'Tick', actions: ['lambda:InvokeFunction'], resources: [dispatchArn] }),
  );
  const tick = new CfnSchedule(scope, 'Tick', {
    description: 'Chainbell: one tick a minute',
    // Unlike rate, cron's scheduled time is the minute itself.
    scheduleExpression: 'cron(* * * * ? *)',
    flexibleTimeWindow: { mode: 'OFF' },
    target: {
      arn: dispatchArn,
      roleArn: role.roleArn,
      input: JSON.stringify({ time: '<aws.scheduler.scheduled-time>' }),
      // A late tick beside the next one would spend the plan's calls twice.
      retryPolicy: { maximumRetryAttempts: 0, maximumEventAgeInSeconds: 60 },
    },
  });
  tick.node.addDependency(role);
}
