import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Alert } from '../../functions/alert/alert.ts';
import { executablePath, hasChromium } from '../page/browser.ts';
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
const run = promisify(execFile);
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

const scratch = await mkdtemp(join(tmpdir(), 'chainbell-pictures-'));
try {
  for (const [kind, pageOf] of Object.entries(chatPages)) {
    const html = join(scratch, `${kind}.html`);
    await writeFile(html, pageOf(alerts));
    const picture = fileURLToPath(new URL(`../../docs/pictures/${kind}.png`, import.meta.url));
    await run(executablePath, [
      ...['--headless', '--no-sandbox', '--disable-gpu', '--no-first-run', '--hide-scrollbars'],
      ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
      `--user-data-dir=${join(scratch, kind)}`,
      '--force-device-scale-factor=1.5',
      '--window-size=390,1410',
      `--screenshot=${picture}`,
      `file://${html}`,
    ]);
    process.stdout.write(`docs/pictures/${kind}.png\n`);
  }
  for (const name of await drawPage()) process.stdout.write(`docs/pictures/${name}.png\n`);
} finally {
  await rm(scratch, { recursive: true, force: true });
}
