import { text } from 'node:stream/consumers';
import type { Streams } from './streams.ts';
import { Unusable } from './unusable.ts';

type Terminal = Pick<Streams, 'stdin' | 'stderr'>;

/** Whether somebody can be asked. */
export function isAsked({ stdin }: Pick<Streams, 'stdin'>): boolean {
  return 'isTTY' in stdin && stdin.isTTY === true;
}

/** A text that nobody sees. @throws Unusable where somebody leaves */
async function askHidden(what: string, { stdin: input, stderr: output }: Terminal): Promise<string> {
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

/** A secret is a line or a small JSON object; SSM's standard parameters hold no more. */
const longest = 4_096;

/**
 * A secret, typed at a prompt that shows nothing of it, or from a pipe. It is no argument of a command: the shell keeps
 * those, and every process of the machine can read them.
 * @param what in words, for the prompt: "API key"
 * @throws Unusable where nothing is given, or more than SSM takes
 */
export async function askSecret(what: string, { stdin, stderr }: Streams): Promise<string> {
  const typed = isAsked({ stdin }) ? await askHidden(what, { stdin, stderr }) : await text(stdin);
  const secret = typed.trim();
  if (secret === '') throw new Unusable(`No ${what} was given: type it at the prompt, or pipe it in.`);
  if (Buffer.byteLength(secret) > longest)
    throw new Unusable(`The ${what} is longer than the ${longest} bytes that SSM takes.`);
  return secret;
}
