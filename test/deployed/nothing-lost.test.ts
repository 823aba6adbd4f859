import { GetTopicAttributesCommand, SetTopicAttributesCommand } from '@aws-sdk/client-sns';
import { beforeEach, describe, expect, it } from 'vitest';
import { usdc } from '../../lib/simulated-api/simulated-transfer.ts';
import { faults } from '../support/fake-api.ts';
import type { MinedTransfer } from '../support/simulated-chain.ts';
import type { Message } from './support/inbox.ts';
import { hashesMined, hashesTold, newAddress, newImitation, setScene } from './support/scene.ts';
import { stack } from './support/the-stack.ts';

const { outputs, clearWatchlist, dispatch, pollsSettled, tick } = stack;
const { sns } = stack.aws;
const scene = await setScene();
const { api } = scene;
let wallet: string;

beforeEach(async () => {
  await clearWatchlist();
  wallet = await scene.watched();
});

const receive = (rest: Partial<MinedTransfer> = {}) => scene.receive(wallet, rest);
/** What was told of the wallet, repeats by their id left out. */
async function told(): Promise<Message[]> {
  const all = await scene.alertsOf(wallet);
  return [...new Map(all.map((alert) => [alert.id, alert])).values()];
}

/** Nobody vouches for it, and nothing speaks against it. */
const token = { address: newAddress(), symbol: 'SOME', name: 'Some Coin', verified: false };

describe('nothing is lost, nothing reported twice', () => {
  it('after ten ticks without an answer of the API', async () => {
    api.fault = faults.unavailable;
    const rows = [];
    try {
      for (let missed = 0; missed < 10; missed += 1) {
        if (missed % 2 === 0) rows.push(receive());
        await dispatch();
      }
      await pollsSettled();
    } finally {
      api.fault = null;
    }
    await tick();
    await tick();
    expect(hashesTold(await told())).toEqual(hashesMined(rows));
  });

  it('in a storm of 1,000 transfers: digests whose counts and sums are the chain’s', async () => {
    let sum = 0n;
    for (let n = 0; n < 1_000; n += 1) {
      sum += BigInt(n) ** 20n;
      receive({ value: BigInt(n) ** 20n });
    }
    await tick();
    await tick();
    const digests = await told();
    expect(digests.length).toBeLessThan(6);
    expect(new Set(digests.map(({ type }) => type))).toEqual(new Set(['transfers.digest']));
    const totals = digests.flatMap(({ digest }) => digest.totals);
    expect(totals.reduce((count, total) => count + total.count, 0)).toBe(1_000);
    expect(totals.reduce((value, total) => value + BigInt(total.value), 0n)).toBe(sum);
  });

  it('in one block of 5,000 made-up transfers, with a theft behind them in it', async () => {
    const first = receive({ token, value: 1n });
    for (let n = 2; n <= 5_000; n += 1) receive({ token, value: BigInt(n), block: first.block });
    const stolen = api.mine({
      chain: 'eth',
      from: wallet,
      to: newAddress(),
      value: 900_000_000n,
      block: first.block,
    });
    // Two minutes of ticks, of which one reads it.
    await tick();
    await tick();
    const theft = await scene.alertOf(stolen);
    expect(theft).toMatchObject({ type: 'transfer.sent', transfer: { amount: '900' } });
    const digests = (await told()).filter(({ type }) => type === 'transfers.digest');
    expect(digests.length).toBeLessThan(10);
    const totals = digests.flatMap(({ digest }) => digest.totals);
    expect(totals.reduce((count, total) => count + total.count, 0)).toBe(5_000);
    expect(totals.reduce((value, total) => value + BigInt(total.value), 0n)).toBe((5_000n * 5_001n) / 2n);
    expect((await told()).length).toBe(digests.length + 1);
  });

  it('while SNS refuses', async () => {
    const TopicArn = outputs.AlertsTopicArn;
    const { Attributes: { Policy = '' } = {} } = await sns.send(new GetTopicAttributesCommand({ TopicArn }));
    const policy = JSON.parse(Policy);
    const denied = {
      ...policy,
      Statement: [
        ...policy.Statement,
        { Effect: 'Deny', Principal: '*', Action: 'sns:Publish', Resource: TopicArn },
      ],
    };
    const set = (value: string) =>
      sns.send(new SetTopicAttributesCommand({ TopicArn, AttributeName: 'Policy', AttributeValue: value }));
    const rows = [];
    await set(JSON.stringify(denied));
    try {
      for (let n = 0; n < 3; n += 1) {
        rows.push(receive());
        await tick();
      }
      expect(await told()).toEqual([]);
    } finally {
      await set(Policy);
    }
    await tick();
    await tick();
    expect(hashesTold(await told())).toEqual(hashesMined(rows));
  });

  it('with five dispatches at once', async () => {
    const rows = [receive(), receive(), receive()];
    await Promise.all(Array.from({ length: 5 }, () => dispatch()));
    await pollsSettled();
    await tick();
    expect(hashesTold(await told())).toEqual(hashesMined(rows));
  });
});

describe('the story of a poisoned history', () => {
  it('warns exactly as it should', async () => {
    const { paid, imitation } = newImitation();
    const chance = `0xab${newAddress().slice(4, 40)}b0`;
    api.mine({ chain: 'eth', from: wallet, to: paid, value: 500_000_000n });
    await tick();
    for (const value of [0n, 100n]) {
      receive({ from: imitation, value });
      await tick();
    }
    receive({
      from: imitation,
      value: 500_000_000n,
      token: { address: newAddress(), symbol: 'USDT', name: 'Tether USD', verified: false },
    });
    receive({ from: paid, value: 500_000_000n });
    receive({ from: chance, value: 0n });
    await tick();
    const messages = await told();
    expect(messages.map(({ type }) => type)).toEqual([
      'transfer.sent',
      'wallet.poisoning',
      'transfer.received',
      'transfer.received',
    ]);
    expect(messages[1]).toMatchObject({
      lookalike: { address: imitation, imitates: paid, samePrefix: 6, sameSuffix: 6 },
      transfer: { value: '0', token: { address: usdc.address } },
    });
    expect(messages.slice(2).map(({ transfer }) => transfer.from.address)).toEqual([paid, chance]);
  });
});
