import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { errorCode } from '../../../functions/runtime/error-text.ts';
import { readSettings, SettingWrong } from '../../aws/settings/read-settings.ts';
import { settingsFile } from '../../aws/settings/settings-at-hand.ts';
import { plainCommand } from '../frame/command.ts';
import { askLine, isAsked } from '../prompt.ts';
import { type JsonOption, type Streams, say } from '../streams.ts';
import { Unusable } from '../unusable.ts';

export const init = plainCommand({
  permissions: [],
  help: 'It asks for these four. docs/reference.md has all other settings, and editors complete them.',
  examples: ['chainbell init', 'chainbell init --yes --emails you@example.org --calls-per-day 800'],
  make: (base, { streams }) => {
    const command = base
      .option('--file <file>', 'where to write', settingsFile)
      .option('--force', 'overwrite an existing file')
      .option('--yes', 'ask nothing, and take defaults for settings that are not given')
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
  // Before four questions are asked for nothing.
  if (!force && existsSync(file)) throw new Unusable(isThere(file));
  const answers = options.yes ? given : await askSettings(given, streams);
  const settings = { $schema: './chainbell.schema.json', ...answers };
  try {
    await writeFile(file, `${JSON.stringify(settings, null, 2)}\n`, { flag: force ? 'w' : 'wx' });
  } catch (error) {
    const code = errorCode(error) ?? String(error);
    const why = code === 'EEXIST' ? isThere(file) : `${file} can't be written (${code}).`;
    throw new Unusable(why, { cause: error });
  }
  const text = `${file} is written.${'emails' in answers ? '' : nobody} Next:\n${next}`;
  await say(streams, options, { file, settings }, text);
}

const isThere = (file: string) =>
  `${file} exists already: change it in an editor, or overwrite it with --force.`;

const nobody =
  ' It names NOBODY who gets alerts: add "emails" or "destinations", or npx chainbell subscribe after the deploy.';
const next = `  npx cdk bootstrap      once for an account and region
  npx cdk deploy
  npx chainbell key set
  npx chainbell destination set NAME     for each entry of "destinations"
  npx chainbell add 0xYourWallet --chain eth
  npx chainbell doctor
`;

interface Question {
  readonly setting: 'emails' | 'opsEmails' | 'callsPerDay' | 'every';
  readonly asks: string;
  /** The value for the file; undefined: the default. */
  readonly value: (typed: string) => unknown;
}

const list = (typed: string) => {
  const items = typed.split(/[\s,]+/).filter((item) => item !== '');
  return items.length === 0 ? undefined : items;
};
const word = (typed: string) => (typed === '' ? undefined : typed);
/** A free plan's 40,000 units a day. */
const freeCalls = 800;
const count = (typed: string) => (/^\d+$/.test(typed) ? Number(typed) : (word(typed) ?? freeCalls));

const questions: readonly Question[] = [
  { setting: 'emails', asks: 'addresses that get alerts, separated by commas', value: list },
  {
    setting: 'opsEmails',
    asks: 'addresses that get messages about problems, separated by commas',
    value: list,
  },
  {
    setting: 'callsPerDay',
    asks: `calls a day of your API plan (default: a free plan's ${freeCalls}; none: unlimited)`,
    value: count,
  },
  { setting: 'every', asks: 'how often a wallet is polled (default: 1m)', value: word },
];

/** `ops-emails` for opsEmails. */
const optionOf = (setting: string) => setting.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** By the options' names as commander spells them. */
type GivenAnswers = Readonly<Partial<Record<Question['setting'], string>>>;

type Answers = Readonly<Record<string, unknown>>;

/**
 * @param isAll takes defaults for the rest instead of asking
 * @throws Unusable for the first unusable answer
 */
function readAnswers(given: GivenAnswers, isAll: boolean): Answers {
  const answers: Record<string, unknown> = {};
  for (const { setting, value } of questions) {
    const typed = given[setting];
    const answer = typed === undefined && !isAll ? undefined : value(typed?.trim() ?? '');
    if (answer === undefined) continue;
    const problem = problemOf(setting, answer);
    if (problem !== null) throw new Unusable(problem);
    answers[setting] = answer;
  }
  return answers;
}

/** Repeats a question whose answer can't be used. @throws Unusable if nobody can be asked, or somebody leaves */
export async function askSettings(given: Answers, streams: Streams): Promise<Answers> {
  const open = questions.filter(({ setting }) => given[setting] === undefined);
  if (open.length === 0) return given;
  if (!isAsked(streams))
    throw new Unusable(
      `There is no terminal to ask on: give ${open.map(({ setting }) => `--${optionOf(setting)}`).join(', ')}, or --yes for their defaults.`,
    );
  const answers: Record<string, unknown> = { ...given };
  for (const { setting, asks, value } of open) {
    const validate = (typed: string) => problemOf(setting, value(typed.trim())) ?? true;
    const answer = value(await askLine(`${setting}: ${asks}`, streams, validate));
    if (answer !== undefined) answers[setting] = answer;
  }
  return answers;
}

function problemOf(setting: Question['setting'], answer: unknown): string | null {
  if (answer === undefined) return null;
  try {
    readSettings({ [setting]: answer });
    return null;
  } catch (error) {
    if (error instanceof SettingWrong) return error.message;
    throw error;
  }
}
