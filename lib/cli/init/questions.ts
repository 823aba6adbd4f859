import { readSettings, SettingWrong } from '../../aws/settings/read-settings.ts';
import type { Streams } from '../streams.ts';
import { Unusable } from '../unusable.ts';

/** A setting that everybody has an answer to of their own. */
interface Question {
  readonly setting: 'emails' | 'opsEmails' | 'callsPerDay' | 'every';
  readonly option: string;
  readonly asks: string;
  /** An answer as it stands in the file; undefined: the default. */
  readonly value: (typed: string) => unknown;
}

const list = (typed: string) => {
  const items = typed.split(/[\s,]+/).filter((item) => item !== '');
  return items.length === 0 ? undefined : items;
};
const word = (typed: string) => (typed === '' ? undefined : typed);
const count = (typed: string) => (/^\d+$/.test(typed) ? Number(typed) : word(typed));

export const questions: readonly Question[] = [
  { setting: 'emails', option: 'emails', asks: 'who gets alerts by email, separated by commas', value: list },
  {
    setting: 'opsEmails',
    option: 'ops-emails',
    asks: 'who gets an email when something needs attention, separated by commas',
    value: list,
  },
  {
    setting: 'callsPerDay',
    option: 'calls-per-day',
    asks: 'calls a day of your API plan: a free plan of 40,000 units has 800, none is no limit',
    value: count,
  },
  {
    setting: 'every',
    option: 'every',
    asks: 'how often a wallet is polled: 1m unless you say otherwise',
    value: word,
  },
];

/** As options came, by their names in commander's spelling. */
export type GivenAnswers = Readonly<Partial<Record<Question['setting'], string>>>;

/** Settings as the file has them. */
export type Answers = Readonly<Record<string, unknown>>;

/**
 * What the options answer.
 * @throws Unusable for the first that the setting does not take
 */
export function readAnswers(given: GivenAnswers): Answers {
  const answers: Record<string, unknown> = {};
  for (const { setting, value } of questions) {
    const typed = given[setting];
    const answer = typed === undefined ? undefined : value(typed.trim());
    if (answer === undefined) continue;
    const problem = problemOf(setting, answer);
    if (problem !== null) throw new Unusable(problem);
    answers[setting] = answer;
  }
  return answers;
}

/**
 * Asks for the rest on a terminal; an answer that can't be used is asked for again.
 * @throws Unusable where nobody can be asked, and where somebody leaves
 */
export async function askSettings(given: Answers, { stdin, stderr }: Streams): Promise<Answers> {
  const open = questions.filter(({ setting }) => given[setting] === undefined);
  if (open.length === 0) return given;
  if (!('isTTY' in stdin && stdin.isTTY))
    throw new Unusable(
      `There is no terminal to ask on: give ${open.map(({ option }) => `--${option}`).join(', ')}, or --yes for their defaults.`,
    );
  const { default: input } = await import('@inquirer/input');
  const answers: Record<string, unknown> = { ...given };
  for (const { setting, asks, value } of open) {
    const validate = (typed: string) => problemOf(setting, value(typed.trim())) ?? true;
    try {
      const typed = await input(
        { message: `${setting}: ${asks}`, validate },
        { input: stdin, output: stderr },
      );
      const answer = value(typed.trim());
      if (answer !== undefined) answers[setting] = answer;
    } catch (error) {
      if (error instanceof Error && error.name === 'ExitPromptError')
        throw new Unusable('Nothing was written.', { cause: error });
      throw error;
    }
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
