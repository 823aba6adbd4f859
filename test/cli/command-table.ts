import type { AwsPart, Permission } from '../../lib/cli/frame/command.ts';
import { commands } from '../../lib/cli/frame/commands.ts';
import { markdownTable } from '../support/docs/docs-section.ts';
import { awsParts } from './aws-parts.ts';

/** The commands, for docs/reference.md. */
export function summaryTable(): string {
  return markdownTable(
    ['command', 'what it does'],
    commands.map(({ name, summary }) => [`\`${name}\``, summary]),
  );
}

/** The actions that AWS must allow, for docs/examples/policies: a row for each action on a part, with the commands that call it. */
export async function actionsTable(): Promise<string> {
  const calls = await Promise.all(
    commands.map(async ({ name, load }) =>
      (await load()).permissions.flatMap(({ on, ...permission }) =>
        (on.length === 0 ? ['account' as const] : on).map((part) => ({
          ...permission,
          part,
          command: `\`${name}\``,
        })),
      ),
    ),
  );
  const byStatement = Map.groupBy(calls.flat(), statementOf);
  const rows = Array.from(byStatement).map(([statement, some]) => {
    const [always, atTimes] = [some.filter(isAlways), some.filter((call) => !isAlways(call))];
    return [statement, listOf(always), listOf(atTimes)];
  });
  return markdownTable(
    ['action', 'needed by', 'needed at times, or for a part of the answer, by'],
    rows.sort(([one = ''], [other = '']) => one.localeCompare(other)),
  );
}

interface Call extends Omit<Permission, 'on'> {
  readonly command: string;
  readonly part: AwsPart;
}

function statementOf({ action, part }: Call): string {
  return `\`${action}\` on ${awsParts[part].words}`;
}

function isAlways({ when, without }: Call): boolean {
  return when === undefined && without === undefined;
}

function listOf(calls: readonly Call[]): string {
  const named = calls.map(({ command, when, without }) =>
    when === undefined || without !== undefined ? command : `${command} (${when})`,
  );
  return Array.from(new Set(named)).join(', ');
}
