import { type JudgeOptions, readJudgeOptions } from './judge-options.ts';
import { createLineJudge, type JudgeLine, type Judgement } from './line-judge.ts';
import { parseTransfer } from './parse-transfer.ts';
import { readHistory } from './read-history.ts';
import { type NumberedLine, readLines } from './read-lines.ts';
import { type Streams, writeTo } from './streams.ts';
import { usage } from './usage.ts';

/**
 * `chainbell judge`: transfers as NDJSON from stdin, a judgement a line to stdout, in order. As much is read as is
 * written: whoever reads slowly slows the reading, and memory stays the same however long the stream is.
 * @returns the exit code
 * @throws Unusable where an option or the history can't be used
 */
export async function judge(argv: readonly string[], { stdin, stdout, stderr }: Streams): Promise<number> {
  const options = readJudgeOptions(argv);
  if (options === null) {
    await writeTo(stdout, usage);
    return 0;
  }
  const { judgeLine, problems } = await begin(options);
  await writeTo(stderr, problems);
  let allRead = problems === '';
  for await (const lines of readLines(stdin)) {
    const { judged, failed } = answer(lines, judgeLine);
    if (failed !== '') allRead = false;
    await Promise.all([writeTo(stdout, judged), writeTo(stderr, failed)]);
  }
  return allRead ? 0 : 1;
}

/** A judge that knows the history. */
async function begin({
  history,
  ...options
}: JudgeOptions): Promise<{ judgeLine: JudgeLine; problems: string }> {
  const judgeLine = createLineJudge(options);
  if (history === null || options.wallet === null) return { judgeLine, problems: '' };
  const { sent, problems } = await readHistory(history, options.wallet);
  for (const transfer of sent) judgeLine(transfer);
  return {
    judgeLine,
    problems: problems.map(({ number, problem }) => `${history} line ${number}: ${problem}\n`).join(''),
  };
}

function answer(lines: readonly NumberedLine[], judgeLine: JudgeLine): { judged: string; failed: string } {
  let judged = '';
  let failed = '';
  for (const line of lines) {
    const parsed = 'problem' in line ? line : parseTransfer(line.text);
    if ('problem' in parsed) failed += `line ${line.number}: ${parsed.problem}\n`;
    else judged += toLine(judgeLine(parsed.transfer));
  }
  return { judged, failed };
}

function toLine({ spam, score, poisoning, reasons }: Judgement): string {
  return `${JSON.stringify({ spam, score, poisoning, reasons })}\n`;
}
