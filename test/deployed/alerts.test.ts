import { createHash } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { checksumAddress, parseAddress } from '../../functions/chain/address.ts';
import { usdc } from '../../lib/simulated-api/simulated-transfer.ts';
import { coinToken, coinType, slowCoinToken } from './support/deploy.ts';
import { type Message, subscribeHttp, subscribeLambda, subscribeQueue } from './support/inbox.ts';
import { publishedTo } from './support/published.ts';
import {
  friend,
  hashesMined,
  hashesTold,
  imitationsOf,
  newAddress,
  newImitation,
  setScene,
} from './support/scene.ts';
import { stack } from './support/the-stack.ts';

const { aws, outputs, putRow, putContact, tick, historyOf, clearWatchlist } = stack;
const { api, alerts, watched, receive, alertOf, alertsOf, pollsOf } = await setScene();
const http = await subscribeHttp(aws, outputs.AlertsTopicArn);
const lambda = await subscribeLambda(aws, outputs.AlertsTopicArn, outputs.PollWalletsFunctionName);

afterAll(() => Promise.all([http.close(), lambda.close()]));
// A wallet that no test looks at any more is not polled any more.
beforeEach(() => clearWatchlist());

describe('a new transfer', () => {
  it('is reported as the contract has it, to a queue, a webhook and a Lambda alike; what was mined before is not', async () => {
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
      severity: 'info',
      type: 'transfer.received',
      wallet: { address: wallet, chain: 'eth', chainId: '0x1', label: 'Treasury', tags: ['dao', 'large'] },
      transfer: {
        kind: 'erc20',
        direction: 'in',
        amount: '12.5',
        value: '12500000',
        usd: { amount: '12.5', price: '1', at: expect.stringMatching(/Z$/), confidence: 1 },
        token: {
          address: usdc.address,
          name: 'USD Coin',
          symbol: 'USDC',
          decimals: 6,
          logo: null,
          verified: true,
        },
        tokenId: null,
        internal: false,
        from: { address: friend, label: null, contact: null },
        to: { address: wallet, label: null, contact: 'Treasury' },
        transactionHash: wire.transaction_hash,
        transactionIndex: 3,
        logIndex: wire.log_index,
        blockNumber: block,
        blockHash: wire.block_hash,
        blockTimestamp: wire.block_timestamp,
        explorerUrl: expect.stringMatching(/^https:\/\//),
      },
      counterparty: 'new',
      lookalike: null,
      marked: true,
      coin: null,
      verdict: { spam: false, score: expect.any(Number), reasons: expect.any(Array) },
      detectedAt: expect.stringMatching(/Z$/),
    });
    for (const { inbox } of [http, lambda]) expect(await alertOf(row, inbox)).toEqual(alert);
    expect(await alertsOf(wallet)).toHaveLength(1);
  });

  it('says who it was and how bad it is, which a subscription can filter by', async () => {
    const warned = await subscribeQueue(aws, outputs.AlertsTopicArn, { severity: ['warning', 'critical'] });
    const [wallet, own, supplier, stranger] = [await watched(), newAddress(), newAddress(), newAddress()];
    const typed = (address: string) => checksumAddress(parseAddress(address));
    await putRow({ wallet: typed(own), chain: 'polygon', label: 'Savings' });
    await putContact({ address: typed(supplier), name: 'Supplier' });
    const pay = (to: string) => api.mine({ chain: 'eth', from: wallet, to, value: 5_000_000n });
    const paid = [own, supplier, stranger, stranger].map(pay);
    await tick();
    const told = await Promise.all(paid.map((one) => alertOf(one)));
    expect(told.map((alert) => [alert.severity, alert.counterparty, alert.transfer.to.contact])).toEqual([
      ['info', 'own', 'Savings'],
      ['info', 'contact', 'Supplier'],
      ['warning', 'new', null],
      ['info', 'known', null],
    ]);
    expect(hashesTold(await warned.all(({ wallet: of }) => of.address === wallet))).toEqual(
      hashesMined(paid.slice(2, 3)),
    );
  });

  it('is reported once: a further tick costs one call, reports nothing and writes nothing but that call', async () => {
    const wallet = await watched();
    receive(wallet);
    await tick();
    const since = Date.now();
    api.calls = [];
    await tick();
    expect(pollsOf(wallet)).toHaveLength(1);
    const written = await aws.functionsWrote(since);
    // On a stalled machine a window may end before its claim does: the call then counts in the next window.
    expect(written).not.toEqual([]);
    for (const { action, parameters } of written)
      expect(`${action} ${JSON.stringify(parameters)}`).toMatch(/^UpdateItem .*"#window"/);
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

  it('going out is reported as sent, and those of one wallet in chain order', async () => {
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
    expect(await alertsOf(wallet)).toEqual([told]);
    await tick();
    const reverted = await alerts.first(
      ({ type, reverts }) => type === 'transfer.reverted' && reverts === told.id,
    );
    expect(reverted.id).not.toBe(told.id);
    expect(reverted).toMatchObject({ wallet: told.wallet, transfer: told.transfer });

    api.restore(dropped);
    await tick();
    const [, , again, ...more] = await alertsOf(wallet);
    expect(more).toEqual([]);
    // Its worth is that of the time at which it was found again.
    const usd = { ...told.transfer.usd, at: expect.any(String) };
    expect(again).toMatchObject({ type: 'transfer.received', transfer: { ...told.transfer, usd } });
    expect([told.id, reverted.id]).not.toContain(again?.id);
  });

  it('to oneself is reported as such, to a row of any direction', async () => {
    const wallet = await watched({ direction: 'out' });
    const row = receive(wallet, { from: wallet });
    await tick();
    expect(await alertOf(row)).toMatchObject({ type: 'transfer.self', transfer: { direction: 'self' } });
  });

  it('on a chain that no document names goes by its hex id, without an explorer', async () => {
    const wallet = await watched({ chain: '0x2B6653DC' });
    const row = receive(wallet, { chain: '0x2b6653dc' });
    await tick();
    expect(await alertOf(row)).toMatchObject({
      wallet: { chain: '0x2b6653dc', chainId: '0x2b6653dc' },
      transfer: { explorerUrl: null },
    });
  });
});

describe('more than ten new transfers in one poll', () => {
  it('become a digest of exact counts and sums; ten become single alerts', async () => {
    const [few, many] = [await watched(), await watched({ label: 'Busy' })];
    const rows = Array.from({ length: 10 }, () => receive(few));
    const values = Array.from({ length: 11 }, (_, i) => BigInt(i + 1) * 10n ** 6n);
    const mined = values.map((value) => receive(many, { value }));
    await tick();
    expect(hashesTold(await alertsOf(few))).toEqual(hashesMined(rows));
    const [told, ...more] = await alertsOf(many);
    expect(more).toEqual([]);
    const token = expect.objectContaining({ address: usdc.address, symbol: 'USDC', decimals: 6 });
    expect(told).toMatchObject({
      type: 'transfers.digest',
      wallet: { label: 'Busy' },
      coin: null,
      verdict: null,
      digest: {
        count: 11,
        fromBlock: mined.at(0)?.block,
        toBlock: mined.at(-1)?.block,
        totals: [{ token, direction: 'in', count: 11, value: '66000000', amount: '66' }],
        hidden: 0,
      },
    });
    expect(told).not.toHaveProperty('transfer');
    const largest = hashesMined(mined.toReversed().slice(0, 5));
    expect(told?.digest.largest.map((one: Message['transfer']) => one.transactionHash)).toEqual(largest);
  });

  it('do not bury a theft: it is reported singly, and each digest holds one direction', async () => {
    const verified = Array.from({ length: 12 }, (_, i) => ({
      address: newAddress(),
      name: `Cheap Coin ${i}`,
      symbol: `CHEAP${i}`,
      verified: true,
    }));
    const weth = {
      address: '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2',
      name: 'Wrapped Ether',
      symbol: 'WETH',
      decimals: 18,
      verified: false,
    };
    const value = 900n * 10n ** 18n;
    const wallet = await watched({ label: 'Vault' });
    const ins = verified.map((token) => receive(wallet, { token, value: 10n ** 15n }));
    const out = { chain: 'eth', from: wallet, to: friend };
    const stolen = api.mine({ ...out, token: weth, value });
    // What anybody can write into any wallet's history: it does not use up what is told singly.
    for (let i = 0; i < 11; i += 1) api.mine({ ...out, token: weth, value: 0n });
    ins.push(...verified.map((token) => receive(wallet, { token, value: 10n ** 15n })));
    await tick();
    const [single, ...digests] = await alertsOf(wallet);
    expect(single).toMatchObject({
      type: 'transfer.sent',
      transfer: { amount: '900', transactionHash: stolen.wire.transaction_hash },
    });
    expect(digests.map(({ type, digest }) => [type, digest.count])).toEqual([
      ['transfers.digest', 11],
      ['transfers.digest', ins.length],
    ]);
    await alerts.all(() => true);
    const directions = digests.map(
      ({ id }) =>
        alerts.received.find(({ Message: text }) => text.includes(id))?.MessageAttributes?.direction?.Value,
    );
    expect(directions).toEqual(['out', 'in']);
    for (const { digest } of digests)
      expect(new Set(digest.totals.map((total: Message['transfer']) => total.direction)).size).toBe(1);
  });
});

describe('the coin record of a token', () => {
  const coin_type_hash = createHash('sha256').update(coinType).digest('hex');

  it("fills in what the transfer lacks; where both have a value, the transfer's counts", async () => {
    api.addCoin({ coin_type: coinType, coin_type_hash, name: 'A Coin', symbol: 'COIN', decimals: 8 });
    const wallet = await watched();
    const lacking = receive(wallet, {
      value: 150_000_000n,
      token: { address: coinToken, name: null, symbol: null, decimals: null },
    });
    const speaking = receive(wallet, {
      value: 150_000_000n,
      token: { address: coinToken, name: 'Token', symbol: 'TOK', decimals: 6 },
    });
    await tick();
    const coin = {
      coinType,
      coinTypeHash: coin_type_hash,
      name: 'A Coin',
      symbol: 'COIN',
      decimals: 8,
      creatorAddress: null,
      supplyAggregatorTableHandle: null,
      supplyAggregatorTableKey: null,
      transactionCreatedTimestamp: null,
      transactionVersionCreated: null,
    };
    expect(await alertOf(lacking)).toMatchObject({
      transfer: { amount: '1.5', token: { name: 'A Coin', symbol: 'COIN', decimals: 8 } },
      coin,
    });
    expect(await alertOf(speaking)).toMatchObject({
      transfer: { amount: '150', token: { name: 'Token', symbol: 'TOK', decimals: 6 } },
      coin,
    });
  });

  it('delays no other wallet if it is missing, and its own alert goes out without it', async () => {
    const [other, patient, another] = [await watched(), await watched(), await watched()];
    const slow = receive(patient, { token: { address: slowCoinToken, decimals: null } });
    const quick = [receive(other), receive(another)];
    api.faultFor = ({ endpoint }) => (endpoint === 'coins' ? 'hang' : null);
    try {
      await tick();
    } finally {
      api.faultFor = () => null;
    }
    expect(api.calls.map(({ endpoint, status }) => `${endpoint} ${status}`)).toContain('coins hang');
    const late = await alertOf(slow);
    expect(late).toMatchObject({ coin: null, transfer: { amount: null, value: '12500000' } });
    for (const row of quick) expect((await alertOf(row)).detectedAt < late.detectedAt).toBe(true);
  });
});

describe('a filter policy on an attribute', () => {
  const usdt = { address: '0xdac17f958d2ee523a2206206994597c13d831ec7', name: 'Tether USD', symbol: 'USDT' };
  const [tagged, plain] = [newAddress(), newAddress()];
  const policies = {
    type: ['transfer.sent'],
    wallet: [plain],
    chain: ['polygon'],
    token: [usdt.address],
    direction: ['in'],
    verdict: ['spam'],
    tags: ['large'],
    amount: [{ numeric: ['>=', 1_000] }],
  };

  it('lets through what it names, and nothing else', async () => {
    const inboxes = Object.entries(policies).map(
      async ([name, policy]) =>
        [name, await subscribeQueue(aws, outputs.AlertsTopicArn, { [name]: policy })] as const,
    );
    const filtered = await Promise.all(inboxes);
    await putRow({ wallet: tagged, chain: 'eth', tags: 'dao,large', spam: 'mark' });
    await putRow({ wallet: plain, chain: 'polygon' });
    await tick();
    const mined = {
      small: receive(tagged, { value: 999_999_999n }),
      large: receive(tagged, { value: 1_000_000_000n }),
      spam: receive(tagged, { possibleSpam: true, token: { address: newAddress(), verified: false } }),
      sent: api.mine({ chain: 'eth', from: tagged, to: friend, value: 1_000_000n, token: usdt }),
      // Beyond what SNS compares exactly: it has no such attribute.
      huge: receive(plain, { chain: 'polygon', value: 10n ** 24n }),
    };
    const passing: Record<keyof typeof policies, (keyof typeof mined)[]> = {
      type: ['sent'],
      wallet: ['huge'],
      chain: ['huge'],
      token: ['sent'],
      direction: ['small', 'large', 'spam', 'huge'],
      verdict: ['spam'],
      tags: ['small', 'large', 'spam', 'sent'],
      amount: ['large'],
    };
    await tick();
    for (const row of Object.values(mined)) await alertOf(row);
    const passed = filtered.map(async ([name, inbox]) => {
      const hashes = hashesTold(await inbox.all(({ transfer }) => transfer !== undefined));
      const rows = Object.entries(mined).filter(([, { wire }]) => hashes.includes(wire.transaction_hash));
      return [name, rows.map(([row]) => row)] as const;
    });
    expect(Object.fromEntries(await Promise.all(passed))).toEqual(passing);
  });
});

describe("a row's wishes", () => {
  it('fromBlock reports what was mined from that block on, inclusive', async () => {
    const wallet = newAddress();
    const minedAt = new Date(Date.now() - 86_400_000);
    const mined = [1n, 2n, 3n].map((value) => receive(wallet, { value, minedAt }));
    await putRow({ wallet, chain: 'eth', fromBlock: { N: String(mined[1]?.block) } });
    await tick();
    await tick();
    const told = await alertsOf(wallet);
    expect(told.map(({ transfer }) => transfer.value)).toEqual(['2', '3']);

    // It counts at the first poll only.
    await putRow({ wallet, chain: 'eth', fromBlock: { N: String(mined[0]?.block) } });
    await tick();
    expect(await alertsOf(wallet)).toHaveLength(2);
  });

  it('fromBlock with more transfers than a page holds is read to the last one, and each is kept once', async () => {
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

describe('money that goes to an imitation of an address that was paid', () => {
  it('is reported singly under every policy and filter, each time, with whom the receiver imitates', async () => {
    const { paid, imitation } = newImitation();
    const rows = [
      { spam: 'hide' },
      { spam: 'mark', direction: 'in' },
      { spam: 'show', minAmount: '1000000' },
    ];
    const wallets: string[] = [];
    for (const row of rows) wallets.push(await watched(row));
    for (const from of wallets) api.mine({ chain: 'eth', from, to: paid, value: 500_000_000n });
    await tick();
    const [warned, ...others] = wallets;
    if (warned !== undefined) receive(warned, { from: imitation, value: 0n });
    await tick();
    const since = Date.now();
    const rowsOf = (from: string) =>
      [900_000_000n, 1n].map((value) => api.mine({ chain: 'eth', from, to: imitation, value }));
    for (const wallet of others) for (let n = 0; n < 12; n += 1) receive(wallet);
    const sent = wallets.map(rowsOf);
    await tick();
    for (const row of sent.flat()) {
      expect(await alertOf(row)).toMatchObject({
        type: 'transfer.sent',
        lookalike: { address: imitation, imitates: paid, samePrefix: 6, sameSuffix: 6 },
        verdict: { spam: false },
      });
    }
    const published = await publishedTo(aws, outputs.AlertsTopicArn, since);
    const shouts = published.filter(({ message }) => message.type === 'transfer.sent');
    expect(shouts).toHaveLength(6);
    for (const { subject, forms } of shouts) {
      for (const text of [subject, forms.sms, forms.email?.split('\n')[0]])
        expect(text).toContain('imitates');
    }
  });
});

describe('two addresses that look alike, one of which a worthless token says was paid', () => {
  it('are a warning that vouches for neither, and real money to either raises the alarm and decides', async () => {
    const { paid: honest, imitation: planted } = newImitation();
    const wallet = await watched({ direction: 'in' });
    const madeUp = { address: newAddress(), name: 'Harbor', symbol: 'HRBR', verified: false };
    api.mine({ chain: 'eth', from: wallet, to: planted, value: 5_000_000n, token: madeUp });
    await tick();
    const before = (await alertsOf(wallet)).length;
    const since = Date.now();
    receive(wallet, { from: honest, value: 0n });
    await tick();
    api.mine({ chain: 'eth', from: wallet, to: honest, value: 900_000_000n });
    await tick();
    receive(wallet, { from: planted, value: 0n });
    await tick();
    const told = (await alertsOf(wallet)).slice(before);
    expect(told.map(({ type, lookalike }) => [type, lookalike?.imitates ?? null])).toEqual([
      ['wallet.poisoning', null],
      ['transfer.sent', null],
      ['wallet.poisoning', honest],
    ]);
    const published = await publishedTo(aws, outputs.AlertsTopicArn, since);
    for (const { subject, forms } of published.slice(0, 2)) {
      for (const text of [subject, forms.sms, forms.email?.split('\n')[0]]) {
        expect(text).toContain('neither was paid');
        expect(text).not.toMatch(/imitat|you paid/);
      }
    }
  });
});

describe('a contract that names hundreds of imitations', () => {
  it('makes three messages, the last with how many more, and none when it does so again', async () => {
    const { paid } = newImitation();
    const senders = imitationsOf(paid, 130);
    const wallet = await watched({ direction: 'out' });
    const madeUp = { address: newAddress(), name: 'Gift', symbol: 'GIFT', verified: false };
    api.mine({ chain: 'eth', from: wallet, to: paid, value: 500_000_000n });
    await tick();
    const before = (await alertsOf(wallet)).length;
    const flood = () => {
      for (const from of senders) receive(wallet, { from, value: 5_000_000n, token: madeUp });
    };
    flood();
    await tick();
    const warnings = (await alertsOf(wallet)).slice(before);
    expect(warnings.map(({ type, others }) => [type, others])).toEqual([
      ['wallet.poisoning', 0],
      ['wallet.poisoning', 0],
      ['wallet.poisoning', 127],
    ]);
    expect(warnings.map(({ lookalike }) => lookalike.address)).toEqual(senders.slice(0, 3));
    flood();
    await tick();
    expect((await alertsOf(wallet)).slice(before)).toEqual(warnings);
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
        stack: 'Chainbell',
        TransfersTold: 1,
        AlertLatency: expect.any(Number),
        _aws: expect.objectContaining({
          CloudWatchMetrics: [
            expect.objectContaining({ Namespace: 'Chainbell', Dimensions: [['service', 'stack']] }),
          ],
        }),
      }),
    );
  });
});
