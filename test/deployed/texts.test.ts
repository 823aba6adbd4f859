import { beforeEach, describe, expect, it } from 'vitest';
import { checksumAddress, parseAddress } from '../../functions/chain/address.ts';
import { hostileTexts } from '../alert/hostile-text.ts';
import { invisibleIn, linksIn } from '../alert/links-in.ts';
import { type Published, publishedTo } from './support/published.ts';
import { friend, newAddress, newImitation, setScene } from './support/scene.ts';
import { stack } from './support/the-stack.ts';

const { aws, outputs, clearWatchlist, putRow, tick } = stack;
const { api, watched, receive, alertOf } = await setScene();

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

  it('the raw value with the word units where nobody knows the decimals', async () => {
    const wallet = await watched();
    receive(wallet, { value: 1_234_567n, token: { address: newAddress(), symbol: 'RAW', decimals: null } });
    const [published] = await publishedByTick();
    expect(published?.message.transfer).toMatchObject({ amount: null, value: '1234567' });
    expect(published?.forms.email).toMatch(/^Amount:? +1,234,567 units/m);
    expect(published?.forms.sms).toContain('1,234,567 units of RAW');
  });

  it('with the verdict in the first line where spam is only marked, and without where it is shown', async () => {
    const spam = { possibleSpam: true, token: { address: newAddress(), verified: false } };
    const [marking, showing] = [await watched({ spam: 'mark' }), await watched({ spam: 'show' })];
    for (const wallet of [marking, showing]) receive(wallet, spam);
    const published = await publishedByTick();
    const emailTo = (wallet: string) =>
      published.find(({ message }) => message.wallet.address === wallet)?.forms.email ?? '';
    expect(emailTo(marking).split('\n')[0]).toMatch(/^Likely spam: ./);
    expect(emailTo(showing)).not.toBe('');
    expect(emailTo(showing)).not.toContain('Likely spam');
  });

  it('whatever its type', async () => {
    const since = Date.now();
    const { paid, imitation } = newImitation();
    const [wallet, busy] = [await watched({ label: 'Ünïcode 財布 🦊'.repeat(5) }), await watched()];
    const dropped = receive(wallet);
    receive(wallet, { from: wallet });
    api.mine({ chain: 'eth', from: wallet, to: paid, value: 500_000_000n });
    for (let n = 0; n < 11; n += 1) receive(busy);
    await tick();
    receive(wallet, { from: imitation, value: 0n });
    api.drop(dropped);
    await tick();
    await tick();
    const published = await publishedTo(aws, outputs.AlertsTopicArn, since);
    expect(new Set(published.map(({ message }) => message.type))).toEqual(
      new Set([
        'wallet.watching',
        'transfer.received',
        'transfer.self',
        'transfer.sent',
        'transfers.digest',
        'wallet.poisoning',
        'transfer.reverted',
      ]),
    );
    for (const one of published) expectProperForms(one);
  });
});

describe("what a token's creator or a sender's label says", () => {
  it('shows no invisible character and begins no line, and is no link in email and SMS', async () => {
    const wallet = await watched({ spam: 'show', singles: '1000' });
    const published: Published[] = [];
    // Three of them in a transfer, and ten transfers at a time, which are told one by one.
    for (let next = 0; next < hostileTexts.length; next += 30) {
      for (let at = next; at < Math.min(next + 30, hostileTexts.length); at += 3) {
        const [name = '', symbol = '', fromLabel = ''] = hostileTexts.slice(at);
        receive(wallet, { token: { address: newAddress(), name, symbol }, fromLabel });
      }
      published.push(...(await publishedByTick()));
    }
    expect(published).toHaveLength(Math.ceil(hostileTexts.length / 3));
    for (const one of published) {
      expectProperForms(one);
      const { token, from, explorerUrl } = one.message.transfer;
      for (const text of [token.name, token.symbol, from.label].filter((text) => text !== null)) {
        expect(invisibleIn(text)).toEqual([]);
        expect(text.length).toBeLessThanOrEqual(64);
      }
      expect(token.symbol?.length ?? 0).toBeLessThanOrEqual(32);
      const lines = one.forms.email?.split('\n') ?? [];
      expect(lines.flatMap(invisibleIn)).toEqual([]);
      expect(lines.filter((line) => line !== explorerUrl).flatMap(linksIn)).toEqual([]);
      expect(linksIn(one.forms.sms ?? '')).toEqual([]);
    }
  });
});

describe('a lie that would read like a fact', () => {
  it.each(['USDT\u00d7', '\u00a2USDT', 'USDT-refund', 'nativeUSDT', '(USDT)'])(
    'known money that the token is not: %s',
    async (symbol) => {
      const wallet = await watched({ label: 'Treasury', spam: 'show' });
      receive(wallet, { token: { address: newAddress(), name: 'Growth', symbol, verified: false } });
      const [published] = await publishedByTick();
      if (published === undefined) throw new Error('nothing was published');
      expectProperForms(published);
      const { email = '', sms = '' } = published.forms;
      for (const text of [sms, published.subject, email.split('\n')[0] ?? ''])
        expect(text).toMatch(
          /^Treasury received 12\.5 \S*USDT\S* \(not the known USDT\) \(unverified\) from 0x/,
        );
    },
  );

  it.each(['million', 'k', 'EUR', 'x10'])('a name that would make another amount: %s', async (symbol) => {
    const wallet = await watched({ label: 'Treasury', spam: 'show' });
    receive(wallet, { token: { address: newAddress(), name: 'Growth', symbol, verified: true } });
    const [published] = await publishedByTick();
    if (published === undefined) throw new Error('nothing was published');
    const { forms, subject } = published;
    for (const text of [forms.sms, subject, forms.email])
      expect(text).toContain(`received 12.5 "${symbol}" from`);
  });

  const gold = { name: 'Paxos Gold', symbol: 'PAXG', verified: false };

  it('a famous sender of a token that nobody vouches for', async () => {
    const address = newAddress();
    const [doubting, trusting] = [
      await watched({ label: 'Treasury', spam: 'show' }),
      await watched({ label: 'Treasury', spam: 'show', trustTokens: address }),
    ];
    for (const wallet of [doubting, trusting])
      receive(wallet, { token: { ...gold, address }, fromLabel: 'Binance 14' });
    const published = await publishedByTick();
    const sentOf = (wallet: string) => {
      const { forms, subject } = published.find(({ message }) => message.wallet.address === wallet) ?? {};
      return { email: forms?.email ?? '', short: [forms?.sms ?? '', subject ?? ''] };
    };
    const ends = `${checksumAddress(parseAddress(friend)).slice(0, 6)}...${friend.slice(-4)}`;
    const doubted = sentOf(doubting);
    for (const text of doubted.short) {
      expect(text.toLowerCase()).toContain(`12.5 paxg (unverified) from ${ends} on eth`.toLowerCase());
      expect(text).not.toContain('Binance');
    }
    expect(doubted.email).toContain(', says the token: "Binance 14"\n');
    const trusted = sentOf(trusting);
    for (const text of trusted.short)
      expect(text).toMatch(/12\.5 PAXG from "Binance 14" \(0x\w{4}\.\.\.\w{4}\)/);
    expect(trusted.email).not.toMatch(/unverified|says the token/);
  });

  it('a digest of them, whose row trusts them or does not', async () => {
    const address = newAddress();
    const [doubting, trusting] = [
      await watched({ spam: 'show' }),
      await watched({ spam: 'show', trustTokens: address }),
    ];
    for (let n = 0; n < 30; n += 1)
      for (const wallet of [doubting, trusting]) receive(wallet, { token: { ...gold, address } });
    const digests = (await publishedByTick()).filter(({ message }) => message.type === 'transfers.digest');
    const of = (wallet: string) => digests.find(({ message }) => message.wallet.address === wallet);
    expect(of(doubting)?.forms.sms).toContain('PAXG (unverified) in ');
    expect(of(doubting)?.message.digest).not.toHaveProperty('trusted');
    expect(of(trusting)?.forms.sms).not.toContain('unverified');
    expect(of(trusting)?.message.digest.trusted).toEqual([address]);
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
