import type { AwsPart, Permission } from '../../lib/cli/frame/command.ts';
import { type CommandName, commands } from '../../lib/cli/frame/commands.ts';
import { awsParts } from './aws-parts.ts';

/** The roles of people who use the command line; every command that calls AWS belongs to one. */
export const roles = {
  reader: ['list', 'show', 'export', 'history', 'hidden', 'subscriptions'],
  operator: [
    'add',
    'set',
    'pause',
    'resume',
    'remove',
    'import',
    'contacts',
    'trust',
    'subscribe',
    'unsubscribe',
    'test',
    'redrive',
    'page',
  ],
  keeper: ['key', 'rpc', 'heartbeat', 'destination', 'replay', 'doctor'],
} as const satisfies Readonly<Record<string, readonly CommandName[]>>;

export type Role = keyof typeof roles;

export const roleNames = Object.keys(roles) as Role[];

/** An IAM policy with exactly the permissions that a role's commands need. */
export async function rolePolicy(role: Role): Promise<{ Version: string; Statement: object[] }> {
  const wanted = new Set<string>(roles[role]);
  const modules = await Promise.all(
    commands.filter(({ name }) => wanted.has(name)).map(({ load }) => load()),
  );
  return policyFor(modules.flatMap(({ permissions }) => permissions));
}

/** A policy with only these permissions. */
export function policyFor(permissions: readonly Permission[]): { Version: string; Statement: object[] } {
  const actions = new Map<AwsPart, Set<string>>();
  for (const { action, on } of permissions)
    for (const part of on) actions.set(part, (actions.get(part) ?? new Set()).add(action));
  return {
    Version: '2012-10-17',
    Statement: Array.from(actions, ([part, all]) => ({
      Sid: `${part.charAt(0).toUpperCase()}${part.slice(1)}`,
      Effect: 'Allow',
      Action: [...all].sort(),
      Resource: awsParts[part].arn,
    })),
  };
}

/** The policy file that people copy. */
export const policyFile = (role: Role): URL =>
  new URL(`../../docs/examples/policies/${role}.json`, import.meta.url);

/** The policy file's text: one line per statement. */
export async function policyText(role: Role): Promise<string> {
  const { Version, Statement } = await rolePolicy(role);
  const lines = Statement.map((statement) => `    ${JSON.stringify(statement)}`).join(',\n');
  return `{\n  "Version": "${Version}",\n  "Statement": [\n${lines}\n  ]\n}\n`;
}
