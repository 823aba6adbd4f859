import { GetTopicAttributesCommand, SetTopicAttributesCommand } from '@aws-sdk/client-sns';
import { expect, it } from 'vitest';
import { hashesMined, hashesTold, setScene } from './support/scene.ts';
import { stack } from './support/the-stack.ts';

const { outputs, tick } = stack;
const { sns } = stack.aws;
const { alertsOf, receive, watched } = await setScene();

it('nothing is lost, and nothing reported twice, while SNS refuses', async () => {
  const wallet = await watched();
  const TopicArn = outputs.AlertsTopicArn;
  const { Attributes: { Policy = '' } = {} } = await sns.send(new GetTopicAttributesCommand({ TopicArn }));
  const policy = JSON.parse(Policy);
  const denied = { Effect: 'Deny', Principal: '*', Action: 'sns:Publish', Resource: TopicArn };
  const set = (value: string) =>
    sns.send(new SetTopicAttributesCommand({ TopicArn, AttributeName: 'Policy', AttributeValue: value }));
  const rows = [];
  await set(JSON.stringify({ ...policy, Statement: [...policy.Statement, denied] }));
  try {
    for (let n = 0; n < 3; n += 1) {
      rows.push(receive(wallet));
      await tick();
    }
    expect(await alertsOf(wallet)).toEqual([]);
  } finally {
    await set(Policy);
  }
  await tick();
  await tick();
  const byId = new Map((await alertsOf(wallet)).map((alert) => [alert.id, alert]));
  expect(hashesTold([...byId.values()])).toEqual(hashesMined(rows));
});
