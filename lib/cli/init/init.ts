import { writeFile } from 'node:fs/promises';
import { errorCode } from '../../../functions/runtime/error-text.ts';
import { settingsFile } from '../../aws/settings/settings-at-hand.ts';
import { plainCommand } from '../frame/command.ts';
import { type JsonOption, type Streams, say } from '../streams.ts';
import { Unusable } from '../unusable.ts';
import { askSettings, type GivenAnswers, optionOf, questions, readAnswers } from './questions.ts';

export const init = plainCommand({
  permissions: [],
  help: 'It asks for these four; docs and your editor know all other settings by chainbell.schema.json.',
  examples: ['chainbell init', 'chainbell init --yes --emails you@example.org --calls-per-day 800'],
  make: (base, { streams }) => {
    const command = base
      .option('--file <file>', 'where to write', settingsFile)
      .option('--force', 'write over a file that is there')
      .option('--yes', 'ask nothing: what is not given is as after Enter')
      .option('--json', 'JSON on stdout in place of text');
    for (const { setting, asks } of questions) command.option(`--${optionOf(setting)} <value>`, asks);
    return command.action((options) => write(options, streams));
  },
});

interface InitOptions extends JsonOption {
  readonly file: string;
  readonly force?: true | undefined;
  readonly yes?: true | undefined;
}

async function write(options: InitOptions & GivenAnswers, streams: Streams): Promise<void> {
  const { file, force = false } = options;
  const given = readAnswers(options, options.yes === true);
  const answers = options.yes ? given : await askSettings(given, streams);
  const settings = { $schema: './chainbell.schema.json', ...answers };
  try {
    await writeFile(file, `${JSON.stringify(settings, null, 2)}\n`, { flag: force ? 'w' : 'wx' });
  } catch (error) {
    const code = errorCode(error) ?? String(error);
    const why =
      code === 'EEXIST'
        ? 'is there already: change it in an editor, or write it anew with --force.'
        : `can't be written (${code}).`;
    throw new Unusable(`${file} ${why}`, { cause: error });
  }
  const text = `${file} is written.${'emails' in answers ? '' : nobody} Next:\n${next}`;
  await say(streams, options, { file, settings }, text);
}

const nobody =
  ' It names NOBODY who gets alerts: add "emails" or "destinations", or npx chainbell subscribe after the deploy.';
const next = `  npx cdk bootstrap      once for an account and region
  npx chainbell deploy
  npx chainbell key set
  npx chainbell destination set NAME     for each that you add to "destinations"
  npx chainbell add 0xYourWallet --chain eth
  npx chainbell doctor
`;
