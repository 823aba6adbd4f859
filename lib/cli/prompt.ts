import type { Streams } from './streams.ts';
import { Unusable } from './unusable.ts';

type Terminal = Pick<Streams, 'stdin' | 'stderr'>;

/** Whether somebody can be asked. */
export function isAsked({ stdin }: Pick<Streams, 'stdin'>): boolean {
  return 'isTTY' in stdin && stdin.isTTY === true;
}

/** A text that nobody sees. @throws Unusable where somebody leaves */
export async function askHidden(what: string, { stdin: input, stderr: output }: Terminal): Promise<string> {
  const { default: password } = await import('@inquirer/password');
  return unlessLeft(password({ message: `${what} (nothing is shown):` }, { input, output }));
}

/**
 * A line of text, asked for again where it can't be used.
 * @param validate true, or what is wrong with it
 * @throws Unusable where somebody leaves
 */
export async function askLine(
  message: string,
  { stdin: input, stderr: output }: Terminal,
  validate: (typed: string) => string | true = () => true,
): Promise<string> {
  const { default: line } = await import('@inquirer/input');
  return (await unlessLeft(line({ message, validate }, { input, output }))).trim();
}

async function unlessLeft(typed: Promise<string>): Promise<string> {
  try {
    return await typed;
  } catch (error) {
    if (error instanceof Error && error.name === 'ExitPromptError')
      throw new Unusable('Nothing was written.', { cause: error });
    throw error;
  }
}
