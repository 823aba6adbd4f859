import type { Readable, Writable } from 'node:stream';
import pc from 'picocolors';

export interface Streams {
  readonly stdin: Readable;
  readonly stdout: Writable;
  readonly stderr: Writable;
}

/** The output's reader ended, as `head` does: no failure. */
export class ReaderGone extends Error {
  override readonly name = 'ReaderGone';
}

/** Waits until the text is written. @throws ReaderGone, or the stream's own error */
export async function writeTo(stream: Writable, text: string): Promise<void> {
  if (text === '') return;
  await new Promise<void>((resolve, reject) => {
    stream.write(text, (error) => {
      if (!error) resolve();
      else if ('code' in error && /^(EPIPE|ECONNRESET)$/.test(String(error.code))) reject(new ReaderGone());
      else reject(error);
    });
  });
}

/** Invisible characters that can change what a terminal shows and that JSON does not escape, such as C1 controls and bidi marks. */
const unseen = /[\p{C}\u2028\u2029]/gu;

export interface JsonOption {
  readonly json?: true | undefined;
}

/** A command's answer: the value with `--json`, else the text. */
export async function say(
  { stdout }: Pick<Streams, 'stdout'>,
  { json }: JsonOption,
  value: unknown,
  text: string,
): Promise<void> {
  if (json) await printJson(stdout, value);
  else await writeTo(stdout, text);
}

/** Escapes every invisible character: a token's name can hold any. */
export async function printJson(stdout: Writable, value: unknown): Promise<void> {
  const text = JSON.stringify(value, null, 2).split('\n').map(escapeUnseen).join('\n');
  await writeTo(stdout, `${text}\n`);
}

function escapeUnseen(line: string): string {
  const hex = (unit: string) => unit.charCodeAt(0).toString(16).padStart(4, '0');
  // One escape for each UTF-16 code unit: an astral character has two.
  return line.replace(unseen, (character) => character.replaceAll(/./gs, (unit) => `\\u${hex(unit)}`));
}

type Output = Writable & { readonly isTTY?: boolean };

export function isTerminal(stream: Output): boolean {
  return stream.isTTY === true;
}

/** Colours for terminals only, and never with NO_COLOR (no-color.org). */
export function coloursOf(stream: Output): ReturnType<typeof pc.createColors> {
  return pc.createColors(isTerminal(stream) && !process.env.NO_COLOR);
}

/** A command of a stack, with the second word that some have, unless its options follow. */
const commandInText =
  /\bchainbell (?!estimate|init|judge)((contacts|destination|heartbeat|key|rpc) )?[a-z]+\b(?![ a-z]* --(stack|region|local))/g;
/** Its URL is given at the start of a local run, which stores no secrets. */
const commandOfNode = /npx chainbell rpc (un)?set [\w<>-]+/g;

/** Puts options behind each command of a text: a command copied without them would change another stack. */
export function withOptions(text: string, options: string): string {
  const withUrl = "with a node's URL (--rpc, or CHAINBELL_RPC_URL beside the API)";
  const restart = (_: string, un = '') => `start the run again ${un ? 'without the URL' : withUrl}`;
  const possible = options.includes('--local') ? text.replaceAll(commandOfNode, restart) : text;
  return possible.replaceAll(commandInText, `$&${options}`);
}
