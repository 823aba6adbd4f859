import { cleanText } from '../../functions/text/safe-text.ts';
import { type Outside, realOutside } from './frame/context.ts';
import { runProgram } from './frame/program.ts';
import { printJson } from './output/json.ts';
import { plainSentence } from './stack/aws-problem.ts';
import { ReaderGone, type Streams, writeTo } from './streams.ts';
import { Unfinished, Unusable } from './unusable.ts';

/** Of a sentence on stderr, in characters. */
const longest = 1_000;

/**
 * Runs the command that the arguments name.
 * @returns the exit code: 1 where a part failed or the named thing is not there, 2 where nothing could be done, with one
 * sentence on stderr, and with `--json` as a document on stdout too
 */
export async function runCommand(
  argv: readonly string[],
  streams: Streams,
  outside: Outside = realOutside,
): Promise<number> {
  // A write fails where it is waited for; without listeners the process would end with a stack trace before.
  for (const stream of [streams.stdout, streams.stderr]) stream.on('error', () => {});
  try {
    await runProgram(argv, { ...outside, streams });
    return 0;
  } catch (error) {
    if (error instanceof ReaderGone) return 0;
    const sentence = sentenceOf(error);
    if (sentence === null) throw error;
    // It may quote a row, a file or an answer: nothing of it acts upon the terminal.
    const shown = cleanText(sentence, longest);
    const exitCode = error instanceof Unfinished ? 1 : 2;
    if (shown === null) return exitCode;
    await writeTo(streams.stderr, `${shown}\n`).catch(() => {});
    if (argv.includes('--json')) await printJson(streams.stdout, { error: shown, exitCode }).catch(() => {});
    return exitCode;
  }
}

/** For the person who typed it; null for an error of the program itself. */
function sentenceOf(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  if (error instanceof Unusable || error instanceof Unfinished || 'syscall' in error) return error.message;
  return plainSentence(error);
}
