import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = new URL('..', import.meta.url).pathname;

/** What Biome, with the project's rules, says of a file with this text at this path of a project. */
function lint(path: string, text: string): string {
  const project = mkdtempSync(join(tmpdir(), 'chainbell-lint-'));
  try {
    mkdirSync(join(project, dirname(path)), { recursive: true });
    writeFileSync(join(project, path), text);
    copyFileSync(join(root, 'biome.json'), join(project, 'biome.json'));
    const biome = join(root, 'node_modules/.bin/biome');
    return String(spawnSync(biome, ['lint', '--vcs-enabled=false', '.'], { cwd: project }).stderr);
  } finally {
    rmSync(project, { recursive: true });
  }
}

describe('the borders between folders', () => {
  const importOf = (path: string) => `import * as planted from '${path}';\nexport const use = planted;\n`;

  it.each([
    '../../lib/table-keys.ts',
    '../../bin/app.ts',
    '../../test/support/alerts.ts',
    '../../../lib/aws/topics.ts',
  ])('refuse an import of %s from functions/', (path) =>
    expect(lint('functions/wallet/planted.ts', importOf(path))).toContain('noRestrictedImports'),
  );

  it.each([
    ['dispatch-polls', 'poll-wallets'],
    ['poll-wallets', 'dispatch-polls'],
  ])('refuse an import from %s in %s', (other, room) => {
    const planted = importOf(`../${other}/handler.ts`);
    expect(lint(`functions/${room}/planted.ts`, planted)).toContain('noRestrictedImports');
    expect(lint(`functions/${room}/planted.ts`, importOf('../../lib/local/run.ts'))).toContain(
      'noRestrictedImports',
    );
    expect(lint(`functions/${room}/planted.ts`, importOf('../polls/poll-message.ts'))).not.toContain(
      'noRestrictedImports',
    );
  });

  it('let functions/ import functions/, and lib/ import functions/', () => {
    expect(lint('functions/wallet/planted.ts', importOf('../chain/chain.ts'))).not.toContain(
      'noRestrictedImports',
    );
    expect(lint('lib/local/planted.ts', importOf('../../functions/chain/chains.ts'))).not.toContain(
      'noRestrictedImports',
    );
  });
});
