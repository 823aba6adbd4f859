import { type CommandModule, examples, stackCommand } from '../frame/command-module.ts';
import { stackPermissions } from '../frame/permissions.ts';
import { type Look, sayTable } from '../output/table.ts';
import { openStack } from '../stack/open-stack.ts';
import { readSubscriptions, type Subscription, shownEndpoint } from './read-subscriptions.ts';

const looks: Readonly<Record<Subscription['state'], Look>> = {
  confirmed: 'good',
  pending: 'bad',
  dropped: 'bad',
};

/** `chainbell subscriptions`: who gets alerts and operations messages. */
export const subscriptions: CommandModule = {
  permissions: stackPermissions({ action: 'sns:ListSubscriptionsByTopic', on: ['alerts', 'operations'] }),
  make: (context) =>
    stackCommand('subscriptions')
      .addHelpText('after', examples('chainbell subscriptions', 'chainbell subscriptions --json'))
      .action(async (options) => {
        const found = await readSubscriptions(await openStack(options, context));
        const rows = found.map(({ topic, protocol, endpoint, state }) => {
          return [topic, protocol, shownEndpoint(endpoint), { text: state, look: looks[state] }];
        });
        const document = found.map(({ arn: _, ...shown }) => shown);
        const none = 'Nobody is subscribed: chainbell subscribe you@example.org changes that.\n';
        await sayTable(context.streams, options, document, ['Topic', 'By', 'To', 'State'], rows, none);
      }),
};
