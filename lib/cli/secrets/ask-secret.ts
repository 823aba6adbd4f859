import { text } from 'node:stream/consumers';
import type { Streams } from '../streams.ts';
import { Unusable } from '../unusable.ts';

/** A secret is a line or a small JSON object; SSM's standard parameters hold no more. */
const longest = 4_096;

/**
 * A secret, typed at a prompt that shows nothing of it, or from a pipe. It is no argument of a command: the shell keeps
 * those, and every process of the machine can read them.
 * @param what in words, for the prompt: "API key"
 * @throws Unusable where nothing is given, or more than SSM takes
 */
export async function askSecret(what: string, { stdin, stderr }: Streams): Promise<string> {
  const typed = 'isTTY' in stdin && stdin.isTTY ? await prompt(what, stdin, stderr) : await text(stdin);
  const secret = typed.trim();
  if (secret === '') throw new Unusable(`No ${what} was given: type it at the prompt, or pipe it in.`);
  if (Buffer.byteLength(secret) > longest)
    throw new Unusable(`The ${what} is longer than the ${longest} bytes that SSM takes.`);
  return secret;
}

async function prompt(what: string, input: Streams['stdin'], output: Streams['stderr']): Promise<string> {
  const { default: password } = await import('@inquirer/password');
  try {
    return await password({ message: `${what} (nothing is shown):` }, { input, output });
  } catch (error) {
    if (error instanceof Error && error.name === 'ExitPromptError')
      throw new Unusable('Nothing was set.', { cause: error });
    throw error;
  }
}
