import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { anchorsIn } from '../support/docs/runbook-anchors.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const pages = [
  'README.md',
  'CONTRIBUTING.md',
  '.github/SECURITY.md',
  ...globSync('docs/**/*.md', { cwd: root }),
];
const textOf = (page: string) => readFileSync(join(root, page), 'utf8');
const withoutCode = (text: string) =>
  text.replaceAll(/^```[\s\S]*?^```$/gm, '').replaceAll(/`[^`\n]*`/g, '``');

describe.each(pages)('%s', (page) => {
  it('links only existing pages and headings', () => {
    const links = [...withoutCode(textOf(page)).matchAll(/\]\(([^)\s]+)\)/g)].map(([, to = '']) => to);
    const lost = links
      .filter((to) => !/^\w+:/.test(to))
      .filter((to) => {
        const [path = '', anchor] = to.split('#');
        const target = path === '' ? page : join(dirname(page), path);
        if (!existsSync(join(root, target))) return true;
        return anchor !== undefined && target.endsWith('.md') && !anchorsIn(textOf(target)).includes(anchor);
      });
    expect(lost).toEqual([]);
  });
});

it('README links every page of docs/', () => {
  const readme = textOf('README.md');
  const unknown = globSync('docs/*.md', { cwd: root }).filter((page) => !readme.includes(`](${page})`));
  expect(unknown).toEqual([]);
});
