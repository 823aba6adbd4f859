import { InvalidParameterException, SubscribeCommand, UnsubscribeCommand } from '@aws-sdk/client-sns';
import { Option } from '@commander-js/extra-typings';
import { stackCommand, suggestPermission } from '../frame/command.ts';
import { readSubscriptions } from '../stack/subscriptions.ts';
import { Unfinished, Unusable } from '../unusable.ts';
import { chosenAlerts, severities } from './chosen-alerts.ts';
import { type Endpoint, readEndpoint, shownEndpoint } from './subscriptions.ts';

export const subscribe = stackCommand({
  permissions: [{ action: 'sns:Subscribe', on: ['alerts', 'operations'] }, suggestPermission],
  examples: [
    'chainbell subscribe you@example.org',
    'chainbell subscribe +4915112345678 --severity critical --wallet Treasury',
    `chainbell subscribe you@example.org --filter '{"direction": ["in"]}'`,
    'chainbell subscribe you@example.org --operations',
  ],
  make: (command, context) =>
    command
      .argument('<address>', 'an email address, a phone number with country code, or an https URL')
      .addOption(new Option('--severity <word>', 'only alerts of this severity or above').choices(severities))
      .option('--wallet <wallets...>', 'only alerts of these wallets, by address or label')
      .option('--filter <json>', 'another SNS filter policy on the attributes of alerts')
      .option('--operations', 'operations messages in place of alerts')
      .action(async (typed, { filter, severity, wallet, operations, ...options }) => {
        const endpoint = readEndpoint(typed);
        const name = shownEndpoint(endpoint.address);
        if (operations && (filter ?? severity ?? wallet) !== undefined)
          throw new Unusable(
            '--filter, --severity and --wallet are for alerts: operations messages have no attributes to match.',
          );
        const open = () => context.open(options);
        const policy = await chosenAlerts({ filter, severity, wallet }, open);
        const { stack, aws } = await open();
        const sns = await aws.sns();
        const { SubscriptionArn: subscription = null } = await sns
          .send(
            new SubscribeCommand({
              TopicArn: operations ? stack.opsTopicArn : stack.alertsTopicArn,
              Protocol: endpoint.protocol,
              Endpoint: endpoint.address,
              ReturnSubscriptionArn: true,
              ...(policy === null ? {} : { Attributes: { FilterPolicy: JSON.stringify(policy) } }),
            }),
          )
          .catch((error) => {
            if (!(error instanceof InvalidParameterException && /already exists/i.test(error.message)))
              throw error;
            throw new Unfinished(
              `${name} is subscribed already, to other alerts: npx chainbell unsubscribe ${name} first, then try again.`,
            );
          });
        const which = policy ? ` to alerts that match ${JSON.stringify(policy)}` : '';
        const text = `${name} is subscribed${which}. ${whatNext[endpoint.protocol]}\n`;
        await context.say(options, { ...endpoint, subscription, filter: policy }, text);
      }),
});

const posted =
  'Unless it is confirmed already, it must visit the SubscribeURL that SNS posts: until then it gets nothing else.';
const whatNext: Readonly<Record<Endpoint['protocol'], string>> = {
  email: 'Unless it is confirmed already, SNS mails it a link to confirm: until then it gets nothing else.',
  sms: 'If the account is in the SMS sandbox, verify the number first. To the United States SNS sends only from an origination number of yours (console: SNS, Text messaging).',
  http: posted,
  https: posted,
};

export const unsubscribe = stackCommand({
  permissions: [
    { action: 'sns:ListSubscriptionsByTopic', on: ['alerts', 'operations'] },
    { action: 'sns:Unsubscribe', on: ['account'] },
  ],
  examples: ['chainbell unsubscribe you@example.org', 'chainbell unsubscribe +4915112345678'],
  make: (command, context) =>
    command
      .argument('<address>', 'the email address, phone number or URL, as chainbell subscriptions shows it')
      .option('--operations', 'operations messages in place of alerts')
      .action(async (typed, { operations, ...options }) => {
        const { protocol, address } = readEndpoint(typed);
        const open = await context.open(options);
        const topic = operations ? 'operations' : 'alerts';
        const isSame = (endpoint: string) =>
          protocol === 'email' ? endpoint.toLowerCase() === address.toLowerCase() : endpoint === address;
        const ofBoth = (await readSubscriptions(open)).filter(
          (one) => one.protocol === protocol && isSame(one.endpoint),
        );
        const found = ofBoth.filter((one) => one.topic === topic);
        const confirmed = found.filter(({ state }) => state === 'confirmed');
        const name = shownEndpoint(address);
        if (found.some(({ state }) => state === 'pending') && confirmed.length === 0)
          throw new Unfinished(
            `${name} has not confirmed, so it gets nothing. AWS deletes an unconfirmed subscription within three days.`,
          );
        const messages = operations ? 'operations messages' : 'alerts';
        const hint =
          ofBoth.length === 0
            ? 'npx chainbell subscriptions lists who gets some'
            : `it gets ${operations ? 'alerts: leave out --operations' : 'operations messages: add --operations'}`;
        if (confirmed.length === 0) throw new Unfinished(`${name} gets no ${messages}; ${hint}.`);
        const sns = await open.aws.sns();
        for (const { arn } of confirmed) await sns.send(new UnsubscribeCommand({ SubscriptionArn: arn }));
        const ended = { protocol, address, topic, ended: confirmed.length };
        const text = `${name} gets no more ${messages}. If chainbell.json names it, remove it there too.\n`;
        await context.say(options, ended, text);
      }),
});
