import { type CommandModule, examples, stackCommand } from '../frame/command-module.ts';
import { stackPermissions } from '../frame/permissions.ts';
import { printJson } from '../output/json.ts';
import { type Look, printTable } from '../output/table.ts';
import { openStack } from '../stack/open-stack.ts';
import { writeTo } from '../streams.ts';
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
        const { stdout } = context.streams;
        if (options.json)
          await printJson(
            stdout,
            found.map(({ arn: _, ...shown }) => shown),
          );
        else if (found.length === 0)
          await writeTo(stdout, 'Nobody is subscribed: chainbell subscribe you@example.org changes that.\n');
        else {
          const rows = found.map(({ topic, protocol, endpoint, state }) => {
            return [topic, protocol, shownEndpoint(endpoint), { text: state, look: looks[state] }];
          });
          await printTable(stdout, ['Topic', 'By', 'To', 'State'], rows);
        }
      }),
};
