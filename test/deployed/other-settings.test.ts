import { createHash } from 'node:crypto';
import { ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { ListSubscriptionsByTopicCommand } from '@aws-sdk/client-sns';
import { describe, expect, it } from 'vitest';
import { freePort } from './support/free-port.ts';
import { deployOwnStack } from './support/own-stack.ts';
import { newAddress, setScene } from './support/scene.ts';

/**
 * A second stack in its own region, with non-default settings.
 * Its name differs as well: IAM roles have no region, and the engine names them after the stack.
 */
const keyParameter = '/chainbell/another/key';
const coins = [
  { token: newAddress(), coinType: '0x1::asset::ONE' },
  { token: newAddress(), coinType: '0x1::asset::TWO' },
];
const apiPort = await freePort();
const base = `http://127.0.0.1:${apiPort}`;
/** Settings given on the command line. */
const settings = {
  coinBaseUrl: base,
  coins: JSON.stringify(Object.fromEntries(coins.map(({ token, coinType }) => [`eth:${token}`, coinType]))),
  callsPerSecond: '20',
  every: '30m',
};
/** In chainbell.json. */
const file = {
  $schema: './chainbell.schema.json',
  apiVersion: 'v2.2',
  coinArrayStyle: 'comma',
  emails: ['one@example.org', 'two@example.org'],
  phones: '+4915112345678',
  webhooks: `${base}/hook`,
  opsEmails: ['ops@example.org'],
  callsPerDay: 60,
  apiKeyParameter: keyParameter,
  every: '1h',
  runbookUrl: 'https://wiki.example.org/runbook',
  historyDays: 7,
};
const stack = await deployOwnStack({
  ...{ stackName: 'Elsewhere', region: 'eu-west-1', apiPort, keyParameter },
  ...{ settings, file },
});
const { outputs } = stack;
const { aws, putRow, tick, historyOf } = stack;
const { api, receive, alertOf } = await setScene({ stack, throwAway: true });

describe('with other settings', () => {
  it('the subscriptions of both topics are made', async () => {
    const of = async (TopicArn: string) => {
      const { Subscriptions = [] } = await aws.sns.send(new ListSubscriptionsByTopicCommand({ TopicArn }));
      return Subscriptions.map(({ Protocol, Endpoint }) => `${Protocol} ${Endpoint}`).filter(
        (one) => !one.startsWith('sqs '),
      );
    };
    expect((await of(outputs.AlertsTopicArn)).toSorted()).toEqual([
      'email one@example.org',
      'email two@example.org',
      `http ${base}/hook`,
      'sms +4915112345678',
    ]);
    expect(await of(outputs.OpsTopicArn)).toEqual(['email ops@example.org']);
  });

  it('the key comes from its own parameter, and the path has the version', async () => {
    const wallet = newAddress();
    await putRow({ wallet, chain: 'eth' });
    await tick();
    expect(api.calls.map(({ path, status }) => [path, status])).toEqual([
      [`/api/v2.2/${wallet}/erc20/transfers`, 200],
    ]);
  });

  it('the command line wins over chainbell.json', async () => {
    const configuration = await aws.configurationOf(outputs.DispatchPollsFunctionName);
    expect(JSON.stringify(configuration)).toContain('"EVERY_SECONDS":"1800"');
  });

  it('coins are requested in one list, and History keeps its rows for a week', async () => {
    const hashes = coins.map(({ coinType }) => createHash('sha256').update(coinType).digest('hex'));
    for (const [i, { coinType: coin_type }] of coins.entries()) {
      api.addCoin({ coin_type, coin_type_hash: hashes[i], name: null, symbol: null, decimals: 8 });
    }
    const begun = newAddress();
    const rows = coins.map(({ token }) => receive(begun, { token: { address: token, decimals: null } }));
    await putRow({ wallet: begun, chain: 'eth', fromBlock: String(rows[0]?.block) });
    await tick();
    for (const row of rows) expect((await alertOf(row)).transfer.amount).toBe('0.125');
    const asked = api.calls
      .filter(({ endpoint }) => endpoint === 'coins')
      .map(({ query }) => query.toString());
    expect(asked).toEqual([`coin_type_hashes=${hashes.join('%2C')}`]);
    for (const { expiresAt } of await historyOf(begun)) {
      const days = (Number(expiresAt?.N) - Date.now() / 1_000) / 86_400;
      expect(days).toBeCloseTo(7, 2);
    }
  });

  it('a throw-away stack leaves no table behind', async () => {
    await stack.remove();
    const { TableNames } = await aws.dynamodb.send(new ListTablesCommand());
    expect(TableNames).toEqual([]);
  });
});
