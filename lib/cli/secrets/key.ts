import { Command } from '@commander-js/extra-typings';
import { pollEnvironment } from '../../../functions/poll-wallets/environment.ts';
import { type CommandModule, examples, stackCommand } from '../frame/command-module.ts';
import { stackPermissions } from '../frame/permissions.ts';
import { functionEnvironment } from '../stack/function-environment.ts';
import { openStack } from '../stack/open-stack.ts';
import { Unusable } from '../unusable.ts';
import { askSecret } from './ask-secret.ts';
import { putPermission, putSecret, saySet } from './put-secret.ts';

/** `chainbell key set`: puts the API key where the stack's functions read it. */
export const key: CommandModule = {
  permissions: stackPermissions(
    { action: 'lambda:GetFunctionConfiguration', on: ['poll'] },
    putPermission('apiKey'),
  ),
  make: (context) =>
    new Command('key')
      .addHelpText('afterAll', examples('chainbell key set', 'pass show moralis | chainbell key set'))
      .addCommand(
        stackCommand('set')
          .description('Put the API key, from a hidden prompt or stdin.')
          .action(async (options) => {
            const { stack, aws } = await openStack(options, context);
            const shape = pollEnvironment.pick({ API_KEY_PARAMETER: true });
            const { API_KEY_PARAMETER: parameter } = await functionEnvironment(aws, stack.pollWallets, shape);
            await putSecret(aws, parameter, checked(await askSecret('API key', context.streams)));
            await saySet(
              context.streams,
              parameter,
              options.json,
              'Polls take it within two minutes, unless the one that they have still works.',
            );
          }),
      ),
};

/** It is sent as a header. */
function checked(secret: string): string {
  if (/^[\x21-\x7e]+$/.test(secret)) return secret;
  throw new Unusable('This is no API key: it holds a blank, a line break or a letter beyond ASCII.');
}
