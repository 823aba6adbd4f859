import { createHash } from 'node:crypto';
import { ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { ListSubscriptionsByTopicCommand } from '@aws-sdk/client-sns';
import { beforeEach, describe, expect, it } from 'vitest';
import { faults } from '../support/fakes/fake-api.ts';
import { freePort } from './support/free-port.ts';
import { deployOwnStack } from './support/own-stack.ts';
import { newAddress, setScene } from './support/scene.ts';

/**
 * A second stack in its own region, with non-default settings; the command line wins over chainbell.json.
 * Its name differs as well: IAM roles have no region, and the engine names them after the stack.
 */
const keyParameter = '/chainbell/another/key';
const callsPerDay = 60;
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
  callsPerDay,
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
const { aws, clearWatchlist, deleteRow, dispatch, pollsSettled, putRow, tick, historyOf } = stack;
const { api, operations, receive, alertOf, pollsOf } = await setScene({ stack, throwAway: true });

/** The times of calls from earlier tests. */
let spent: number[] = [];
function lookAnew(): void {
  spent = [...spent, ...api.calls.map(({ at }) => at)];
  api.calls = [];
}

beforeEach(lookAnew);

/** Ticks for an hour, a minute apart. */
async function anHour(): Promise<void> {
  const begin = Date.parse('2026-01-02T03:00:00Z');
  for (let minute = 0; minute < 60; minute += 1) {
    await dispatch({ time: new Date(begin + minute * 60_000).toISOString() });
  }
  await pollsSettled();
}

describe('with other settings', () => {
  const wallet = newAddress();

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
    await putRow({ wallet, chain: 'eth' });
    await tick();
    expect(api.calls.map(({ path, status }) => [path, status])).toEqual([
      [`/api/v2.2/${wallet}/erc20/transfers`, 200],
    ]);
  });

  it('a wallet is polled every half hour', async () => {
    await anHour();
    expect(pollsOf(wallet)).toHaveLength(2);
  });

  it('more polls than four fifths of the daily plan stretch every interval; operations hear of it above twice the plan', async () => {
    const another = { wallet: newAddress(), chain: 'eth' };
    await putRow(another);
    await tick();
    lookAnew();
    await anHour();
    expect(pollsOf(wallet)).toHaveLength(1);
    expect(pollsOf(another.wallet)).toHaveLength(1);
    const stretched = () => operations.all(({ type }) => type === 'polling.stretched');
    expect(await stretched()).toEqual([]);
    const busy = { wallet: newAddress(), chain: 'eth', every: '1m' };
    await putRow(busy);
    await dispatch();
    await operations.first(({ type, state }) => type === 'polling.stretched' && state === 'began');
    await pollsSettled();
    await deleteRow(busy);
    await deleteRow(another);
    await tick();
    await operations.first(({ type, state }) => type === 'polling.stretched' && state === 'ended');
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

  it('no UTC day has more calls than the plan, however often wallets fail', async () => {
    await clearWatchlist();
    const wallets = Array.from({ length: 20 }, newAddress);
    await Promise.all(wallets.map((one) => putRow({ wallet: one, chain: 'eth' })));
    api.fault = faults.unavailable;
    for (let ticks = 0; ticks < 6; ticks += 1) await tick();
    await operations.first(({ type, state }) => type === 'plan.exhausted' && state === 'began');
    const times = [...spent, ...api.calls.map(({ at }) => at)];
    const days = Map.groupBy(times, (at) => new Date(at).toISOString().slice(0, 10));
    const most = Math.max(...[...days.values()].map(({ length }) => length));
    expect(most).toBeLessThanOrEqual(callsPerDay);
    // The calls left are too few for a message with all these polls.
    expect(times.length).toBeGreaterThan(callsPerDay - wallets.length);
  });

  it('a throw-away stack leaves no table behind', async () => {
    await stack.remove();
    const { TableNames } = await aws.dynamodb.send(new ListTablesCommand());
    expect(TableNames).toEqual([]);
  });
});
