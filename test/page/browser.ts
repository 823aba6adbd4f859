import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Browser, chromium, type Page } from 'playwright-core';

/** Debian's package, or the one that CHROMIUM names. */
export const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';

export const hasChromium = existsSync(executablePath);

export const sizes = { phone: { width: 375, height: 667 }, desktop: { width: 1280, height: 900 } } as const;

export function startBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** All faults that axe finds in a page, one a line, including its best practices. */
export async function faultsOf(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  const faults: unknown = await page.evaluate(`axe.run(document).then(({ violations }) =>
    violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => id + ': ' + html.slice(0, 160) + ' ' + failureSummary)))`);
  return faults as string[];
}
