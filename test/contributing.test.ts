import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const root = new URL('..', import.meta.url).pathname;
const guide = readFileSync(`${root}CONTRIBUTING.md`, 'utf8');
/** Each walk's heading with its text. */
const walks = [...guide.matchAll(/^- \*\*(.+?)\*\*: ([\s\S]+?)(?=^- |^## |^House)/gm)].map(
  ([, name = '', text = '']) => ({
    name,
    files: [...text.matchAll(/`([\w./-]+\.ts)`/g)].map(([, file = '']) => file),
  }),
);

describe('the walks of CONTRIBUTING.md', () => {
  it('are five', () => {
    expect(walks).toHaveLength(5);
  });

  it.each(walks)('$name: at most four files, which exist', ({ files }) => {
    expect(files.length).toBeGreaterThan(0);
    expect(files.length).toBeLessThanOrEqual(4);
    expect(files.filter((file) => !existsSync(root + file))).toEqual([]);
  });
});

it('every path of functions/, lib/ and test/ that the documents name exists', () => {
  const pages = [
    'CONTRIBUTING.md',
    'README.md',
    ...[
      'alert',
      'guarantees',
      'guide',
      'poisoning',
      'runbook',
      'security',
      'settings',
      'spam',
      'watchlist',
    ].map((page) => `docs/${page}.md`),
  ];
  const named = pages.flatMap((page) =>
    [...readFileSync(root + page, 'utf8').matchAll(/\b((?:functions|lib|test)\/[\w./-]*\w)/g)].map(
      ([, path = '']) => path,
    ),
  );
  expect(named.length).toBeGreaterThan(10);
  expect([...new Set(named)].filter((path) => !existsSync(root + path))).toEqual([]);
});
