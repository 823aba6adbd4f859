import { checkedUrl } from '../../../functions/runtime/address-guard.ts';
import { groupCommand, onStack } from '../frame/command.ts';
import { askSecret } from '../prompt.ts';
import { settingsOf } from '../stack/function-settings.ts';
import { readOption } from '../unusable.ts';
import { deleteSecret, putSecret, unsettablePermissions } from './put-secret.ts';

export const heartbeat = groupCommand({
  permissions: unsettablePermissions('dispatch', 'heartbeat'),
  examples: ['chainbell heartbeat set', 'chainbell heartbeat set < url.txt', 'chainbell heartbeat unset'],
  make: (command, context) =>
    command
      .addCommand(
        onStack('set')
          .description('Store the URL that the monitor gave you, from a hidden prompt or stdin.')
          .action(async (options) => {
            const open = await context.open(options);
            const { HEARTBEAT_PARAMETER: parameter, LOOPBACK } = await settingsOf.dispatch(open);
            const typed = await askSecret('URL of the monitor', context.streams);
            readOption("This can't be the URL of a monitor", () => checkedUrl(typed, LOOPBACK === 'allowed'));
            await putSecret(open.aws, parameter, typed);
            const effect = 'The next tick reads it; chainbell doctor says when the heartbeat last went out.';
            await context.say(options, { parameter }, `${parameter} is set. ${effect}\n`);
          }),
      )
      .addCommand(
        onStack('unset')
          .description('Delete the URL: no heartbeat goes out any more.')
          .action(async (options) => {
            const open = await context.open(options);
            const { HEARTBEAT_PARAMETER: parameter } = await settingsOf.dispatch(open);
            await deleteSecret(open.aws, parameter);
            const text = `${parameter} is deleted: no heartbeat goes out any more.\n`;
            await context.say(options, { parameter }, text);
          }),
      ),
});
