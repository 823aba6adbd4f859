import { UnsubscribeCommand } from '@aws-sdk/client-sns';
import { stackCommand } from '../frame/command.ts';
import { Unfinished } from '../unusable.ts';
import { readEndpoint, readSubscriptions, shownEndpoint } from './subscriptions.ts';

export const unsubscribe = stackCommand({
  permissions: [
    { action: 'sns:ListSubscriptionsByTopic', on: ['alerts', 'operations'] },
    { action: 'sns:Unsubscribe', on: ['account'] },
  ],
  examples: ['chainbell unsubscribe you@example.org', 'chainbell unsubscribe +4915112345678'],
  make: (command, context) =>
    command
      .argument('<address>', 'the email address, phone number or URL, as chainbell subscriptions has it')
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
            `${name} has not confirmed yet, and gets nothing until then: AWS forgets it by itself within three days.`,
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
        const text = `${name} gets no more ${messages}. If chainbell.json names it, take it out there too.\n`;
        await context.say(options, ended, text);
      }),
});
