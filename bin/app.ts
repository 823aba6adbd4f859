import process from 'node:process';
import { App, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import { ChainbellStack } from '../lib/aws/chainbell-stack.ts';
import { readSettings, SettingWrong } from '../lib/aws/settings.ts';

const app = new App();
try {
  new ChainbellStack(app, 'Chainbell', readSettings(app.node.getAllContext()));
} catch (error) {
  if (!(error instanceof SettingWrong)) throw error;
  // The sentence alone: a stack trace would hide it from the person who mistyped a setting.
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
