import { text } from 'node:stream/consumers';
import { askHidden, isAsked } from '../prompt.ts';
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
  const typed = isAsked({ stdin }) ? await askHidden(what, { stdin, stderr }) : await text(stdin);
  const secret = typed.trim();
  if (secret === '') throw new Unusable(`No ${what} was given: type it at the prompt, or pipe it in.`);
  if (Buffer.byteLength(secret) > longest)
    throw new Unusable(`The ${what} is longer than the ${longest} bytes that SSM takes.`);
  return secret;
}
