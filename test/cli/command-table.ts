import { commands } from '../../lib/cli/frame/commands.ts';
import type { Permission } from '../../lib/cli/frame/permissions.ts';
import { markdownTable } from '../support/docs-section.ts';
import { awsParts } from './aws-parts.ts';

/** The commands, for docs/reference.md. */
export function summaryTable(): string {
  return markdownTable(
    ['command', 'what it does'],
    commands.map(({ name, summary }) => [`\`${name}\``, summary]),
  );
}

/** What AWS must allow for each, for docs/security.md: a row a command, what it can do without in a column of its own. */
export async function actionsTable(): Promise<string> {
  const rows = await Promise.all(
    commands.map(async ({ name, load }) => {
      const { permissions } = await load();
      if (permissions.length === 0) return [`\`${name}\``, 'nothing: it calls nothing of AWS', ''];
      const byNote = Map.groupBy(permissions, noteOf);
      const always = listOf(byNote.get('') ?? []);
      const notes = Array.from(byNote).filter(([note]) => note !== '');
      return [`\`${name}\``, always, notes.map(([note, some]) => `${listOf(some)} (${note})`).join('; ')];
    }),
  );
  return markdownTable(['command', 'needs', 'and'], rows);
}

function listOf(permissions: readonly Permission[]): string {
  const placed = permissions.map(({ action, on }) => {
    const words = on.map((part) => awsParts[part].words).join(', ');
    return words === '' ? `\`${action}\`` : `\`${action}\` on ${words}`;
  });
  return placed.join('; ');
}

function noteOf({ when, without }: Permission): string {
  return [when, without && `without it ${without}`].filter(Boolean).join('; ');
}
