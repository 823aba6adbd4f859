import { text } from 'node:stream/consumers';
import type { Streams } from './streams.ts';
import { Unusable } from './unusable.ts';

type Terminal = Pick<Streams, 'stdin' | 'stderr'>;

export function isAsked({ stdin }: Pick<Streams, 'stdin'>): boolean {
  return 'isTTY' in stdin && stdin.isTTY === true;
}

/** @throws Unusable if the user leaves the prompt */
async function askHidden(what: string, { stdin: input, stderr: output }: Terminal): Promise<string> {
  const { default: password } = await import('@inquirer/password');
  return unlessLeft(password({ message: `${what} (nothing is shown):` }, { input, output }));
}

/**
 * Asks again if the line can't be used.
 * @param validate true, or what is wrong
 * @throws Unusable if the user leaves the prompt
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

/** SSM's standard parameters hold no more. */
const longest = 4_096;

/**
 * Typed at a hidden prompt, or from a pipe; never an argument, which the shell keeps and every process can read.
 * @param what "API key"
 * @throws Unusable if nothing is given, or more than SSM takes
 */
export async function askSecret(what: string, { stdin, stderr }: Streams): Promise<string> {
  const typed = isAsked({ stdin }) ? await askHidden(what, { stdin, stderr }) : await text(stdin);
  const secret = typed.trim();
  if (secret === '') throw new Unusable(`No ${what} was given: type it at the prompt, or pipe it in.`);
  if (Buffer.byteLength(secret) > longest)
    throw new Unusable(`The ${what} is longer than the ${longest} bytes that SSM takes.`);
  return secret;
}
