import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { deploySettings } from '../../aws/settings/settings-at-hand.ts';
import { plainCommand } from '../frame/command.ts';
import { readOption, Unfinished, Unusable } from '../unusable.ts';
import { sayDeploy } from './deploy-summary.ts';

const without = 'what is deployed already is left out';

export const deploy = plainCommand({
  permissions: [
    { action: 'cloudformation:DescribeStacks', on: ['stack'], without },
    { action: 'dynamodb:Scan', on: ['watchlist'], without },
    { action: 'sts:GetCallerIdentity', on: [], without },
  ],
  examples: ['chainbell deploy', 'chainbell deploy -c every=5m --profile prod'],
  make: (command, context) =>
    command
      .argument('[more...]', 'what else cdk deploy takes, such as --require-approval never')
      .option('-c, --context <name=value>', 'a setting, as cdk deploy takes it', collect)
      .option('--profile <name>', 'profile of the AWS credentials, as cdk deploy takes it')
      .option('--json', "the summary as JSON on stdout, CDK's words on stderr")
      .allowUnknownOption()
      .action(async (rest, { context: given = [], profile, json }) => {
        const settings = await settingsOf(given);
        if (profile !== undefined) process.env.AWS_PROFILE = profile;
        await sayDeploy(settings, { json }, context);
        const own = [...given.flatMap((one) => ['-c', one]), ...(profile ? ['--profile', profile] : [])];
        const exitCode = await context.cdk(['deploy', ...rest, ...own], json ? 'stderr' : 'stdout');
        if (exitCode !== 0) throw new Unfinished('', exitCode);
      }),
});

const collect = (value: string, before: readonly string[] = []): readonly string[] => [...before, value];

const cdkJson = z.object({ app: z.literal('sh bin/app.ts'), context: z.record(z.string(), z.unknown()) });

/** The settings that `cdk deploy` takes in this folder. @throws Unusable if it is no checkout, or a setting can't be used */
async function settingsOf(given: readonly string[]) {
  const text = await readFile(join(process.cwd(), 'cdk.json'), 'utf8').catch(() => '{}');
  const { data } = cdkJson.safeParse(JSON.parse(text));
  if (data === undefined)
    throw new Unusable(
      'This folder is no checkout of Chainbell: chainbell deploy works in a checkout only. An app with the construct is deployed by npx cdk deploy.',
    );
  const pairs = given.map((one) => /^([^=]+)=(.*)$/s.exec(one)?.slice(1) ?? [one, '']);
  const context = { ...data.context, ...Object.fromEntries(pairs) };
  return readOption(null, () => deploySettings(context, process.cwd(), process.env));
}
