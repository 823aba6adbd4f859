import {
  CliCredentialsStackSynthesizer,
  DefaultStackSynthesizer,
  type IStackSynthesizer,
  Stack,
} from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { Chainbell } from './chainbell.ts';
import type { Settings } from './settings/definitions.ts';

/** Names neither account nor region, so it is synthesised without credentials. */
export class ChainbellStack extends Stack {
  constructor(scope: Construct, settings: Settings) {
    super(scope, settings.stackName, {
      description: 'Chainbell: alerts of what moves in the wallets you list',
      synthesizer: synthesizer(settings.cliCredentials),
    });
    // CDK makes a function depend on its role and the role's policy; the policy implies the role.
    this.templateOptions.metadata = { 'cfn-lint': { config: { ignore_checks: ['W3005'] } } };
    // CDK leaves the id `Default` out of logical ids. Another id would replace the tables by empty ones.
    new Chainbell(this, 'Default', {}, settings).addOutputs();
  }
}

function synthesizer(cliCredentials: boolean): IStackSynthesizer {
  const made = cliCredentials ? new CliCredentialsStackSynthesizer() : new DefaultStackSynthesizer();
  // The types differ in one property only: optional in the interface, a getter of `string | undefined` in the class.
  return made as IStackSynthesizer;
}
