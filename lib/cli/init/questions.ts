import { readSettings, SettingWrong } from '../../aws/settings/read-settings.ts';
import { askLine, isAsked } from '../prompt.ts';
import type { Streams } from '../streams.ts';
import { Unusable } from '../unusable.ts';

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

export const questions: readonly Question[] = [
  { setting: 'emails', asks: 'who gets alerts by email, separated by commas', value: list },
  {
    setting: 'opsEmails',
    asks: 'who gets an email when something needs attention, separated by commas',
    value: list,
  },
  {
    setting: 'callsPerDay',
    asks: `calls a day of your API plan: ${freeCalls}, those of a free plan, unless you say otherwise; none is no limit`,
    value: count,
  },
  { setting: 'every', asks: 'how often a wallet is polled: 1m unless you say otherwise', value: word },
];

/** `ops-emails` for opsEmails. */
export const optionOf = (setting: string) =>
  setting.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** By the options' names as commander spells them. */
export type GivenAnswers = Readonly<Partial<Record<Question['setting'], string>>>;

type Answers = Readonly<Record<string, unknown>>;

/**
 * @param isAll takes defaults for the rest instead of asking
 * @throws Unusable for the first unusable answer
 */
export function readAnswers(given: GivenAnswers, isAll: boolean): Answers {
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
