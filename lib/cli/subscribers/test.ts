import { PublishCommand } from '@aws-sdk/client-sns';
import { outgoing } from '../../../functions/alert/outgoing-alert.ts';
import { toSnsMessage } from '../../../functions/alert/sns-message.ts';
import { type CommandModule, examples, localCommand, type StackOptions } from '../frame/command-module.ts';
import { stackPermissions } from '../frame/permissions.ts';
import { printJson } from '../output/json.ts';
import { openStack } from '../stack/open-stack.ts';
import { writeTo } from '../streams.ts';
import { testAlert } from './test-alert.ts';

/** `chainbell test`: an alert that says of itself that it is none, through every channel. */
export const test: CommandModule = {
  permissions: stackPermissions({ action: 'sns:Publish', on: ['alerts'] }),
  make: (context) =>
    localCommand('test')
      .addHelpText(
        'after',
        `
It goes to every confirmed subscription and destination whose filter lets "transfer.received" of
nobody's wallet pass. --json prints the alert.
${examples('chainbell test')}`,
      )
      .action(async (options) => {
        const { stack, aws } = await openStack(options, context);
        const sns = await aws.sns();
        const alert = testAlert(new Date(context.clock.now()).toISOString());
        await sns.send(
          new PublishCommand({ TopicArn: stack.alertsTopicArn, ...toSnsMessage(outgoing(alert)) }),
        );
        const { stdout } = context.streams;
        if (options.json) await printJson(stdout, alert);
        else await writeTo(stdout, `A test alert is on its way. ${whereToLook(options)}\n`);
      }),
};

function whereToLook({ local }: StackOptions): string {
  return local === undefined
    ? 'Where it does not come: npx chainbell doctor says why.'
    : 'The terminal of npm start and its page show it.';
}
