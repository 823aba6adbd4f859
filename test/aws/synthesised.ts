import { readFileSync } from 'node:fs';
import { App } from 'aws-cdk-lib';
import { Annotations, Match, Template } from 'aws-cdk-lib/assertions';
import { ChainbellStack } from '../../lib/aws/chainbell-stack.ts';
import { readSettings } from '../../lib/aws/settings/read-settings.ts';

/** CDK's feature flags. */
const { context: flags } = JSON.parse(readFileSync(new URL('../../cdk.json', import.meta.url), 'utf8'));

/** The app as bin/app.ts makes it, with settings of the test's choice; the functions are not bundled. */
export function makeApp(settings: Readonly<Record<string, unknown>> = {}): {
  app: App;
  stack: ChainbellStack;
} {
  const app = new App({ context: { ...flags, 'aws:cdk:bundling-stacks': [] } });
  return { app, stack: new ChainbellStack(app, readSettings(settings)) };
}

/** A stack with webhooks and a destination, whose function has a role of its own; most tests share its synth. */
export const everyPart = {
  webhooks: 'https://example.org/hook',
  destinations: [{ name: 'team', kind: 'slack' }],
};

interface Synthesised {
  readonly template: Template;
  readonly annotations: Annotations;
}

/** By their settings as JSON: equal settings share one synth. */
const synths = new Map<string, Synthesised>();

function synth(settings: Readonly<Record<string, unknown>>): Synthesised {
  const key = JSON.stringify(settings);
  const known = synths.get(key);
  if (known !== undefined) return known;
  const { stack } = makeApp(settings);
  const made = { template: Template.fromStack(stack), annotations: Annotations.fromStack(stack) };
  synths.set(key, made);
  return made;
}

/** The stack's template with a test's settings. */
export function synthesised(settings: Readonly<Record<string, unknown>> = {}): Template {
  return synth(settings).template;
}

/** What the synth warns of with a test's settings: the constructs whose warning has this beginning. */
export function warned(settings: Readonly<Record<string, unknown>>, begins: string): (string | undefined)[] {
  const found = synth(settings).annotations.findWarning('*', Match.stringLikeRegexp(begins));
  return found.map(({ id }) => id.split('/').at(-1));
}

export interface Resource {
  readonly logicalId: string;
  // biome-ignore lint/suspicious/noExplicitAny: CloudFormation's JSON, which tests read without a type
  readonly properties: any;
  readonly deletionPolicy: string | undefined;
}

/** The resources of a type, or only those whose logical id has this prefix. */
export function resources(template: Template, type: string, logicalIdPrefix = ''): Resource[] {
  return Object.entries(template.findResources(type))
    .filter(([logicalId]) => logicalId.startsWith(logicalIdPrefix))
    .map(([logicalId, { Properties, DeletionPolicy }]) => ({
      logicalId,
      properties: Properties,
      deletionPolicy: DeletionPolicy,
    }));
}

/** The only resource of a type whose logical id has this prefix. */
export function resource(template: Template, type: string, logicalIdPrefix: string): Resource {
  const [found, ...others] = resources(template, type, logicalIdPrefix);
  if (found === undefined || others.length > 0) throw new Error(`not one ${type} ${logicalIdPrefix}`);
  return found;
}
