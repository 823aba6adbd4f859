import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { commands } from '../../lib/cli/frame/commands.ts';
import { readSection } from '../support/docs-section.ts';
import { run } from './chainbell.ts';
import { actionsTable, summaryTable } from './command-table.ts';

describe('docs/command-line.md', () => {
  it('has the commands and their actions as the code has them (npm run docs:commands)', async () => {
    expect(readSection('command-line', 'commands')).toBe(summaryTable());
    expect(readSection('command-line', 'actions')).toBe(await actionsTable());
  });

  it('shows options that there are', async () => {
    const page = readFileSync(new URL('../../docs/command-line.md', import.meta.url), 'utf8');
    const shown = [...page.matchAll(/^(?:.*[|<] )?npx chainbell (\S+)(.*)$/gm)];
    expect(shown.length).toBeGreaterThan(5);
    for (const [, name = '', rest = ''] of shown) {
      expect(commands.map((command) => command.name)).toContain(name);
      const { stdout } = await run([name, '--help']);
      for (const [option] of rest.matchAll(/--[a-z-]+/g)) expect(`${name}: ${stdout}`).toContain(option);
    }
  });
});
