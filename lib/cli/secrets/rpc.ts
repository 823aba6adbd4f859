import { Command } from '@commander-js/extra-typings';
import { dispatchEnvironment } from '../../../functions/dispatch-polls/environment.ts';
import { NodeUrlUnusable, parseNodeUrl } from '../../../functions/node/node-url.ts';
import { type CommandModule, examples, stackCommand } from '../frame/command-module.ts';
import { stackPermissions } from '../frame/permissions.ts';
import { readChain } from '../frame/watched-wallet.ts';
import { functionEnvironment } from '../stack/function-environment.ts';
import { openStack } from '../stack/open-stack.ts';
import { Unusable } from '../unusable.ts';
import { askSecret } from './ask-secret.ts';
import { putPermission, putSecret, saySet } from './put-secret.ts';

/** `chainbell rpc set <chain>`: puts the URL of a chain's node where the dispatch function reads it. */
export const rpc: CommandModule = {
  permissions: stackPermissions(
    { action: 'lambda:GetFunctionConfiguration', on: ['dispatch'] },
    putPermission('nodeUrls'),
  ),
  make: (context) =>
    new Command('rpc')
      .addHelpText('afterAll', examples('chainbell rpc set eth', 'chainbell rpc set polygon < url.txt'))
      .addCommand(
        stackCommand('set')
          .description("Put the JSON-RPC URL of a chain's node, from a hidden prompt or stdin.")
          .argument('<chain>', 'name or hex id of the chain')
          .action(async (typed, options) => {
            const chain = readChain(typed);
            const { stack, aws } = await openStack(options, context);
            const shape = dispatchEnvironment.pick({ RPC_PARAMETERS: true });
            const { RPC_PARAMETERS: path } = await functionEnvironment(aws, stack.dispatchPolls, shape);
            // A name with a blank is none of a parameter.
            const parameter = `${path}/${/^[\w.-]+$/.test(chain.name) ? chain.name : chain.id}`;
            await putSecret(
              aws,
              parameter,
              checked(await askSecret(`JSON-RPC URL for ${chain.name}`, context.streams)),
            );
            await saySet(context.streams, parameter, options.json, 'It is read within five minutes.');
          }),
      ),
};

function checked(secret: string): string {
  try {
    parseNodeUrl(secret);
    return secret;
  } catch (error) {
    if (error instanceof NodeUrlUnusable) throw new Unusable(error.message);
    throw error;
  }
}
