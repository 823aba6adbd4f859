import { readSection } from './docs-section.ts';

/** One statement of a role's policy. */
export interface Permission {
  readonly sid: string;
  readonly actions: readonly string[];
  /** The resource's logical id without its hash; an ARN by name as it stands; several with a space between. A condition stands behind it. */
  readonly resource: string;
}

/**
 * What docs/security.md says that a role may do: the one list of it, which the synthesised template and what is deployed
 * are held against.
 */
export function documentedPermissions(role: string): Permission[] {
  return readSection('security', 'permissions')
    .split('\n')
    .map((line) => line.slice(2, -2).split(' | '))
    .filter(([of]) => of === role)
    .map(([, sid = '', actions = '', resource = '']) => ({
      sid,
      actions: actions.replaceAll('`', '').split(' '),
      resource,
    }));
}
