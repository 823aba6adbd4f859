import { commands } from '../../lib/cli/frame/commands.ts';
import { awsParts, type Permission } from '../../lib/cli/frame/permissions.ts';
import { markdownTable } from '../support/docs-section.ts';

/** The commands, for docs/command-line.md. */
export function summaryTable(): string {
  return markdownTable(
    ['command', 'what it does'],
    commands.map(({ name, summary }) => [`\`${name}\``, summary]),
  );
}

/** What AWS must allow for each, for docs/permissions.md. */
export async function actionsTable(): Promise<string> {
  const rows = await Promise.all(
    commands.map(async ({ name, load }) => {
      const { permissions } = await load();
      if (permissions.length === 0) return [[`\`${name}\``, 'none: it calls nothing of AWS', '']];
      return permissions.map((permission, i) => [
        i === 0 ? `\`${name}\`` : '',
        `\`${permission.action}\``,
        placeOf(permission),
      ]);
    }),
  );
  return markdownTable(['command', 'action', 'on'], rows.flat());
}

function placeOf({ on, when, without }: Permission): string {
  const notes = [when, without && `without it ${without}`].filter(Boolean).join('; ');
  return [on.map((part) => awsParts[part].words).join(', '), notes && `(${notes})`].filter(Boolean).join(' ');
}
