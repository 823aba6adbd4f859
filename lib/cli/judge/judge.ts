import { parseAddress } from '../../../functions/chain/address.ts';
import { plainCommand } from '../frame/command.ts';
import { readChain } from '../frame/watched-wallet.ts';
import { type Streams, writeTo } from '../streams.ts';
import { readOption, Unfinished, Unusable } from '../unusable.ts';
import { createLineJudge, type JudgeLine, parseTransfer, readHistory, type SeenFrom } from './line-judge.ts';
import { type NumberedLine, readLines } from './read-lines.ts';

const details = `Reads one transfer a line on stdin, each one entry of "result" as the transfers endpoint gives it,
oldest first. Prints one line of JSON for each, in the same order:

  {"spam": false, "score": 0, "poisoning": false, "reasons": [{"rule": "…", "detail": "…"}]}

A line that can't be read gets no line on stdout: its number and what is wrong go to stderr, and
the rest goes on. Blank lines are skipped. A line holds 1 MiB of UTF-8 at most.

Exit code: 0 every line was judged, 1 some could not be read, 2 nothing could be done. When the
reader of the output goes away, it ends quietly with 0.`;

export const judge = plainCommand({
  permissions: [],
  help: details,
  examples: ['chainbell judge --chain polygon --wallet 0x… < transfers.ndjson'],
  make: (command, { streams }) =>
    command
      .option('--chain <name>', 'chain of the transfers, by name or hex id', 'eth')
      .option(
        '--wallet <address>',
        'the wallet they are seen from. What it paid in earlier lines is what an address can imitate later; without a wallet nothing is poisoning',
      )
      .option('--history <file>', 'earlier transfers of the wallet, one a line, in any order; takes --wallet')
      .action(({ chain, wallet, history }) => {
        if (history !== undefined && wallet === undefined)
          throw new Unusable('--history takes --wallet: it is the history of a wallet.');
        const address = wallet === undefined ? null : readOption('--wallet', () => parseAddress(wallet));
        return judgeAll({ chain: readChain(chain), wallet: address }, history ?? null, streams);
      }),
});

/**
 * Reads no faster than it writes, so memory stays the same however long the stream is.
 * @param history a file of the wallet's earlier transfers
 * @throws Unfinished if some lines could not be read, Unusable if the history can't be used
 */
async function judgeAll(seenFrom: SeenFrom, history: string | null, { stdin, stdout, stderr }: Streams) {
  const judgeLine = createLineJudge(seenFrom);
  let allRead = true;
  if (history !== null && seenFrom.wallet !== null) {
    const { sent, problems } = await readHistory(history, seenFrom.wallet);
    for (const transfer of sent) judgeLine(transfer);
    await writeTo(
      stderr,
      problems.map(({ number, problem }) => `${history} line ${number}: ${problem}\n`).join(''),
    );
    allRead = problems.length === 0;
  }
  for await (const lines of readLines(stdin)) {
    const { judged, failed } = answer(lines, judgeLine);
    if (failed !== '') allRead = false;
    await Promise.all([writeTo(stdout, judged), writeTo(stderr, failed)]);
  }
  if (!allRead) throw new Unfinished();
}

function answer(lines: readonly NumberedLine[], judgeLine: JudgeLine): { judged: string; failed: string } {
  let judged = '';
  let failed = '';
  for (const line of lines) {
    const parsed = 'problem' in line ? line : parseTransfer(line.text);
    if ('problem' in parsed) failed += `line ${line.number}: ${parsed.problem}\n`;
    else {
      const { spam, score, poisoning, reasons } = judgeLine(parsed.transfer);
      judged += `${JSON.stringify({ spam, score, poisoning, reasons })}\n`;
    }
  }
  return { judged, failed };
}
