import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import type { Browser, Page as Tab } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { smsText } from '../../functions/alert/text/sentence.ts';
import { checksumAddress, parseAddress, shortAddress } from '../../functions/chain/address.ts';
import { documentClient } from '../../functions/runtime/aws-clients.ts';
import { stackOf } from '../../lib/cli/stack/local-run.ts';
import { localEngines } from '../../lib/local-engines.ts';
import { type Page, startPage } from '../../lib/page/page-server.ts';
import { transferAlert, treasury } from '../support/alerts.ts';
import { putRow, useEmbeddedAws } from '../support/embedded.ts';
import { faultsOf, hasChromium, sizes, startBrowser } from './browser.ts';
import { everyKind, newsOf } from './news.ts';

const embedded = useEmbeddedAws();
const savings = parseAddress(`0x${'5a'.repeat(20)}`);
let browser: Browser;
let page: Page;

beforeAll(async () => {
  if (!hasChromium) return;
  browser = await startBrowser();
  const controls = ['Storm', 'Spam'].map((text) => ({
    name: text.toLowerCase(),
    text,
    hint: `A ${text}.`,
    play: () => `${text} played.`,
  }));
  const about = { text: 'a test', chains: ['eth', 'polygon'], madeUp: false };
  page = await startPage({ port: 0, about, controls, open: stackOf(localEngines.parse(embedded.aws)) });
  for (const news of everyKind) page.show(news);
});
afterAll(async () => {
  await browser?.close();
  await page?.stop();
});

/** Opens the page with all kinds of entries in a tab of its own, and collects its errors. */
async function openTab(size: keyof typeof sizes, colorScheme: 'light' | 'dark' = 'light') {
  // Without animations: a text that is fading in has a low contrast.
  const context = await browser.newContext({
    viewport: sizes[size],
    colorScheme,
    reducedMotion: 'reduce',
    // The reader's zone, which is neither UTC nor the server's.
    timezoneId: 'Asia/Kolkata',
  });
  onTestFinished(() => context.close());
  const tab = await context.newPage();
  tab.setDefaultTimeout(10_000);
  const wrong: string[] = [];
  tab.on('pageerror', ({ message }) => wrong.push(message));
  tab.on('console', (said) => said.type() === 'error' && wrong.push(said.text()));
  tab.on('request', (request) => request.url().startsWith(page.address) || wrong.push(request.url()));
  tab.on('dialog', (dialog) => wrong.push(dialog.message()));
  await tab.goto(page.address);
  await tab
    .locator('article')
    .nth(everyKind.length - 1)
    .waitFor();
  return { tab, wrong };
}

async function openAll(tab: Tab): Promise<void> {
  for (const opener of await tab.locator('article h3 button').all()) await opener.click();
}

async function addWallet(tab: Tab, address: string): Promise<void> {
  await tab.getByRole('button', { name: 'Add a wallet' }).click();
  await tab.getByLabel('Address', { exact: true }).fill(address);
  await tab.getByRole('button', { name: 'Watch', exact: true }).click();
}

describe.skipIf(!hasChromium)('the page in Chromium', () => {
  it.each([
    ['phone', 'light'],
    ['phone', 'dark'],
    ['desktop', 'light'],
    ['desktop', 'dark'],
  ] as const)(
    'has no fault by axe on a %s in %s colours, with alerts open or closed',
    async (size, colours) => {
      const { tab, wrong } = await openTab(size, colours);
      expect(await faultsOf(tab)).toEqual([]);
      await openAll(tab);
      expect(await faultsOf(tab)).toEqual([]);
      await addWallet(tab, '0x12');
      await tab.getByText('is not an address').waitFor();
      expect(await faultsOf(tab)).toEqual([]);
      const width: unknown = await tab.evaluate('document.documentElement.scrollWidth');
      expect(width).toBeLessThanOrEqual(sizes[size].width);
      expect(wrong.filter((text) => !text.includes('400 (Bad Request)'))).toEqual([]);
    },
  );

  it('shows hostile names as harmless text, in any form', async () => {
    const { tab, wrong } = await openTab('desktop');
    await openAll(tab);
    expect(await tab.locator('article').filter({ hasText: 'onerror' }).count()).toBeGreaterThan(1);
    expect(
      await tab
        .locator('article :is(script, svg, a[href^="javascript"]), article img:not(.message img)')
        .count(),
    ).toBe(0);
    expect(await tab.title()).toBe('Chainbell');
    expect(wrong).toEqual([]);
  });

  it('stops the Tab key once at each alert, whose heading can be jumped to', async () => {
    const { tab } = await openTab('desktop');
    const openers = await tab.locator('article h3 button').count();
    await tab.locator('article h3 button').first().focus();
    const stops: unknown[] = [];
    for (let stop = 0; stop < openers; stop += 1) {
      stops.push(await tab.evaluate('document.activeElement.closest("article").querySelector("h3").id'));
      await tab.keyboard.press('Tab');
    }
    expect(new Set(stops).size).toBe(openers);
    expect(await tab.evaluate('document.activeElement.closest("article")')).toBeNull();
    expect(
      await tab.getByRole('heading', { level: 3 }).filter({ visible: true }).count(),
    ).toBeGreaterThanOrEqual(everyKind.length);
    // By keyboard only: opens the alert, and moves into it.
    await tab.locator('article h3 button').last().focus();
    await tab.keyboard.press('Enter');
    expect(await tab.locator('article.open .form').count()).toBe(6);
  });

  it('shows an alert in all forms that its subscribers get, side by side', async () => {
    const alert = transferAlert();
    const news = newsOf(alert);
    const { tab } = await openTab('desktop');
    const card = tab.locator('article').filter({ hasText: 'Received' }).last();
    await card.getByRole('button').first().click();
    const titles = (await card.locator('h4').allTextContents()).join(', ');
    expect(titles).toBe('SMS, Telegram, Slack, Discord, Email, JSON');
    expect(await card.locator('.sms p').textContent()).toBe(smsText(alert));
    expect(await card.locator('.email pre').textContent()).toBe(news.email);
    expect(JSON.parse((await card.locator('.json pre').textContent()) ?? '')).toEqual(news.json);
    for (const chat of ['.telegram', '.slack', '.discord']) {
      expect(await card.locator(chat).textContent()).toContain('🟢 Treasury received 12,500.5 USDC');
      expect(await card.locator(`${chat} a`).getAttribute('href')).toBe(alert.transfer.explorerUrl);
    }
    const tops = await Promise.all(
      ['.sms', '.telegram', '.slack', '.discord'].map(
        async (form) => (await card.locator(form).boundingBox())?.y,
      ),
    );
    expect(new Set(tops).size).toBe(1);
  });

  it("has the first alert on a phone's first screen, and all of the alert can be reached", async () => {
    const { tab } = await openTab('phone');
    const box = await tab.locator('article').first().boundingBox();
    expect(box?.y).toBeLessThan(0.6 * sizes.phone.height);
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(sizes.phone.height);
    for (const name of ['Storm', 'Add a wallet', 'Add a contact'])
      expect(await tab.getByRole('button', { name }).isVisible()).toBe(true);
  });

  it('shows a payment to an imitation most prominently, and hidden transfers least', async () => {
    const { tab } = await openTab('phone');
    const look = async (kind: string) => {
      const found: unknown = await tab.evaluate(`(() => {
        const card = [...document.querySelectorAll('article')].find((one) => one.textContent.includes('${kind}'));
        const size = Number.parseFloat(getComputedStyle(card.querySelector('.text')).fontSize);
        return { size, ground: getComputedStyle(card).backgroundColor, height: card.offsetHeight };
      })()`);
      return found as { size: number; ground: string; height: number };
    };
    const [paid, sent, hidden] = [
      await look('Sent to an imitation'),
      await look('Sent to itself'),
      await look('Hidden'),
    ];
    expect(paid.size).toBeGreaterThan(sent.size);
    expect(paid.ground).not.toBe(sent.ground);
    expect(hidden.size).toBeLessThan(sent.size);
    expect(hidden.height).toBeLessThan(paid.height);
    const dates = await tab.locator('article time').allTextContents();
    expect(dates).toEqual(everyKind.map(() => expect.stringMatching(/^Jan 2.* 8:3\d:\d\d/)));
  });

  it('adds, edits, pauses, resumes and removes a wallet, and names the field at fault', async () => {
    const { tab } = await openTab('phone');
    await tab.locator('#wallets summary').click();
    await addWallet(tab, savings.slice(1));
    await tab.getByText('is not an address').waitFor();
    expect(await tab.getByLabel('Address', { exact: true }).getAttribute('aria-invalid')).toBe('true');
    await tab.getByLabel('Address', { exact: true }).fill(savings);
    await tab.getByRole('textbox', { name: 'Label' }).fill('Savings <b>');
    await tab.getByRole('button', { name: 'Watch', exact: true }).click();
    const row = tab.locator('#wallets li').filter({ hasText: 'Savings <b>' });
    await row.getByText('waits for its first poll').waitFor();
    await row.getByRole('button', { name: 'Edit' }).click();
    expect(await tab.getByLabel('Address', { exact: true }).isVisible()).toBe(false);
    expect(await tab.locator('#wallet-key').textContent()).toBe(`${checksumAddress(savings)} on eth`);
    await tab.getByLabel('Smallest amount', { exact: true }).fill('ten');
    await tab.getByRole('button', { name: 'Save', exact: true }).click();
    await tab.getByText('Smallest amount: "ten" is not an amount').waitFor();
    await tab.getByLabel('Smallest amount', { exact: true }).fill('10');
    await tab.getByRole('button', { name: 'Save', exact: true }).click();
    await tab.getByText('is changed from the next poll on').waitFor();
    await row.getByRole('button', { name: 'Pause' }).click();
    await row.getByText('paused').waitFor();
    await row.getByRole('button', { name: 'Resume' }).click();
    await row.getByText('waits for its first poll').waitFor();
    await row.getByRole('button', { name: 'Remove' }).click();
    await row.getByRole('button', { name: 'Really remove' }).click();
    await tab.getByText('is no longer watched').waitFor();
    await row.waitFor({ state: 'detached' });
  });

  it('names an address, and renames it', async () => {
    const { tab } = await openTab('phone');
    const contacts = tab.locator('#contacts');
    const form = tab.locator('dialog#contact');
    await contacts.locator('summary').click();
    await contacts.getByRole('button', { name: 'Add a contact' }).click();
    await form.getByLabel('Contact address').fill(savings);
    await form.getByRole('button', { name: 'Add' }).click();
    await form.getByText('a contact needs a name').waitFor();
    expect(await form.getByLabel('Name').getAttribute('aria-invalid')).toBe('true');
    await form.getByLabel('Name').fill('Supplier <b>');
    await form.getByLabel('Tags').fill('eu,monthly');
    await form.getByRole('button', { name: 'Add' }).click();
    const row = contacts.locator('li').filter({ hasText: 'Supplier <b>' });
    await row.getByText('eu, monthly').waitFor();
    expect(await row.locator('code').textContent()).toBe(shortAddress(savings));
    await row.getByRole('button', { name: 'Edit' }).click();
    expect(await form.locator('.key').textContent()).toBe(checksumAddress(savings));
    await form.getByLabel('Name').fill('Landlord');
    await form.getByRole('button', { name: 'Save' }).click();
    await contacts.locator('li').filter({ hasText: 'Landlord' }).getByText('eu, monthly').waitFor();
    await contacts.getByRole('button', { name: 'Add a contact' }).click();
    await form.getByLabel('Contact address').fill(savings);
    await form.getByLabel('Name').fill('Owner');
    await form.getByRole('button', { name: 'Add' }).click();
    const renamed = contacts.locator('li').filter({ hasText: 'Owner' });
    await renamed.getByText('eu, monthly').waitFor();
    expect(await faultsOf(tab)).toEqual([]);
    await renamed.getByRole('button', { name: 'Remove' }).click();
    await renamed.getByRole('button', { name: 'Really remove' }).click();
    await contacts.getByText('No address has a name yet.').waitFor();
  });

  it('begins an edit at the faulty field, and shows the full address', async () => {
    const Key = { wallet: savings, chain: 'eth' };
    await putRow(embedded.aws, { ...Key, label: 'Faulty', minAmount: 'ten' });
    onTestFinished(async () => {
      const { dynamodb, tables } = embedded.aws;
      await documentClient(dynamodb).send(new DeleteCommand({ TableName: tables.watchlist, Key }));
    });
    const { tab } = await openTab('phone');
    await tab.locator('#wallets summary').click();
    await tab.getByRole('button', { name: 'Edit Faulty' }).click();
    expect(await tab.evaluate('document.activeElement.name')).toBe('minAmount');
    expect(await tab.getByLabel('Smallest amount', { exact: true }).getAttribute('aria-invalid')).toBe(
      'true',
    );
    await tab.locator('#wallet-answer').getByText('Smallest amount: "ten" is not an amount').waitFor();
    expect(await tab.locator('#wallet-key').textContent()).toBe(`${checksumAddress(savings)} on eth`);
    const hidden =
      "(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.querySelector('#wallet-key'))";
    expect(await tab.evaluate(hidden)).toBe(0);
    expect(await faultsOf(tab)).toEqual([]);
  });

  it("trusts a hidden transfer's token in the row that hid it", async () => {
    const { tab } = await openTab('desktop');
    await addWallet(tab, treasury);
    await tab.getByText('from the next poll on').waitFor();
    const card = tab.locator('article[data-kind=hidden]');
    await card.getByRole('button', { name: 'Not spam' }).click();
    await card.getByText('Its token is trusted').waitFor();
    const rows: unknown = await (await fetch(`${page.address}/wallets`)).json();
    expect(JSON.stringify(rows)).toContain(`"trustTokens":"0x${'77'.repeat(20)}"`);
  });

  it('makes one request for the wallets at a time, and also shows a slow answer', async () => {
    const { tab } = await openTab('desktop');
    let [asked, atOnce, most] = [0, 0, 0];
    await tab.route('**/wallets', async (route) => {
      asked += 1;
      atOnce += 1;
      most = Math.max(most, atOnce);
      await tab.waitForTimeout(1_500);
      atOnce -= 1;
      const slow = {
        wallet: savings,
        chain: 'eth',
        shown: savings,
        label: `Answer ${asked}`,
        attributes: {},
      };
      await route.fulfill({ json: [{ ...slow, state: 'ok', problem: null, lastAlertAt: null }] });
    });
    for (let n = 0; n < 4; n += 1) {
      await tab.evaluate("import('/wallets.js').then(({ refreshWallets }) => void refreshWallets())");
      await tab.waitForTimeout(400);
    }
    await tab.locator('#wallets li').filter({ hasText: 'Answer' }).waitFor();
    expect([most, asked]).toEqual([1, expect.toSatisfy((count) => count <= 2)]);
  });

  it('searches by words, kind and day, and shows the number of results', async () => {
    const { tab } = await openTab('desktop');
    const shown = () => tab.locator('article').filter({ visible: true }).count();
    await tab.getByText('Operations 1', { exact: true }).click();
    expect(await shown()).toBe(1);
    await tab.getByText(/^Everything/).click();
    await tab.getByLabel('Search', { exact: true }).fill('binance  RECEIVED');
    const found = await shown();
    expect(found).toBeGreaterThan(0);
    expect(found).toBeLessThan(everyKind.length);
    expect(await tab.getByText(/^Everything/).textContent()).toBe(`Everything ${found}`);
    await tab.getByLabel('Search', { exact: true }).fill('nothing of the kind');
    await tab.getByText('No matching entries').waitFor();
    await tab.getByLabel('Search', { exact: true }).fill('');
    await tab.getByLabel('From', { exact: true }).fill('2026-01-04');
    expect(await shown()).toBe(0);
    await tab.getByLabel('From', { exact: true }).fill('2026-01-01');
    await tab.getByLabel('To', { exact: true }).fill('2026-01-04');
    expect(await shown()).toBe(everyKind.length);
  });

  it('says what its buttons do', async () => {
    const { tab } = await openTab('phone');
    await tab.getByRole('button', { name: 'Storm' }).click();
    await tab.getByText('Storm played.').waitFor();
  });
});
