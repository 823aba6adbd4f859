import { createHash } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { usdc } from '../support/fake-api.ts';
import { coinToken, coinType } from './support/deploy.ts';
import { subscribeHttp, subscribeQueue } from './support/inbox.ts';
import { friend, hashesMined, hashesTold, newAddress, setScene } from './support/scene.ts';
import { stack } from './support/the-stack.ts';

const { aws, outputs, putRow, tick, historyOf, clearWatchlist } = stack;
const { api, alerts, watched, receive, alertOf, alertsOf, pollsOf } = await setScene();
const http = await subscribeHttp(aws, outputs.AlertsTopicArn);
const large = await subscribeQueue(aws, outputs.AlertsTopicArn, {
  type: ['transfer.received'],
  verdict: ['ok'],
  tags: ['large'],
  amount: [{ numeric: ['>=', 1000] }],
});

afterAll(() => http.close());
// Who is not looked at any more is not polled any more.
beforeEach(() => clearWatchlist());

describe('a new transfer', () => {
  it('is told as the contract has it, to a queue and to an HTTP endpoint alike; what was mined before is not', async () => {
    const wallet = newAddress();
    receive(wallet, { minedAt: new Date(Date.now() - 600_000) });
    await putRow({ wallet, chain: 'eth', label: 'Treasury', tags: 'dao,large' });
    await tick();
    const row = receive(wallet);
    const { wire, block } = row;
    await tick();
    const alert = await alertOf(row);
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
    expect(await alertOf(row, http.inbox)).toEqual(alert);
    expect(await alertsOf(wallet)).toHaveLength(1);
  });

  it('is told once: further ticks tell nothing and write nothing', async () => {
    const wallet = await watched();
    receive(wallet);
    await tick();
    await tick();
    await tick();
    expect(await alertsOf(wallet)).toHaveLength(1);
    expect(await historyOf(wallet)).toHaveLength(1);
  });

  it('keeps every digit of 2^256-1', async () => {
    const wallet = await watched();
    const row = receive(wallet, { value: 2n ** 256n - 1n });
    await tick();
    expect((await alertOf(row)).transfer).toMatchObject({
      value: '115792089237316195423570985008687907853269984665640564039457584007913129639935',
      amount: '115792089237316195423570985008687907853269984665640564039457584007913129.639935',
    });
  });

  it('going out is told as sent, and those of one wallet in chain order', async () => {
    const wallet = await watched();
    const rows = [
      receive(wallet),
      api.mine({ chain: 'eth', from: wallet, to: friend, value: 1n }),
      receive(wallet),
    ];
    await tick();
    const told = await alertsOf(wallet);
    expect(told.map(({ type }) => type)).toEqual(['transfer.received', 'transfer.sent', 'transfer.received']);
    expect(hashesTold(told)).toEqual(hashesMined(rows));
  });

  it('is taken back when a re-org drops it, by the id it was told under', async () => {
    const wallet = await watched();
    const dropped = receive(wallet);
    await tick();
    const told = await alertOf(dropped);
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
    const row = receive(wallet, {
      value: 150_000_000n,
      token: { address: coinToken, name: null, symbol: null, decimals: null },
    });
    await tick();
    expect(await alertOf(row)).toMatchObject({
      transfer: { amount: '1.5', token: { name: 'A Coin', symbol: 'COIN', decimals: 8 } },
      coin: { coinType, coinTypeHash: coin_type_hash },
    });
  });
});

describe("a row's wishes", () => {
  it('a filter policy on the attributes lets through what it names, and nothing else', async () => {
    const tagged = await watched({ tags: 'large' });
    const untagged = await watched();
    const row = receive(tagged, { value: 1_000_000_000n });
    receive(tagged, { value: 999_999_999n });
    receive(untagged, { value: 2_000_000_000n });
    api.mine({ chain: 'eth', from: tagged, to: friend, value: 3_000_000_000n });
    await tick();
    await alertOf(row, large);
    const passed = await large.all(({ wallet }) => [tagged, untagged].includes(wallet.address));
    expect(hashesTold(passed)).toEqual(hashesMined([row]));
  });

  it('spam is hidden, and kept in History with the reasons', async () => {
    const wallet = await watched();
    receive(wallet, {
      possibleSpam: true,
      token: { address: newAddress(), name: 'Visit claim-rewards.example', symbol: 'FREE', verified: false },
    });
    await tick();
    const [hidden, ...others] = await historyOf(wallet);
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
    const kept = async () => (await historyOf(wallet)).map(({ position }) => position?.S?.split('#')[0]);
    // What does not fit into one poll goes on at the next tick.
    for (let ticks = 0; ticks < 5 && (await kept()).length < mined.length; ticks += 1) await tick();
    expect((await kept()).map(Number)).toEqual(mined.map(({ block }) => block));
  }, 120_000);

  it('paused stops the calls, and resuming goes on from the stored block', async () => {
    const wallet = await watched();
    await putRow({ wallet, chain: 'eth', paused: 'true' });
    const row = receive(wallet);
    api.calls = [];
    await tick();
    expect(pollsOf(wallet)).toEqual([]);
    await putRow({ wallet, chain: 'eth', paused: { BOOL: false } });
    await tick();
    await alertOf(row);
  });
});

describe('the metrics', () => {
  it('come under the name that the alarms watch', async () => {
    const since = Date.now();
    const wallet = await watched();
    receive(wallet);
    await tick();
    const lines = await aws.logLines(outputs.PollWalletsFunctionName, since);
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
