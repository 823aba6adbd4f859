#!/bin/sh
// 2>/dev/null; here=$(dirname "$(readlink -f "$0")"); exec sh "$here/own-node.sh" "$here/app.ts" "$@"
import process from 'node:process';
import { App, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import { ChainbellStack } from '../lib/aws/chainbell-stack.ts';
import { SettingWrong } from '../lib/aws/settings/read-settings.ts';
import { deploySettings } from '../lib/aws/settings/settings-at-hand.ts';

/* To the shell the lines above are a script, as in chainbell.ts: it starts the checkout's own Node.js. */
const app = new App();
try {
  // CDK starts the app in the folder of cdk.json.
  new ChainbellStack(app, deploySettings(app.node.getAllContext(), process.cwd(), process.env));
} catch (error) {
  if (!(error instanceof SettingWrong)) throw error;
  // A stack trace would hide the sentence from the person who mistyped a setting.
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
