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
import { describe, expect, it } from 'vitest';

const root = new URL('..', import.meta.url).pathname;
const configs = ['biome.json', 'biome.storeys.json'];

/** What Biome, with the project's rules, says of files with these texts at these paths of a project. */
function lint(texts: Record<string, string>): string {
  const project = mkdtempSync(join(tmpdir(), 'chainbell-lint-'));
  try {
    for (const [path, text] of Object.entries(texts)) {
      mkdirSync(join(project, dirname(path)), { recursive: true });
      writeFileSync(join(project, path), text);
    }
    for (const config of configs) copyFileSync(join(root, config), join(project, config));
    const biome = join(root, 'node_modules/.bin/biome');
    return String(
      spawnSync(biome, ['lint', '--vcs-enabled=false', '--max-diagnostics=none', '.'], { cwd: project })
        .stderr,
    );
  } finally {
    rmSync(project, { recursive: true });
  }
}

const importOf = (path: string) => `import * as planted from '${path}';\nexport const use = planted;\n`;
const typeOf = (path: string) => `import type { Planted } from '${path}';\nexport type Use = Planted;\n`;

interface Override {
  includes: string[];
  linter: { rules: { style: { noRestrictedImports: { options: { patterns: { group: string[] }[] } } } } };
}

/** The rooms of functions/ from the lowest storey to the highest, each with those that it must not know. */
const storeys = (
  JSON.parse(readFileSync(join(root, 'biome.storeys.json'), 'utf8')) as { overrides: Override[] }
).overrides.map(({ includes: [folder = ''], linter }) => ({
  room: /^functions\/([\w-]+)\/\*\*$/.exec(folder)?.[1] ?? '',
  barred: linter.rules.style.noRestrictedImports.options.patterns
    .slice(1)
    .flatMap(({ group }) => group.map((one) => one.replaceAll(/\*\*\/|\/\*\*/g, ''))),
}));
const rooms = storeys.map(({ room }) => room);
/** The top storey, whose rooms don't know each other. */
const functions = ['dispatch-polls', 'poll-wallets', 'deliver-alerts'];

describe('the storeys of functions/', () => {
  it('hold every room, and no file beside the rooms', () => {
    expect(readdirSync(join(root, 'functions')).toSorted()).toEqual(rooms.toSorted());
  });

  it('are in an order without circles: a room knows none above it, and no function another', () => {
    for (const [at, { room, barred }] of storeys.entries()) {
      const above = functions.includes(room)
        ? functions.filter((other) => other !== room)
        : rooms.slice(at + 1);
      expect([room, ...barred]).toEqual([room, ...above]);
    }
  });

  it('are held by the lint: nobody reaches up, in any room below the top, nor out of functions/', () => {
    const planted = Object.fromEntries(
      storeys.flatMap(({ room, barred: [above = ''] }) => [
        [`functions/${room}/up.ts`, importOf(`../${above}/planted.ts`)],
        [`functions/${room}/deep/up.ts`, typeOf(`../../${above}/deep/planted.ts`)],
        [`functions/${room}/out.ts`, importOf('../../lib/aws/planted.ts')],
        [`functions/${room}/tests.ts`, importOf('../../test/support/planted.ts')],
      ]),
    );
    const found = lint(planted);
    for (const path of Object.keys(planted)) expect(found).toMatch(new RegExp(`^${path}.*noRestricted`, 'm'));
  });

  it('let a room know those below it, and lib/ any', () => {
    const planted = Object.fromEntries(
      storeys
        .slice(1)
        .map(({ room }, below) => [
          `functions/${room}/down.ts`,
          importOf(`../${functions.includes(rooms[below] ?? '') ? 'queue' : rooms[below]}/planted.ts`),
        ]),
    );
    const found = lint({ ...planted, 'lib/any.ts': importOf('../functions/poll-wallets/planted.ts') });
    expect(found).not.toContain('noRestrictedImports');
  });
});

describe('a promise that nobody waits for', () => {
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
  it('that know each other are refused, if only by their types', () => {
    const found = lint({ 'functions/spam/a.ts': typeOf('./b.ts'), 'functions/spam/b.ts': typeOf('./a.ts') });
    expect(found).toContain('noImportCycles');
  });
});
