import { GetTopicAttributesCommand, SetTopicAttributesCommand } from '@aws-sdk/client-sns';
import { beforeEach, describe, expect, it } from 'vitest';
import type { MinedTransfer } from '../support/fakes/simulated-chain.ts';
import type { Message } from './support/inbox.ts';
import { hashesMined, hashesTold, newAddress, setScene } from './support/scene.ts';
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
/** The alerts published about the wallet, without repeats. */
async function told(): Promise<Message[]> {
  const all = await scene.alertsOf(wallet);
  return [...new Map(all.map((alert) => [alert.id, alert])).values()];
}

/** Not verified, and not flagged. */
const token = { address: newAddress(), symbol: 'SOME', name: 'Some Coin', verified: false };

describe('nothing is lost, nothing reported twice', () => {
  it('in one block of 5,000 made-up transfers, with a theft behind them in it', {
    timeout: 120_000,
  }, async () => {
    const first = receive({ token, value: 1n });
    for (let n = 2; n <= 5_000; n += 1) receive({ token, value: BigInt(n), block: first.block });
    const stolen = api.mine({
      chain: 'eth',
      from: wallet,
      to: newAddress(),
      value: 900_000_000n,
      block: first.block,
    });
    // Two minutes of ticks; one of them reads the block.
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
