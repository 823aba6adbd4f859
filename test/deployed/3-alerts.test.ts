import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FakeApi, type MinedTransfer, usdc } from '../support/fake-api.ts';
import { logLines, outputs } from './support/aws.ts';
import { coinToken, coinType } from './support/deploy.ts';
import { type HttpInbox, type Inbox, subscribeHttp, subscribeQueue } from './support/inbox.ts';
import {
  clearWatchlist,
  historyOf,
  newAddress,
  putKey,
  putRow,
  startApi,
  tick,
  validKey,
} from './support/stack-under-test.ts';

const friend = newAddress();
let api: FakeApi;
let alerts: Inbox;
let large: Inbox;
let http: HttpInbox;

beforeAll(async () => {
  api = await startApi();
  await putKey(validKey);
  alerts = await subscribeQueue(outputs.AlertsTopicArn);
  large = await subscribeQueue(outputs.AlertsTopicArn, {
    type: ['transfer.received'],
    verdict: ['ok'],
    tags: ['large'],
    amount: [{ numeric: ['>=', 1000] }],
  });
  http = await subscribeHttp(outputs.AlertsTopicArn);
});

afterAll(async () => {
  await clearWatchlist();
  await http.close();
  await api.close();
});

/** A wallet whose first poll is over. */
async function watched(row: Record<string, string> = {}): Promise<string> {
  const wallet = newAddress();
  await putRow({ wallet, chain: 'eth', ...row });
  await tick();
  // Not by its wallet.watching: of many wallets in a row only ten are announced.
  expect(api.calls.filter((call) => call.wallet === wallet)).not.toEqual([]);
  return wallet;
}

const receive = (wallet: string, rest: Partial<MinedTransfer> = {}) =>
  api.mine({ chain: 'eth', from: friend, to: wallet, value: 12_500_000n, ...rest });
const alertOf = (wire: Readonly<Record<string, unknown>>, inbox = alerts) =>
  inbox.first((alert) => alert.transfer?.transactionHash === wire.transaction_hash);
const alertsOf = (wallet: string) =>
  alerts.all((alert) => alert.wallet.address === wallet && alert.type !== 'wallet.watching');

describe('a new transfer', () => {
  it('is told as the contract has it, to a queue and to an HTTP endpoint alike; what was mined before is not', async () => {
    const wallet = newAddress();
    receive(wallet, { minedAt: new Date(Date.now() - 600_000) });
    await putRow({ wallet, chain: 'eth', label: 'Treasury', tags: 'dao,large' });
    await tick();
    const { wire, block } = receive(wallet);
    await tick();
    const alert = await alertOf(wire);
    expect(alert).toEqual({
      version: 1,
      id: expect.stringMatching(/^\S+$/),
      type: 'transfer.received',
      wallet: { address: wallet, chain: 'eth', chainId: '0x1', label: 'Treasury', tags: ['dao', 'large'] },
      transfer: {
        direction: 'in',
        amount: '12.5',
        value: '12500000',
        token: {
          address: usdc.address,
          name: 'USD Coin',
          symbol: 'USDC',
          decimals: 6,
          logo: null,
          verified: true,
        },
        from: { address: friend, label: null },
        to: { address: wallet, label: null },
        transactionHash: wire.transaction_hash,
        transactionIndex: 3,
        logIndex: wire.log_index,
        blockNumber: block,
        blockHash: wire.block_hash,
        blockTimestamp: wire.block_timestamp,
        explorerUrl: expect.stringMatching(/^https:\/\//),
      },
      coin: null,
      verdict: { spam: false, score: expect.any(Number), reasons: expect.any(Array) },
      detectedAt: expect.stringMatching(/Z$/),
    });
    expect(await alertOf(wire, http.inbox)).toEqual(alert);
    expect(await alertsOf(wallet)).toHaveLength(1);
  });

  it('is told once: further ticks tell nothing and write nothing', async () => {
    const wallet = await watched();
    receive(wallet);
    await tick();
    await tick();
    await tick();
    expect(await alertsOf(wallet)).toHaveLength(1);
    expect(await historyOf(wallet, 'eth')).toHaveLength(1);
  });

  it('keeps every digit of 2^256-1', async () => {
    const wallet = await watched();
    const { wire } = receive(wallet, { value: 2n ** 256n - 1n });
    await tick();
    expect((await alertOf(wire)).transfer).toMatchObject({
      value: '115792089237316195423570985008687907853269984665640564039457584007913129639935',
      amount: '115792089237316195423570985008687907853269984665640564039457584007913129.639935',
    });
  });

  it('going out is told as sent, and those of one wallet in chain order', async () => {
    const wallet = await watched();
    const hashes = [
      receive(wallet),
      api.mine({ chain: 'eth', from: wallet, to: friend, value: 1n }),
      receive(wallet),
    ].map(({ wire }) => wire.transaction_hash);
    await tick();
    const told = await alertsOf(wallet);
    expect(told.map(({ type }) => type)).toEqual(['transfer.received', 'transfer.sent', 'transfer.received']);
    expect(told.map(({ transfer }) => transfer.transactionHash)).toEqual(hashes);
  });

  it('is taken back when a re-org drops it, by the id it was told under', async () => {
    const wallet = await watched();
    const dropped = receive(wallet);
    await tick();
    const told = await alertOf(dropped.wire);
    api.drop(dropped);
    // One read without it may be a fault of the API; two in a row are a re-org.
    await tick();
    await tick();
    const reverted = await alerts.first(
      ({ type, reverts }) => type === 'transfer.reverted' && reverts === told.id,
    );
    expect(reverted.id).not.toBe(told.id);
    expect(reverted).toMatchObject({ wallet: told.wallet, transfer: told.transfer });
  });

  it('is filled in from the coin record where the transfer itself lacks decimals and names', async () => {
    const coin_type_hash = createHash('sha256').update(coinType).digest('hex');
    api.addCoin({ coin_type: coinType, coin_type_hash, name: 'A Coin', symbol: 'COIN', decimals: 8 });
    const wallet = await watched();
    const { wire } = receive(wallet, {
      value: 150_000_000n,
      token: { address: coinToken, name: null, symbol: null, decimals: null },
    });
    await tick();
    expect(await alertOf(wire)).toMatchObject({
      transfer: { amount: '1.5', token: { name: 'A Coin', symbol: 'COIN', decimals: 8 } },
      coin: { coinType, coinTypeHash: coin_type_hash },
    });
  });
});

describe("a row's wishes", () => {
  it('a filter policy on the attributes lets through what it names, and nothing else', async () => {
    const tagged = await watched({ tags: 'large' });
    const untagged = await watched();
    const { wire } = receive(tagged, { value: 1_000_000_000n });
    receive(tagged, { value: 999_999_999n });
    receive(untagged, { value: 2_000_000_000n });
    api.mine({ chain: 'eth', from: tagged, to: friend, value: 3_000_000_000n });
    await tick();
    await alertOf(wire, large);
    const passed = await large.all(({ wallet }) => [tagged, untagged].includes(wallet.address));
    expect(passed.map(({ transfer }) => transfer.transactionHash)).toEqual([wire.transaction_hash]);
  });

  it('spam is hidden, and kept in History with the reasons', async () => {
    const wallet = await watched();
    receive(wallet, {
      possibleSpam: true,
      token: { address: newAddress(), name: 'Visit claim-rewards.example', symbol: 'FREE', verified: false },
    });
    await tick();
    const [hidden, ...others] = await historyOf(wallet, 'eth');
    expect(others).toEqual([]);
    expect(hidden).toMatchObject({
      status: { S: 'hidden' },
      expiresAt: { N: expect.stringMatching(/^\d+$/) },
    });
    expect(hidden?.reasons?.L?.length).toBeGreaterThan(0);
    expect(await alertsOf(wallet)).toEqual([]);
  });

  it('fromBlock tells what was mined from that block on, inclusive', async () => {
    const wallet = newAddress();
    const minedAt = new Date(Date.now() - 86_400_000);
    const mined = [1n, 2n, 3n].map((value) => receive(wallet, { value, minedAt }));
    await putRow({ wallet, chain: 'eth', fromBlock: { N: String(mined[1]?.block) } });
    await tick();
    await tick();
    const told = await alertsOf(wallet);
    expect(told.map(({ transfer }) => transfer.value)).toEqual(['2', '3']);
  });

  it('fromBlock with more than a page holds is read to its last transfer, each kept once', async () => {
    const wallet = newAddress();
    const mined = Array.from({ length: 105 }, (_, i) => receive(wallet, { value: BigInt(i + 1) }));
    await putRow({ wallet, chain: 'eth', fromBlock: String(mined[0]?.block) });
    const kept = async () =>
      (await historyOf(wallet, 'eth')).map(({ position }) => position?.S?.split('#')[0]);
    // What does not fit into one poll goes on at the next tick.
    for (let ticks = 0; ticks < 5 && (await kept()).length < mined.length; ticks += 1) await tick();
    expect((await kept()).map(Number)).toEqual(mined.map(({ block }) => block));
  }, 120_000);

  it('paused stops the calls, and resuming goes on from the stored block', async () => {
    const wallet = await watched();
    await putRow({ wallet, chain: 'eth', paused: 'true' });
    const { wire } = receive(wallet);
    api.calls = [];
    await tick();
    expect(api.calls.filter((call) => call.wallet === wallet)).toEqual([]);
    await putRow({ wallet, chain: 'eth', paused: { BOOL: false } });
    await tick();
    await alertOf(wire);
  });
});

describe('the metrics', () => {
  it('come under the name that the alarms watch', async () => {
    const since = Date.now();
    const wallet = await watched();
    receive(wallet);
    await tick();
    const lines = await logLines(outputs.PollWalletsFunctionName, since);
    const metrics = lines
      .filter((line) => line.includes('CloudWatchMetrics'))
      .map((line) => JSON.parse(line));
    expect(metrics).toContainEqual(
      expect.objectContaining({
        service: 'poll-wallets',
        TransfersTold: 1,
        _aws: expect.objectContaining({
          CloudWatchMetrics: [expect.objectContaining({ Namespace: 'Chainbell', Dimensions: [['service']] })],
        }),
      }),
    );
  });
});
