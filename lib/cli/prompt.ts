import type { Readable, Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { Streams } from './streams.ts';
import { Unusable } from './unusable.ts';

type Terminal = Pick<Streams, 'stdin' | 'stderr'>;

export function isAsked({ stdin }: Pick<Streams, 'stdin'>): boolean {
  return 'isTTY' in stdin && stdin.isTTY === true;
}

/** @throws Unusable if the user leaves the prompt */
async function askHidden(what: string, terminal: Terminal): Promise<string> {
  const { default: password } = await import('@inquirer/password');
  return unlessLeft(terminal, (on) => password({ message: `${what} (nothing is shown):` }, on));
}

/**
 * Asks again if the line can't be used.
 * @param validate true, or what is wrong
 * @throws Unusable if the user leaves the prompt
 */
export async function askLine(
  message: string,
  terminal: Terminal,
  validate: (typed: string) => string | true = () => true,
): Promise<string> {
  const { default: line } = await import('@inquirer/input');
  return (await unlessLeft(terminal, (on) => line({ message, validate }, on))).trim();
}

/** Rejects after Ctrl-D, or once the terminal is gone: readline then pauses its input, and the prompt would never settle. */
async function unlessLeft(
  { stdin: input, stderr: output }: Terminal,
  ask: (on: { input: Readable; output: Writable; signal: AbortSignal }) => Promise<string>,
): Promise<string> {
  const left = new AbortController();
  const leave = () => left.abort();
  input.once('pause', leave);
  try {
    return await ask({ input, output, signal: left.signal });
  } catch (error) {
    if (error instanceof Error && /^(Exit|Abort)PromptError$/.test(error.name))
      throw new Unusable('Nothing was written.', { cause: error });
    throw error;
  } finally {
    input.off('pause', leave);
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
