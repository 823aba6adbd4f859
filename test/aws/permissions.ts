import { markdownTable } from '../support/docs/docs-section.ts';
import { everyPart, resources, synthesised, type Resource as TemplateResource } from './synthesised.ts';

export interface Statement {
  readonly Sid: string;
  readonly Effect: string;
  readonly Action: string | readonly string[];
  readonly Resource: unknown;
  readonly Condition?: object;
}

/** One statement of a role's policy. */
interface Permission {
  readonly sid: string;
  readonly actions: readonly string[];
  /** The resource's logical id without its hash, or an ARN by name; several are separated by spaces, and a condition follows. */
  readonly resource: string;
}

const template = synthesised(everyPart);

/** All permissions of a role, from the synthesised template. */
function permissionsOf(role: string): Permission[] {
  const policies: TemplateResource[] = ['Polling', 'Destinations'].flatMap((construct) =>
    resources(template, 'AWS::IAM::Policy', `${construct}${role}`),
  );
  if (policies.length !== 1) throw new Error(`the role ${role} has ${policies.length} policies`);
  return policies.flatMap(({ properties }) =>
    properties.PolicyDocument.Statement.map(({ Sid, Effect, Action, Resource, Condition }: Statement) => {
      if (Effect !== 'Allow') throw new Error(`${Sid} does not allow`);
      const condition = Condition === undefined ? '' : ` if \`${JSON.stringify(Condition)}\``;
      return { sid: Sid, actions: [Action].flat(), resource: named(Resource) + condition };
    }),
  );
}

/** A resource's name as in the policies; several resources by all their names. */
export function named(arn: unknown): string {
  if (arn === '*') return arn;
  if (Array.isArray(arn)) return arn.map(named).join(' ');
  const text = JSON.stringify(arn);
  const parameter = /:(parameter\/[^"]+)"/.exec(text)?.[1];
  if (parameter !== undefined) return parameter;
  const logicalId = /"(?:Ref|Fn::GetAtt)":\[?"(\w+?)[0-9A-F]{8}"/.exec(text)?.[1];
  return logicalId ?? text;
}

/** The roles as a Markdown table, for docs/security.md between its two markers. */
export function permissionsTable(): string {
  const rows = ['DispatchPollsRole', 'PollWalletsRole', 'DeliverAlertsRole', 'TickRole'].flatMap((role) =>
    permissionsOf(role).map(({ sid, actions, resource }) => [
      role,
      sid,
      actions.map((action) => `\`${action}\``).join(' '),
      resource,
    ]),
  );
  return markdownTable(['role', 'statement', 'actions', 'resource'], rows);
}
