import { Option } from '@commander-js/extra-typings';
import { destinationKinds, destinationParameter } from '../../../functions/deliver-alerts/environment.ts';
import { destinationName } from '../../aws/settings/destination.ts';
import { groupCommand, onStack } from '../frame/command.ts';
import { settingsOf } from '../stack/function-settings.ts';
import { Unfinished, Unusable } from '../unusable.ts';
import { askDestination, secretProblem } from './ask-destination.ts';
import { putSecret, secretPermissions } from './put-secret.ts';

export const destination = groupCommand({
  permissions: secretPermissions('deliver', 'secrets'),
  help: `On a terminal the command asks for each field, and the bot finds the number of a Telegram chat.
From a pipe the secret is JSON, as docs/destinations.md shows for each kind, such as
{"url": "https://hooks.slack.com/services/…"}.`,
  examples: ['chainbell destination set team < team.json', 'chainbell destination set hook --kind webhook'],
  make: (command, context) =>
    command.addCommand(
      onStack('set')
        .description('Store the secret of a destination, from a hidden prompt or stdin.')
        .argument('<name>', 'the name of the destination')
        .addOption(new Option('--kind <kind>', 'if it is not deployed yet').choices(destinationKinds))
        .action(async (name, { kind: typedKind, ...options }) => {
          const open = await context.open(options);
          const { DESTINATIONS: kinds = {}, LOOPBACK } = (await settingsOf.deliver(open)) ?? {};
          const kind = typedKind ?? kinds[name];
          if (kind === undefined) throw new Unfinished(notThere(name, Object.keys(kinds)));
          if (!destinationName.safeParse(name).success)
            throw new Unusable(
              `No destination can be called "${name.slice(0, 40)}": its name has lower-case letters, digits and hyphens, and begins with a letter.`,
            );
          const secret = await askDestination(name, kind, context.streams);
          const problem = secretProblem(kind, secret, LOOPBACK === 'allowed');
          if (problem !== null)
            throw new Unusable(`This can't be the secret of a destination of kind ${kind}: ${problem}.`);
          const parameter = destinationParameter(name);
          await putSecret(open.aws, parameter, secret);
          const effect =
            kinds[name] !== kind
              ? 'It is read once chainbell.json names the destination and is deployed.'
              : 'It is read within a minute; chainbell test (for a pager with --severity critical) sends an alert there.';
          await context.say(options, { parameter }, `${parameter} is set. ${effect}\n`);
        }),
    ),
});

function notThere(name: string, names: readonly string[]): string {
  const has = names.length === 0 ? 'it has none' : `it has ${names.join(', ')}`;
  return `The stack has no destination ${name}, ${has}: deploy ${name}, or set its secret first with --kind.`;
}
