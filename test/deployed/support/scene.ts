import { randomBytes } from 'node:crypto';
import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { afterAll, expect } from 'vitest';
import type { SimulatedTransfer } from '../../../lib/simulated-api/simulated-transfer.ts';
import { expectValidAlert } from '../../support/alert-schema.ts';
import { type Call, FakeApi } from '../../support/fakes/fake-api.ts';
import type { MinedTransfer } from '../../support/fakes/simulated-chain.ts';
import { type Message, subscribeQueue } from './inbox.ts';
import type { Stack } from './stack.ts';
import { stack as theStack } from './the-stack.ts';

export const validKey = 'a-valid-key';

/** An address that no other test uses. */
export function newAddress(): string {
  return `0x${randomBytes(20).toString('hex')}`;
}

/** A sender and a receiver for tests in which they do not matter. */
export const friend = newAddress();

export interface SceneOptions {
  readonly stack?: Stack;
  /** Null: none has been put yet. */
  readonly key?: string | null;
  /** Whether the last test takes the stack away: then nothing is left to tidy up. */
  readonly throwAway?: boolean;
}

/**
 * What a file of tests plays in: the API that the stack was deployed to ask, its key put, and a queue at each topic.
 * After its last test all rows are gone, and every alert that came is held against the JSON Schema.
 */
export async function setScene({ stack = theStack, key = validKey, throwAway = false }: SceneOptions = {}) {
  const { aws, outputs, putRow, tick } = stack;
  const api = new FakeApi(key ?? validKey);
  await api.listen(stack.deployment.apiPort);
  // Ticks come by hand, so that they can be counted.
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
    /** The calls that asked for a wallet's transfers. */
    pollsOf,

    /** A wallet whose first poll is over. */
    async watched(row: Readonly<Record<string, string | AttributeValue>> = {}): Promise<string> {
      const wallet = newAddress();
      await putRow({ wallet, chain: 'eth', ...row });
      await tick();
      // Not by its wallet.watching: of many wallets in a row only ten are announced.
      expect(pollsOf(wallet)).not.toEqual([]);
      return wallet;
    },

    /** Mines 12.5 USDC from a friend to the wallet, unless told otherwise. */
    receive: (wallet: string, rest: Partial<MinedTransfer> = {}): SimulatedTransfer =>
      api.mine({ chain: 'eth', from: friend, to: wallet, value: 12_500_000n, ...rest }),

    /** The alert of a transfer, waited for. */
    alertOf: ({ wire }: SimulatedTransfer): Promise<Message> =>
      alerts.first((alert) => alert.transfer?.transactionHash === wire.transaction_hash),

    /** What was told of a wallet by now, but that it is watched. */
    alertsOf: (wallet: string): Promise<Message[]> =>
      alerts.all((alert) => alert.wallet?.address === wallet && alert.type !== 'wallet.watching'),
  };
}

/** Hashes of the transfers that were told. */
export const hashesTold = (messages: readonly Message[]): unknown[] =>
  messages.map(({ transfer }) => transfer.transactionHash);

/** Hashes of the transfers that were mined. */
export const hashesMined = (rows: readonly SimulatedTransfer[]): unknown[] =>
  rows.map(({ wire }) => wire.transaction_hash);
