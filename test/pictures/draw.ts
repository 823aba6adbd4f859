import { fileURLToPath } from 'node:url';
import type { Alert } from '../../functions/alert/alert.ts';
import { executablePath, hasChromium, startBrowser } from '../page/browser.ts';
import {
  describedTransfer,
  digestAlert,
  exchange,
  lookalikeOf,
  poisoningAlert,
  revertedAlert,
  transferAlert,
} from '../support/alerts.ts';
import { chatPages } from './chat-pages.ts';
import { drawPage } from './draw-page.ts';

/**
 * `npm run docs:pictures`: draws docs/pictures/ in Chromium (Debian's package, or the one that CHROMIUM names): how alerts
 * read on a phone 390 points wide, and the page of the local run.
 */
if (!hasChromium) throw new Error(`There is no Chromium at ${executablePath}: set CHROMIUM to where one is.`);

const alerts: readonly Alert[] = [
  transferAlert(),
  transferAlert({ transfer: { direction: 'out', to: { address: exchange, label: 'Binance 14' } } }),
  poisoningAlert(),
  transferAlert({ transfer: { direction: 'out' }, lookalike: lookalikeOf() }),
  digestAlert({
    transfers: Array.from({ length: 12 }, (_, n) => describedTransfer({ value: BigInt(n + 1) * 1_000_000n })),
  }),
  revertedAlert(),
];

const browser = await startBrowser();
try {
  const page = await browser.newPage({ viewport: { width: 390, height: 1410 }, deviceScaleFactor: 1.5 });
  for (const [kind, pageOf] of Object.entries(chatPages)) {
    await page.setContent(pageOf(alerts));
    const path = fileURLToPath(new URL(`../../docs/pictures/${kind}.png`, import.meta.url));
    await page.screenshot({ path });
    process.stdout.write(`docs/pictures/${kind}.png\n`);
  }
} finally {
  await browser.close();
}
for (const name of await drawPage()) process.stdout.write(`docs/pictures/${name}.png\n`);
