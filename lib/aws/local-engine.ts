import { type IAspect, Stack } from 'aws-cdk-lib';
import { CfnPolicy } from 'aws-cdk-lib/aws-iam';
import { CfnTopicPolicy } from 'aws-cdk-lib/aws-sns';
import { CfnQueuePolicy } from 'aws-cdk-lib/aws-sqs';
import type { IConstruct } from 'constructs';

interface Statement {
  readonly Effect: string;
  readonly Action: string | readonly string[];
  readonly Condition?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** What an AWS-compatible engine on this machine needs and AWS does not. */
export class LocalEngine implements IAspect {
  visit(node: IConstruct): void {
    // Topic and queue policies refuse plain http, which loopback engines speak.
    if (node instanceof CfnTopicPolicy || node instanceof CfnQueuePolicy) rewrite(node, exceptLoopback);
    if (node instanceof CfnPolicy) rewrite(node, withBatchAction);
  }
}

function rewrite(
  policy: CfnPolicy | CfnTopicPolicy | CfnQueuePolicy,
  change: (statement: Statement) => Statement,
): void {
  const whole: { readonly Statement: readonly Statement[] } = Stack.of(policy).resolve(policy.policyDocument);
  policy.policyDocument = { ...whole, Statement: whole.Statement.map(change) };
}

function exceptLoopback(statement: Statement): Statement {
  if (statement.Condition?.Bool?.['aws:SecureTransport'] === undefined) return statement;
  const loopback = { 'aws:SourceIp': ['127.0.0.0/8', '::1/128'] };
  return { ...statement, Condition: { ...statement.Condition, NotIpAddress: loopback } };
}

/** In AWS, SendMessage allows batches too; engines require the action SendMessageBatch. */
function withBatchAction(statement: Statement): Statement {
  const actions = [statement.Action].flat();
  if (!actions.includes('sqs:SendMessage')) return statement;
  return { ...statement, Action: [...actions, 'sqs:SendMessageBatch'] };
}
