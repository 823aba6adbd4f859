import { PublishCommand } from '@aws-sdk/client-sns';
import { Option } from '@commander-js/extra-typings';
import type { Severity, TransferAlert } from '../../../functions/alert/alert.ts';
import { toSnsMessage } from '../../../functions/alert/publish.ts';
import { zeroAddress } from '../../../functions/chain/address.ts';
import { localCommand } from '../frame/command.ts';
import { severities } from './chosen-alerts.ts';

export const test = localCommand({
  permissions: [{ action: 'sns:Publish', on: ['alerts'] }],
  help: `It goes to every confirmed subscription and destination whose filter passes a "transfer.received"
of an unwatched wallet. --json prints the alert.`,
  examples: ['chainbell test', 'chainbell test --severity critical'],
  make: (command, context) =>
    command
      .addOption(
        new Option('--severity <level>', 'its severity, for destinations that get only some severities')
          .choices(severities)
          .default('info' as const),
      )
      .action(async ({ severity, ...options }) => {
        const { stack, aws } = await context.open(options);
        const alert = testAlert(new Date(context.clock.now()).toISOString(), severity);
        const message = { TopicArn: stack.alertsTopicArn, ...toSnsMessage(alert, stack.name) };
        await (await aws.sns()).send(new PublishCommand(message));
        const look =
          options.local === undefined
            ? 'If it does not arrive although filters pass it, npx chainbell doctor says why.'
            : 'The terminal of npm start and its page show it.';
        await context.say(options, alert, `A test alert (severity ${severity}) is on its way. ${look}\n`);
      }),
});

/** An alert that nobody takes for real: names say so; wallet, token, transaction and block are zero. @param time ISO */
function testAlert(time: string, severity: Severity): TransferAlert {
  return {
    version: 1,
    id: `chainbell-test-${time}`,
    type: 'transfer.received',
    severity,
    counterparty: 'new',
    wallet: { address: zeroAddress, chain: 'eth', chainId: '0x1', label: 'CHAINBELL TEST', tags: [] },
    transfer: {
      kind: 'erc20',
      tokenId: null,
      internal: false,
      direction: 'in',
      amount: '1',
      value: '1',
      usd: null,
      token: {
        address: zeroAddress,
        name: 'Test, worth nothing',
        symbol: 'TEST',
        decimals: 0,
        logo: null,
        verified: null,
      },
      from: { address: null, label: 'nobody, this is only a test', contact: null },
      to: { address: zeroAddress, label: null, contact: null },
      transactionHash: `0x${'0'.repeat(64)}`,
      transactionIndex: null,
      logIndex: null,
      blockNumber: 0,
      blockHash: null,
      blockTimestamp: null,
      explorerUrl: null,
    },
    coin: null,
    verdict: { spam: false, score: 0, reasons: [] },
    detectedAt: time,
    lookalike: null,
    marked: true,
  };
}
