import { existsSync, globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const guide = readFileSync(`${root}CONTRIBUTING.md`, 'utf8');
const section = (heading: string) => guide.split(/^## /m).find((one) => one.startsWith(`${heading}\n`)) ?? '';
const filesIn = (text: string) => Array.from(text.matchAll(/`([\w./-]+\.ts)`/g), ([, file = '']) => file);
/** Files to open or change, whether the text sets them in quotes or not; generated ones are no work. */
const countIn = (text: string) => new Set(text.match(/[\w./-]+\.(?:ts|js|json|md)\b/g)).size;
/** One setting, one chat service and one kind of alert touch a table of the docs and an example each as well; a node shows five things. */
const longer = new Map([
  ['One setting', 8],
  ['One chat service', 9],
  ['One kind of alert', 6],
  ['How an SMS reads', 5],
  ['What a node shows', 8],
]);
/** Each walk's heading with its text. */
const walks = [...section('Walks').matchAll(/^- \*\*(.+?)\*\*: ([\s\S]+?)(?=^- |^House)/gm)].map(
  ([, name = '', text = '']) => ({ name, files: filesIn(text), count: countIn(text) }),
);

it('a transfer is followed from the schedule to Telegram in 25 files, which exist', () => {
  const files = filesIn(section('One transfer, from the schedule to Telegram'));
  expect(new Set(files).size).toBe(25);
  const paths = files.map((file) => (file.startsWith('lib/') ? file : `functions/${file}`));
  expect(paths.filter((path) => !existsSync(root + path))).toEqual([]);
});

describe('the walks of CONTRIBUTING.md', () => {
  it('are ten', () => {
    expect(walks).toHaveLength(10);
  });

  it.each(walks)(
    '$name: at most four files but for the longer ones, and they exist',
    ({ name, files, count }) => {
      expect(files.length).toBeGreaterThan(0);
      expect(count).toBeLessThanOrEqual(longer.get(name) ?? 4);
      expect(files.filter((file) => !existsSync(root + file))).toEqual([]);
    },
  );
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
