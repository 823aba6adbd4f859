import { commands } from '../../lib/cli/frame/commands.ts';
import { markdownTable } from '../support/docs-section.ts';

/** The tables of docs/command-line.md: what the commands do, and what AWS must allow for each. */
export function summaryTable(): string {
  return markdownTable(
    ['command', 'what it does'],
    commands.map(({ name, summary }) => [`\`${name}\``, summary]),
  );
}

export async function actionsTable(): Promise<string> {
  const rows = await Promise.all(
    commands.map(async ({ name, load }) => {
      const { permissions } = await load();
      return permissions.map(({ action, on }, i) => [i === 0 ? `\`${name}\`` : '', `\`${action}\``, on]);
    }),
  );
  return markdownTable(['command', 'action', 'on'], rows.flat());
}
