import { readFileSync } from 'node:fs';

/** The anchors of docs/runbook.md. */
export const runbookAnchors = (): string[] =>
  anchorsIn(readFileSync(new URL('../../../docs/runbook.md', import.meta.url), 'utf8'));

/** The anchors that GitHub gives a page's headings; a repeated one gets a number. */
export function anchorsIn(page: string): string[] {
  const withoutCode = page.replace(/^```.*?^```$/gms, '');
  const counts = new Map<string, number>();
  return Array.from(withoutCode.matchAll(/^#{1,6} (.*)$/gm), ([, heading = '']) => {
    const slug = heading
      .trim()
      .toLowerCase()
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-');
    const before = counts.get(slug) ?? 0;
    counts.set(slug, before + 1);
    return before === 0 ? slug : `${slug}-${before}`;
  });
}
