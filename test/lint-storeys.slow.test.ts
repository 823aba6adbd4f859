import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));

/** A program's stderr in a project with the lint's rules and files with these texts at these paths. */
function complaints(texts: Record<string, string>, program: string, args: readonly string[]): string {
  const cwd = mkdtempSync(join(tmpdir(), 'chainbell-lint-'));
  try {
    for (const [path, text] of Object.entries(texts)) {
      mkdirSync(join(cwd, dirname(path)), { recursive: true });
      writeFileSync(join(cwd, path), text);
    }
    for (const rules of ['biome.json', 'CONTRIBUTING.md']) copyFileSync(join(root, rules), join(cwd, rules));
    return String(spawnSync(program, args, { cwd }).stderr);
  } finally {
    rmSync(cwd, { recursive: true });
  }
}

const lint = (texts: Record<string, string>) =>
  complaints(texts, join(root, 'node_modules/.bin/biome'), [
    'lint',
    '--vcs-enabled=false',
    '--max-diagnostics=none',
    '.',
  ]);

const rooms = readdirSync(join(root, 'functions'));
const someFile = Object.fromEntries(rooms.map((room) => [`functions/${room}/some.ts`, '']));
const lintStoreys = (texts: Record<string, string>) =>
  complaints({ ...someFile, ...texts }, process.execPath, [join(root, 'bin/lint-storeys.ts')]);

const importOf = (path: string) => `import * as planted from '${path}';\nexport const use = planted;\n`;
const typeOf = (path: string) => `import type { Planted } from '${path}';\nexport type Use = Planted;\n`;

/** The table's rooms from the lowest storey to the highest; those of the top storey may not import one another. */
const table = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8').match(/^\| \d \| `[^|]+/gm) ?? [];
const [top = [], ...below] = table.map((row) => row.match(/(?<=`)[\w-]+(?=`)/g) ?? []);
const ordered = below.toReversed().flat();

describe('the storeys of functions/', () => {
  it('include every room, and there is no file outside the rooms', () => {
    expect([...ordered, ...top].toSorted()).toEqual(rooms);
    expect(lintStoreys({ 'functions/attic/box.ts': '', 'functions/beside.ts': '' })).toBe(
      'functions/attic/box.ts: its room has no storey in CONTRIBUTING.md.\nfunctions/beside.ts: its room has no storey in CONTRIBUTING.md.\n',
    );
    const { 'functions/spam/some.ts': _, ...others } = someFile;
    expect(complaints(others, process.execPath, [join(root, 'bin/lint-storeys.ts')])).toBe(
      'CONTRIBUTING.md: there is no room spam.\n',
    );
  });

  it('are enforced by the lint: no import leads up, or out of functions/', () => {
    const above = (at: number) => ordered[at + 1] ?? top[0];
    const planted = Object.fromEntries([
      ...ordered.flatMap((room, at) => [
        [`functions/${room}/up.ts`, importOf(`../${above(at)}/planted.ts`)],
        [`functions/${room}/deep/up.ts`, typeOf(`../../${above(at)}/deep/planted.ts`)],
        [`functions/${room}/lazy.ts`, `export const use = () => import('../${above(at)}/planted.ts');\n`],
      ]),
      ...top.map((room, at) => [`functions/${room}/other.ts`, importOf(`../${top.at(at - 1)}/planted.ts`)]),
      ...rooms.flatMap((room) => [
        [`functions/${room}/out.ts`, importOf('../../lib/aws/planted.ts')],
        [`functions/${room}/tests.ts`, importOf('../../test/support/planted.ts')],
      ]),
    ]);
    const found = lintStoreys(planted);
    expect(found.match(/^[^:]+/gm)?.toSorted()).toEqual(Object.keys(planted).toSorted());
  });

  it('let a room import itself and lower rooms, and lib/ any', () => {
    const planted = [...ordered, ...top].flatMap((room, at) => [
      [`functions/${room}/here.ts`, importOf('./deep/planted.ts')],
      ...ordered
        .slice(0, at)
        .map((lower) => [`functions/${room}/${lower}.ts`, importOf(`../${lower}/some.ts`)]),
    ]);
    const reachedDown = {
      ...Object.fromEntries(planted),
      'lib/any.ts': importOf('../functions/spam/some.ts'),
    };
    expect(lintStoreys(reachedDown)).toBe('');
  });
});

describe('a promise that is not awaited', () => {
  const publish = 'export async function publish(): Promise<void> {}\n';
  const use = (call: string) =>
    `import { publish } from './publish.ts';\nexport async function use() {\n  ${call};\n}\n`;

  it.each(['functions/spam', 'lib/aws', 'bin', 'test/spam'])('is refused in %s', (folder) => {
    const found = lint({
      [`${folder}/publish.ts`]: publish,
      [`${folder}/floats.ts`]: use('publish()'),
      [`${folder}/caught.ts`]: use('try { publish(); } catch { }'),
      [`${folder}/awaited.ts`]: use('await publish()'),
      [`${folder}/meant.ts`]: use('void publish()'),
      [`${folder}/condition.ts`]: use('if (publish()) return'),
    });
    const refused = Array.from(
      found.matchAll(/^\S+\/(\w+)\.ts:\S+ \S+\/(no\w+Promises)/gm),
      ([, ...at]) => at,
    );
    expect(refused.toSorted()).toEqual([
      ['caught', 'noFloatingPromises'],
      ['condition', 'noMisusedPromises'],
      ['floats', 'noFloatingPromises'],
    ]);
  });
});

describe('two files', () => {
  it('are refused if they import each other, even only types', () => {
    const found = lint({ 'functions/spam/a.ts': typeOf('./b.ts'), 'functions/spam/b.ts': typeOf('./a.ts') });
    expect(found).toContain('noImportCycles');
  });
});
