import { KeyRefused } from '../../../functions/transfer/source-errors.ts';
import { fixedApiKey } from '../../fixed-api-key.ts';
import { groupCommand, onStack } from '../frame/command.ts';
import { faultOfAllPermissions, lookAround } from '../health/surroundings.ts';
import { askSecret } from '../prompt.ts';
import { apiAdvice, tryKey } from '../stack/api.ts';
import { settingsOf } from '../stack/function-settings.ts';
import { Unusable } from '../unusable.ts';
import { putSecret, secretPermissions } from './put-secret.ts';

export const key = groupCommand({
  permissions: [...secretPermissions('poll', 'apiKey'), ...faultOfAllPermissions],
  examples: ['chainbell key set', 'pass show moralis | chainbell key set'],
  make: (command, context) =>
    command.addCommand(
      onStack('set')
        .description('Store the API key, from a hidden prompt or stdin, if the API accepts it.')
        .option('--force', 'store it even if the API refuses it')
        .action(async ({ force, ...options }) => {
          const open = await context.open(options);
          const settings = await settingsOf.poll(open);
          const { API_KEY_PARAMETER: parameter } = settings;
          const secret = await askSecret('API key', context.streams);
          // The key is sent as a header.
          if (!/^[\x21-\x7e]+$/.test(secret))
            throw new Unusable(
              'This is not an API key: it has a blank, a line break or a character beyond ASCII.',
            );
          const problem = await tryKey(fixedApiKey(secret, { required: true }), settings, context.clock);
          if (problem instanceof KeyRefused && !force)
            throw new Unusable(
              "The API refuses this key, so it was not set: take a valid one from the provider's console (--force stores it anyway).",
            );
          await putSecret(open.aws, parameter, secret);
          const fault = await lookAround(open, context.clock).faultOfAll();
          const more = fault && ` Still no wallet is polled: ${fault.what}. ${fault.toDo}`;
          const text = `${parameter} is set. ${outcome(problem)}${more ?? ''}\n`;
          await context.say(options, { parameter }, text);
        }),
    ),
});

function outcome(problem: unknown): string {
  if (problem === null)
    return 'The API accepts it. Polls use it within two minutes, or, while an earlier key still works, once you revoke that one at the provider.';
  if (problem instanceof KeyRefused) return `T${apiAdvice(problem).slice(1)}`;
  return `Whether it works is not known: ${apiAdvice(problem)}`;
}
