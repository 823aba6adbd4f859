import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';

const root = new URL('..', import.meta.url).pathname;

/** What Biome says of a file with this text, as if it stood at this path. */
function lint(path: string, text: string): string {
  const biome = spawnSync('node_modules/.bin/biome', ['lint', `--stdin-file-path=${path}`], {
    cwd: root,
    input: text,
  });
  return String(biome.stderr) + String(biome.stdout);
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

  it('let functions/ import functions/, and lib/ import functions/', () => {
    expect(lint('functions/wallet/planted.ts', importOf('../chain/chain.ts'))).not.toContain(
      'noRestrictedImports',
    );
    expect(lint('lib/local/planted.ts', importOf('../../functions/chain/chain.ts'))).not.toContain(
      'noRestrictedImports',
    );
  });
});
