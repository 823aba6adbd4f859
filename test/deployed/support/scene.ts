import { randomBytes } from 'node:crypto';
import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { afterAll, expect } from 'vitest';
import type { SimulatedTransfer } from '../../../lib/simulated-api/simulated-transfer.ts';
import { expectValidAlert } from '../../support/alert-schema.ts';
import { type Call, FakeApi, type MinedTransfer } from '../../support/fakes/fake-api.ts';
import { type Message, subscribeQueue } from './inbox.ts';
import type { Stack } from './stack.ts';
import { stack as theStack } from './the-stack.ts';

export const validKey = 'a-valid-key';

/** An address that no other test uses. */
export function newAddress(): string {
  return `0x${randomBytes(20).toString('hex')}`;
}

/** A sender and receiver for tests in which the other side does not matter. */
export const friend = newAddress();

export interface SceneOptions {
  readonly stack?: Stack;
  /** Null: no key is stored yet. */
  readonly key?: string | null;
  /** Whether the last test destroys the stack, so that no clean-up is needed. */
  readonly throwAway?: boolean;
}

/**
 * The set-up of a test file: the API of the stack, with its key stored, and a queue at each topic.
 * After the last test it deletes all rows, and validates every received alert with the JSON Schema.
 */
export async function setScene({ stack = theStack, key = validKey, throwAway = false }: SceneOptions = {}) {
  const { aws, outputs, putRow, tick } = stack;
  const api = new FakeApi(key ?? validKey);
  await api.listen(stack.deployment.apiPort);
  // The tests start ticks by hand, so that they can be counted.
  await stack.setSchedule('DISABLED');
  if (key !== null) await stack.putKey(key);
  const alerts = await subscribeQueue(aws, outputs.AlertsTopicArn);
  const operations = await subscribeQueue(aws, outputs.OpsTopicArn);
  afterAll(async () => {
    if (!throwAway) {
      await stack.clearWatchlist();
      await stack.pollsSettled();
    }
    await api.close();
    for (const alert of await alerts.all(() => true)) expectValidAlert(alert);
  });

  const pollsOf = (wallet: string): Call[] => api.calls.filter((call) => call.wallet === wallet);

  return {
    api,
    alerts,
    operations,
    /** The API calls for a wallet's transfers. */
    pollsOf,

    /** Adds a wallet and makes its first poll. */
    async watched(row: Readonly<Record<string, string | AttributeValue>> = {}): Promise<string> {
      const wallet = newAddress();
      await putRow({ wallet, chain: 'eth', ...row });
      await tick();
      // Not recognised by its wallet.watching: of many wallets in a row only ten are announced.
      expect(pollsOf(wallet)).not.toEqual([]);
      return wallet;
    },

    /** Mines a transfer of 12.5 USDC, or as `rest` says, from a friend to the wallet. */
    receive: (wallet: string, rest: Partial<MinedTransfer> = {}): SimulatedTransfer =>
      api.mine({ chain: 'eth', from: friend, to: wallet, value: 12_500_000n, ...rest }),

    /** Waits for the alert of a transfer. */
    alertOf: ({ wire }: SimulatedTransfer): Promise<Message> =>
      alerts.first((alert) => alert.transfer?.transactionHash === wire.transaction_hash),

    /** The alerts of a wallet so far, without wallet.watching. */
    alertsOf: (wallet: string): Promise<Message[]> =>
      alerts.all((alert) => alert.wallet?.address === wallet && alert.type !== 'wallet.watching'),
  };
}
