import { CfnResource } from 'aws-cdk-lib';
import type { IConstruct } from 'constructs';

/** Tells cfn-lint that a rule does not apply to these resources; the caller says why. */
export function acceptLint(construct: IConstruct, rule: string): void {
  for (const child of construct.node.findAll()) {
    if (CfnResource.isCfnResource(child)) {
      child.addMetadata('cfn-lint', { config: { ignore_checks: [rule] } });
    }
  }
}
