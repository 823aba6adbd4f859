import { describe, expect, it } from 'vitest';
import { incidentStateKey } from '../../functions/incidents/incident-table.ts';
import { destinations as destinationsSetting } from '../../lib/aws/settings/destination.ts';
import { SettingWrong } from '../../lib/aws/settings/read-settings.ts';
import type { Statement } from './permissions.ts';
import { makeApp, resource, resources, synthesised } from './synthesised.ts';

const destinations = [
  { name: 'team', kind: 'slack', filter: { type: ['transfer.sent'], amount: [{ numeric: ['>=', 5] }] } },
  { name: 'phone', kind: 'telegram', operations: true },
];
const template = synthesised({ destinations });

describe('without destinations', () => {
  it('the template has nothing of them: nobody pays for what they do not use', () => {
    const without = synthesised();
    const all = Object.keys(without.toJSON().Resources);
    expect(all.filter((id) => /destination|deliveralerts/i.test(id))).toEqual([]);
    expect(JSON.stringify(without.toJSON())).not.toMatch(/destination|deliver-alerts|DeadLetters/i);
    expect(Object.keys(without.findOutputs('*'))).not.toContain('DeliverAlertsFunctionName');
  });

  it('all else is what it is with them', () => {
    const [without, withThem] = [synthesised().toJSON().Resources, template.toJSON().Resources];
    for (const [id, one] of Object.entries(without)) {
      if (!id.startsWith('MonitoringDashboard')) expect([id, withThem[id]]).toEqual([id, one]);
    }
  });
});

describe('each destination', () => {
  it('has two queues by its name, which keep messages for two weeks', () => {
    const queues = resources(template, 'AWS::SQS::Queue', 'Destinations').map(({ properties }) => properties);
    expect(queues.map(({ QueueName }) => QueueName)).toEqual([
      'Chainbell-team',
      'Chainbell-team-dead-letters',
      'Chainbell-phone',
      'Chainbell-phone-dead-letters',
    ]);
    const { Timeout } = resource(template, 'AWS::Lambda::Function', 'Destinations').properties;
    expect(queues[0]?.VisibilityTimeout).toBeGreaterThan(Timeout);
    for (const { MessageRetentionPeriod, SqsManagedSseEnabled } of queues)
      expect([MessageRetentionPeriod, SqsManagedSseEnabled]).toEqual([1_209_600, true]);
  });

  it('is subscribed to the alerts as its filter says, and to operations if it asks for them: what SNS gives up becomes its dead letter', () => {
    const subscriptions = resources(template, 'AWS::SNS::Subscription', 'Destinations').map(
      ({ properties }) => [
        properties.TopicArn.Ref,
        properties.Endpoint['Fn::GetAtt'][0].replace(/\w{8}$/, ''),
        properties.FilterPolicy,
        properties.RedrivePolicy.deadLetterTargetArn['Fn::GetAtt'][0].replace(/\w{8}$/, ''),
      ],
    );
    const topic = (name: string) => resource(template, 'AWS::SNS::Topic', `Topics${name}`).logicalId;
    expect(subscriptions).toEqual([
      [
        topic('Alerts'),
        'Destinationsteam',
        { $or: [{ type: ['summary'] }, destinations[0]?.filter] },
        'Destinationsteamdeadletters',
      ],
      [topic('Alerts'), 'Destinationsphone', undefined, 'Destinationsphonedeadletters'],
      [topic('Operations'), 'Destinationsphone', undefined, 'Destinationsphonedeadletters'],
    ]);
    const phone = resource(template, 'AWS::SQS::QueuePolicy', 'Destinationsphonedeadletters').properties;
    const senders = phone.PolicyDocument.Statement.filter(
      ({ Action }: Statement) => Action === 'sqs:SendMessage',
    );
    expect(senders.map((one: { Condition?: unknown }) => one.Condition)).toEqual(
      ['Alerts', 'Operations'].map((name) => ({ ArnEquals: { 'aws:SourceArn': { Ref: topic(name) } } })),
    );
  });

  it('gets all alerts if its filter is empty, for SNS takes no empty condition', () => {
    const all = ['slack', 'pagerduty'].map((kind) => ({ name: kind, kind, filter: {} }));
    const found = resources(synthesised({ destinations: all }), 'AWS::SNS::Subscription', 'Destinations');
    expect(found.map(({ properties }) => properties.FilterPolicy)).toEqual([undefined, undefined]);
  });

  it('that is a pager gets critical alerts and what resolves an alert, unless its own filter says otherwise', () => {
    const own = { severity: ['warning'] };
    const pagers = [{ name: 'pager' }, { name: 'other', filter: own }].map((one) => ({
      ...one,
      kind: 'pagerduty',
    }));
    expect(destinationsSetting.parse(pagers).map(({ filter }) => filter)).toEqual([
      { $or: [{ severity: ['critical'] }, { type: ['transfer.reverted', 'balance.restored'] }] },
      own,
    ]);
  });

  it('is delivered by the one function, a batch at a time by two workers at most', () => {
    const sources = resources(template, 'AWS::Lambda::EventSourceMapping', 'Destinations');
    expect(sources.map(({ properties }) => properties.ScalingConfig)).toEqual(
      Array(2).fill({ MaximumConcurrency: 2 }),
    );
    // Without it Lambda deletes the messages that wait in their queue.
    expect(sources.map(({ properties }) => properties.FunctionResponseTypes)).toEqual(
      Array(2).fill(['ReportBatchItemFailures']),
    );
    expect(resources(template, 'AWS::Lambda::Function', 'Destinations')).toHaveLength(1);
  });

  it('is delivered by a function that changes nothing of the State table but incidents', () => {
    const [policy] = resources(template, 'AWS::IAM::Policy', 'DestinationsDeliverAlertsRole');
    const statements: Statement[] = policy?.properties.PolicyDocument.Statement;
    const onState = statements.filter(({ Resource }) => JSON.stringify(Resource).includes('TablesState'));
    expect(onState.map(({ Condition }) => Condition)).toEqual([
      { 'ForAllValues:StringEquals': { 'dynamodb:LeadingKeys': [incidentStateKey('any').wallet] } },
    ]);
  });

  it('has what is remembered of its deliveries forgotten by expiresAt', () => {
    const { properties } = resource(template, 'AWS::DynamoDB::GlobalTable', 'Destinations');
    expect(properties.TimeToLiveSpecification).toEqual({ AttributeName: 'expiresAt', Enabled: true });
  });

  it('can be on loopback on a local engine alone', () => {
    const loopback = (settings: Record<string, unknown>) =>
      resource(synthesised({ destinations, ...settings }), 'AWS::Lambda::Function', 'Destinations').properties
        .Environment.Variables.LOOPBACK;
    expect([loopback({}), loopback({ localEngine: true })]).toEqual(['refused', 'allowed']);
  });

  it('has a name that SQS takes with that of the stack', () => {
    const stackName = 'A'.repeat(62);
    expect(() => makeApp({ stackName, destinations })).toThrow(SettingWrong);
    expect(() => makeApp({ stackName: 'A'.repeat(61), destinations })).not.toThrow();
  });
});
