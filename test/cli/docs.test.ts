import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readRow } from '../../functions/wallet/read-row.ts';
import { commands } from '../../lib/cli/frame/commands.ts';
import { treasury } from '../support/alerts.ts';
import { readSection } from '../support/docs/docs-section.ts';
import { run } from './chainbell.ts';
import { actionsTable, summaryTable } from './command-table.ts';
import { policyFile, policyText, roleNames, rolePolicy, roles } from './role-policies.ts';

describe('docs/security.md', () => {
  it("has the commands' actions from the code (npm run docs:commands)", async () => {
    expect(readSection('examples/policies/README', 'actions')).toBe(await actionsTable());
  });

  it.each(roleNames)("has a policy for the %s, with what that role's commands need", async (role) => {
    expect(readFileSync(policyFile(role), 'utf8')).toBe(await policyText(role));
    const page = readFileSync(new URL('../../docs/security.md', import.meta.url), 'utf8');
    expect(page).toContain(`| ${roles[role].map((name) => `\`${name}\``).join(', ')} |`);
    // IAM's maximum length of a customer policy, without white space.
    expect(JSON.stringify(await rolePolicy(role)).length).toBeLessThan(6_144);
  });

  it('has a role for every command', async () => {
    const ofRoles = Object.values(roles).flat();
    const calling = await Promise.all(
      commands.map(async ({ name, load }) => ((await load()).permissions.length > 0 ? [name] : [])),
    );
    expect([...ofRoles].sort()).toEqual(calling.flat().sort());
  });
});

it.each(['docs/reference.md', 'lib/cli/watchlist/add.ts'])('%s adds a row that can be read', (file) => {
  const page = readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');
  const [, chain = '', minAmount] = /add 0xYourWallet --chain (\S+) .*'minAmount=(.*?)'/.exec(page) ?? [];
  expect(minAmount).toContain('USDC');
  expect(readRow({ wallet: treasury, chain, minAmount }).minAmount.byToken.size).toBe(1);
});

describe('docs/reference.md', () => {
  it('has the commands from the code (npm run docs:commands)', () => {
    expect(readSection('reference', 'commands')).toBe(summaryTable());
  });

  it('shows only options that exist', async () => {
    const page = readFileSync(new URL('../../docs/reference.md', import.meta.url), 'utf8');
    const shown = [...page.matchAll(/^(?:.*[|<] )?npx chainbell (\S+)(.*)$/gm)];
    expect(shown.length).toBeGreaterThan(5);
    for (const [, name = '', rest = ''] of shown) {
      expect(commands.map((command) => command.name)).toContain(name);
      const { stdout } = await run([name, '--help']);
      for (const [option] of rest.matchAll(/--[a-z-]+/g)) expect(`${name}: ${stdout}`).toContain(option);
    }
  });
});
