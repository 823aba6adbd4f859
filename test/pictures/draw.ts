import { fileURLToPath } from 'node:url';
import type { Alert } from '../../functions/alert/alert.ts';
import { withPeople } from '../../functions/alert/compose/compose-transfer.ts';
import { parseAddress } from '../../functions/chain/address.ts';
import { executablePath, hasChromium, startBrowser } from '../page/browser.ts';
import {
  describedTransfer,
  digestAlert,
  exchange,
  lookalikeOf,
  poisoningAlert,
  revertedAlert,
  toExchange,
  toImitation,
  transferAlert,
} from '../support/alerts.ts';
import { chatPages } from './chat-pages.ts';
import { drawPage } from './draw-page.ts';

/**
 * `npm run docs:pictures`: draws docs/pictures/ in Chromium (Debian's package, or the one that CHROMIUM names): alerts
 * on a phone 390 points wide, and the page of the local run.
 */
if (!hasChromium) throw new Error(`There is no Chromium at ${executablePath}: set CHROMIUM to where one is.`);

const weth = {
  address: parseAddress('0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2'),
  name: 'Wrapped Ether',
  symbol: 'WETH',
  decimals: 18,
};
const usd = { amount: '9000', price: '3000', at: '2026-01-02T03:00:00.000Z', confidence: 0.99 };
const people = new Map([[exchange, { name: 'Supplier', isOwn: false }]]);

const alerts: readonly Alert[] = [
  withPeople(transferAlert({ transfer: { value: 3n * 10n ** 18n, usd }, token: weth }), people),
  transferAlert({ transfer: toExchange }),
  withPeople(poisoningAlert(), people),
  withPeople(transferAlert({ transfer: toImitation, lookalike: lookalikeOf() }), people),
  digestAlert({
    transfers: Array.from({ length: 12 }, (_, n) => describedTransfer({ value: BigInt(n + 1) * 1_000_000n })),
  }),
  revertedAlert(),
];

const browser = await startBrowser();
try {
  const page = await browser.newPage({ viewport: { width: 390, height: 600 }, deviceScaleFactor: 1.5 });
  for (const [kind, pageOf] of Object.entries(chatPages)) {
    await page.setContent(pageOf(alerts));
    const path = fileURLToPath(new URL(`../../docs/pictures/${kind}.png`, import.meta.url));
    await page.screenshot({ path, fullPage: true });
    process.stdout.write(`docs/pictures/${kind}.png\n`);
  }
} finally {
  await browser.close();
}
for (const name of await drawPage()) process.stdout.write(`docs/pictures/${name}.png\n`);
