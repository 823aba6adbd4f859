import { SubscribeCommand } from '@aws-sdk/client-sns';
import { filterPolicy } from '../../aws/settings/destination.ts';
import { type CommandModule, examples, stackCommand } from '../frame/command-module.ts';
import { stackPermissions } from '../frame/permissions.ts';
import { printJson } from '../output/json.ts';
import { openStack } from '../stack/open-stack.ts';
import { writeTo } from '../streams.ts';
import { Unusable } from '../unusable.ts';
import { type Endpoint, readEndpoint, shownEndpoint } from './endpoint.ts';

/** `chainbell subscribe <address>`: a further subscription of one of the topics. */
export const subscribe: CommandModule = {
  permissions: stackPermissions({ action: 'sns:Subscribe', on: ['alerts', 'operations'] }),
  make: (context) =>
    stackCommand('subscribe')
      .argument('<address>', 'an email address, a phone number with country code, or an https URL')
      .option('--filter <json>', 'which alerts it gets: an SNS filter policy on the attributes of alerts')
      .option('--operations', 'operations messages in place of alerts')
      .addHelpText(
        'after',
        examples(
          'chainbell subscribe you@example.org',
          `chainbell subscribe +4915112345678 --filter '{"direction": ["out"]}'`,
          'chainbell subscribe you@example.org --operations',
        ),
      )
      .action(async (typed, { filter, operations, ...options }) => {
        const endpoint = readEndpoint(typed);
        if (filter !== undefined && operations)
          throw new Unusable(
            '--filter is for alerts: operations messages have no attributes that it could match.',
          );
        const policy = filter === undefined ? null : readFilter(filter);
        const { stack, aws } = await openStack(options, context);
        const sns = await aws.sns();
        const { SubscriptionArn: subscription = null } = await sns.send(
          new SubscribeCommand({
            TopicArn: operations ? stack.opsTopicArn : stack.alertsTopicArn,
            Protocol: endpoint.protocol,
            Endpoint: endpoint.address,
            ReturnSubscriptionArn: true,
            ...(policy === null ? {} : { Attributes: { FilterPolicy: policy } }),
          }),
        );
        const { stdout } = context.streams;
        if (options.json) await printJson(stdout, { ...endpoint, subscription });
        else
          await writeTo(stdout, `${shownEndpoint(endpoint.address)} is subscribed. ${whatNext(endpoint)}\n`);
      }),
};

/** With its addresses in lower case, as the attributes have them. @throws Unusable */
function readFilter(text: string): string {
  try {
    return JSON.stringify(filterPolicy.parse(JSON.parse(text)));
  } catch (error) {
    throw new Unusable(
      '--filter takes an SNS filter policy in JSON on type, wallet, chain, token, direction, verdict, tags and amount, such as {"direction": ["out"]}.',
      { cause: error },
    );
  }
}

function whatNext({ protocol }: Endpoint): string {
  switch (protocol) {
    case 'email':
      return 'A mail with a link to confirm it is on its way: nothing else is sent before that.';
    case 'sms':
      return 'In an account in the SMS sandbox the number must be verified first.';
    case 'http':
    case 'https':
      return 'It must confirm the subscription that is posted to it: nothing else is sent before that.';
  }
}
