import { readFileSync, writeFileSync } from 'node:fs';

const page = (name: string) => new URL(`../../../docs/${name}.md`, import.meta.url);
const parts = (name: string, section: string) =>
  readFileSync(page(name), 'utf8').split(new RegExp(`<!-- ${section}(?: end)? -->\n`));

/** The text of a docs/ page between `<!-- section -->` and `<!-- section end -->`. */
export function readSection(name: string, section: string): string {
  const [, between, after] = parts(name, section);
  if (between === undefined || after === undefined) throw new Error(`docs/${name}.md has no ${section}`);
  return between.trimEnd();
}

/** Puts a text into the section. */
export function writeSection(name: string, section: string, text: string): void {
  const [before, , after] = parts(name, section);
  if (before === undefined || after === undefined) throw new Error(`docs/${name}.md has no ${section}`);
  writeFileSync(page(name), `${before}<!-- ${section} -->\n${text}\n<!-- ${section} end -->\n${after}`);
}

/** A Markdown table of these rows. */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)].join('\n');
}
