import { existsSync, globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const root = new URL('..', import.meta.url).pathname;
const guide = readFileSync(`${root}CONTRIBUTING.md`, 'utf8');
const section = (heading: string) => guide.split(/^## /m).find((one) => one.startsWith(`${heading}\n`)) ?? '';
const filesIn = (text: string) => Array.from(text.matchAll(/`([\w./-]+\.ts)`/g), ([, file = '']) => file);
/** Each walk's heading with its text. */
const walks = [...section('Walks').matchAll(/^- \*\*(.+?)\*\*: ([\s\S]+?)(?=^- |^House)/gm)].map(
  ([, name = '', text = '']) => ({ name, files: filesIn(text) }),
);

it('a transfer is followed from the schedule to Telegram in 24 files, which exist', () => {
  const files = filesIn(section('One transfer, from the schedule to Telegram'));
  expect(new Set(files).size).toBe(24);
  const paths = files.map((file) => (file.startsWith('lib/') ? file : `functions/${file}`));
  expect(paths.filter((path) => !existsSync(root + path))).toEqual([]);
});

describe('the walks of CONTRIBUTING.md', () => {
  it('are nine', () => {
    expect(walks).toHaveLength(9);
  });

  it.each(walks)('$name: at most four files, which exist', ({ files }) => {
    expect(files.length).toBeGreaterThan(0);
    expect(files.length).toBeLessThanOrEqual(4);
    expect(files.filter((file) => !existsSync(root + file))).toEqual([]);
  });
});

it('every path of functions/, lib/ and test/ that the documents name exists', () => {
  const pages = ['CONTRIBUTING.md', 'README.md', ...globSync('docs/*.md', { cwd: root })];
  const named = pages.flatMap((page) =>
    [...readFileSync(root + page, 'utf8').matchAll(/\b((?:functions|lib|test)\/[\w./-]*\w)/g)].map(
      ([, path = '']) => path,
    ),
  );
  expect(named.length).toBeGreaterThan(10);
  expect([...new Set(named)].filter((path) => !existsSync(root + path))).toEqual([]);
});
