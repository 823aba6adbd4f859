import { readFileSync } from 'node:fs';

/** The anchors that GitHub gives the headings of docs/runbook.md: one that comes again has a number. */
export function runbookAnchors(): string[] {
  const runbook = readFileSync(new URL('../../docs/runbook.md', import.meta.url), 'utf8');
  const withoutCode = runbook.replace(/^```.*?^```$/gms, '');
  const counts = new Map<string, number>();
  return Array.from(withoutCode.matchAll(/^#{1,6} (.*)$/gm), ([, heading = '']) => {
    const slug = heading
      .trim()
      .toLowerCase()
      .replace(/[^\w\- ]/g, '')
      .replaceAll(' ', '-');
    const before = counts.get(slug) ?? 0;
    counts.set(slug, before + 1);
    return before === 0 ? slug : `${slug}-${before}`;
  });
}
