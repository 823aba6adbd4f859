import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { startLocal } from '../local/local-process.ts';
import { sizes, startBrowser } from '../page/browser.ts';

const pictureOf = (name: string) =>
  fileURLToPath(new URL(`../../docs/pictures/${name}.png`, import.meta.url));

/** The page of `npm start` after its story, on a desktop with an alert open, and on a phone. */
export async function drawPage(): Promise<readonly string[]> {
  const local = startLocal({ onTestFinished() {} }, []);
  const browser = await startBrowser();
  try {
    const address = await local.page();
    const open = async (viewport: (typeof sizes)[keyof typeof sizes]): Promise<Page> => {
      const page = await browser.newPage({ viewport, deviceScaleFactor: 1.5 });
      await page.goto(address);
      const last = page.locator('article').filter({ hasText: '4,800 USDC' });
      await last.first().waitFor({ timeout: 120_000 });
      // Waits until the newest entry has faded in.
      await page.waitForTimeout(1_000);
      return page;
    };
    const desktop = await open(sizes.desktop);
    await desktop.screenshot({ path: pictureOf('page') });
    await desktop.locator('article').filter({ hasText: 'Look-alike' }).getByRole('button').first().click();
    await desktop.locator('article.open').screenshot({ path: pictureOf('page-forms') });
    const phone = await open(sizes.phone);
    await phone.screenshot({ path: pictureOf('page-phone') });
    return ['page', 'page-forms', 'page-phone'];
  } finally {
    await local.interrupt();
    await browser.close();
  }
}
