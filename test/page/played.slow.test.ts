import { describe, expect, it } from 'vitest';
import { startLocal } from '../local/local-process.ts';
import { hasChromium, sizes, startBrowser } from './browser.ts';

describe.skipIf(!hasChromium)('the page of npm start', { timeout: 300_000 }, () => {
  it('lets a newcomer play everything in two minutes, in the order of its buttons', async (test) => {
    const local = startLocal(test, []);
    const address = await local.page();
    const browser = await startBrowser();
    test.onTestFinished(() => browser.close());
    const tab = await browser.newPage({ viewport: sizes.desktop });
    tab.setDefaultTimeout(60_000);
    await tab.goto(address);
    const seen = (kind: string, text: RegExp) =>
      tab.locator('article').filter({ hasText: kind }).filter({ hasText: text });
    // Waits for the story's own alerts: those of the buttons come beside them.
    await seen('Sent', /4,800 USDC/).waitFor({ timeout: 120_000 });
    const began = Date.now();
    const play = async (name: string, kind: string, text: RegExp) => {
      const before = await seen(kind, text).count();
      await tab.getByRole('button', { name, exact: true }).click();
      await seen(kind, text).nth(before).waitFor();
    };
    await play('Receive a transfer', 'Received', /1,\d{3} USDC/);
    await play('Spam', 'Hidden', /web address|lure|spam/i);
    await play('Poisoning', 'Look-alike address', /imitates/);
    await play('Storm', 'Digest', /40 transfers/);
    // No explorer knows of these transfers, so nothing names one.
    for (const kind of ['Digest', 'Watching']) {
      await seen(kind, /Treasury/)
        .getByRole('button')
        .first()
        .click();
    }
    await tab.locator('article.open .telegram').nth(1).waitFor();
    expect(await tab.locator('article a').count()).toBe(0);
    expect(await tab.locator('main').textContent()).not.toMatch(/etherscan|polygonscan|The wallet's page/);
    await play('Re-org', 'Cancelled', /25 WETH/);
    // If only one wallet is due while the API fails, only that wallet is blamed.
    await play('API fault', 'Chainbell', /(answers|can be polled) again/);
    await tab.getByRole('button', { name: 'Node fault', exact: true }).click();
    await seen('Operations', /The node of polygon is down/).waitFor();
    await seen('Operations', /A chain's node is up again/).waitFor();
    const mended = tab.locator('#wallets li').filter({ hasText: 'Savings' });
    await mended.getByRole('button', { name: 'Edit' }).click();
    await tab.getByLabel('Smallest amount', { exact: true }).fill('10');
    await tab.getByRole('button', { name: 'Save', exact: true }).click();
    await seen('Operations', /mended/).waitFor();
    expect(Date.now() - began).toBeLessThan(120_000);
  });
});
