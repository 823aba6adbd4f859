import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { checksumAddress, parseAddress } from '../../functions/chain/address.ts';
import { usdc } from '../../lib/simulated-api/simulated-transfer.ts';
import { subscribeHttp, subscribeLambda, subscribeQueue } from './support/inbox.ts';
import { type Published, publishedTo } from './support/published.ts';
import { friend, hashesMined, hashesTold, newAddress, setScene } from './support/scene.ts';
import { stack } from './support/the-stack.ts';

const { aws, outputs, putRow, putContact, tick, historyOf, clearWatchlist } = stack;
const { api, alerts, watched, receive, alertOf, alertsOf, pollsOf } = await setScene();
const http = await subscribeHttp(aws, outputs.AlertsTopicArn);
const lambda = await subscribeLambda(aws, outputs.AlertsTopicArn, outputs.PollWalletsFunctionName);

afterAll(() => Promise.all([http.close(), lambda.close()]));
// A wallet that no test looks at any more is not polled any more.
beforeEach(() => clearWatchlist());

/** All that a tick publishes to the alerts topic. */
async function publishedByTick(): Promise<Published[]> {
  const since = Date.now();
  await tick();
  return publishedTo(aws, outputs.AlertsTopicArn, since);
}

/** Letters of both ASCII and the basic GSM-7 table, in one line that fits one SMS. */
const oneSms = /^[A-Za-z0-9 @$_!"#%&'()*+,\-./:;<=>?]{1,140}$/;
const asciiSubject = /^[\x20-\x7e]{1,100}$/;

/** What every alert keeps to, whoever wrote the texts in it. */
function expectProperForms({ subject, forms }: Published): void {
  const { email = '', sms = '', ...others } = forms;
  expect(Object.keys(others)).toEqual(['default']);
  expect(sms).toMatch(oneSms);
  expect(subject).toMatch(asciiSubject);
  expect(() => JSON.parse(email)).toThrow();
}

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
});

describe('an alert is published in the form of each kind of subscription', () => {
  it('JSON, an email with every fact, and an SMS of one line', async () => {
    const wallet = await watched({ label: 'Treasury' });
    const row = receive(wallet, { value: 1_234_567_890_000n });
    const [published, ...others] = await publishedByTick();
    expect(others).toEqual([]);
    if (published === undefined) throw new Error('nothing was published');
    expectProperForms(published);
    const alert = await alertOf(row);
    expect(published.message).toEqual(alert);
    const { email = '', sms } = published.forms;
    const sides = [friend, wallet].map((side) => checksumAddress(parseAddress(side)));
    for (const fact of [alert.transfer.transactionHash, '1,234,567.89', 'USDC', ...sides, 'Treasury']) {
      expect(email).toContain(fact);
    }
    const time = row.minedAt.toISOString().slice(11, 19);
    const [day, year] = [row.minedAt.getUTCDate(), row.minedAt.getUTCFullYear()];
    expect(email).toMatch(new RegExp(` ${day} [A-Z][a-z]+ ${year}, ${time} UTC`));
    expect(email.split('\n')).toContain(alert.transfer.explorerUrl);
    for (const text of [sms, published.subject]) {
      expect(text).toContain('1,234,567.89 USDC');
      expect(text).toContain('Treasury');
    }
  });
});

describe('an operations message', () => {
  it('is plain text for email and JSON for the rest', async () => {
    const since = Date.now();
    const wallet = newAddress();
    await putRow({ wallet, chain: 'eth', every: 'often' });
    await tick();
    const [published, ...others] = await publishedTo(aws, outputs.OpsTopicArn, since);
    expect(others).toEqual([]);
    expect(published?.message).toMatchObject({
      type: 'row.unreadable',
      state: 'began',
      wallet,
      chain: 'eth',
    });
    expect(published?.subject).toMatch(asciiSubject);
    const { email = '' } = published?.forms ?? {};
    for (const fact of [wallet, published?.message.reason, published?.message.whatToDo]) {
      expect(email.replaceAll(/\s+/g, ' ')).toContain(fact);
    }
    expect(() => JSON.parse(email)).toThrow();
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
