import { createReadStream } from 'node:fs';
import { readTransfer } from '../../../functions/api/read-transfer-page.ts';
import { type Address, parseAddress, zeroAddress } from '../../../functions/chain/address.ts';
import type { Chain } from '../../../functions/chain/chains.ts';
import { withCoin } from '../../../functions/coin/coin-lookup.ts';
import { parseJson } from '../../../functions/http/read-json.ts';
import { judge as judgeTransfer } from '../../../functions/spam/judge.ts';
import { AddressBook } from '../../../functions/spam/poisoning/address-book.ts';
import { nobodyKnown } from '../../../functions/state/known-addresses.ts';
import { UnreadableReply } from '../../../functions/transfer/source-errors.ts';
import { directionFor, type Transfer } from '../../../functions/transfer/transfer.ts';
import { chainOrder } from '../../../functions/transfer/transfer-key.ts';
import { readRow } from '../../../functions/wallet/read-row.ts';
import { plainCommand } from '../frame/command.ts';
import { readChain } from '../frame/watched-wallet.ts';
import { type Streams, writeTo } from '../streams.ts';
import { readOption, Unfinished, Unusable } from '../unusable.ts';
import { type NumberedLine, readLines } from './read-lines.ts';

const details = `Reads one transfer a line from stdin, oldest first: an entry of "result" as the transfers endpoint
gives it. Prints one line of JSON for each, in the same order:

  {"spam": false, "score": 0, "poisoning": false, "reasons": [{"rule": "…", "detail": "…"}]}

A line that can't be read gets no line on stdout: stderr has its number and its fault, and the next
line is read. Blank lines are skipped. A line has at most 1 MiB of UTF-8.

Exit code: 0 every line was judged, 1 some could not be read, 2 nothing could be done.`;

export const judge = plainCommand({
  permissions: [],
  help: details,
  examples: ['chainbell judge --chain polygon --wallet 0x… < transfers.ndjson'],
  make: (command, { streams }) =>
    command
      .option('--chain <name>', 'chain of the transfers, by name or hex id', 'eth')
      .option(
        '--wallet <address>',
        'the wallet of the transfers. Only addresses that it paid in earlier lines can be imitated; without a wallet nothing is poisoning',
      )
      .option('--history <file>', 'earlier transfers of the wallet, one a line, in any order; needs --wallet')
      .action(({ chain, wallet, history }) => {
        if (history !== undefined && wallet === undefined)
          throw new Unusable('--history needs --wallet, whose history it is.');
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
    const said = problems.map(({ number, problem }) => `${history} line ${number}: ${problem}\n`);
    await writeTo(stderr, said.join(''));
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

/** The wallet from which transfers are seen; null: each is seen from its receiver. */
interface SeenFrom {
  readonly chain: Chain;
  readonly wallet: Address | null;
}

type JudgeLine = ReturnType<typeof createLineJudge>;

/**
 * Judges like a poll of a row with only wallet and chain. Remembers whom the wallet paid (200 at most) and their imitators.
 * Without a wallet each transfer is seen by its receiver.
 */
function createLineJudge({ chain, wallet }: SeenFrom) {
  const watch = readRow({ wallet: wallet ?? zeroAddress, chain: chain.id });
  const book = new AddressBook(nobodyKnown);
  return (transfer: Transfer) => {
    const seenBy = wallet ?? transfer.to.address ?? zeroAddress;
    const own = directionFor(seenBy, transfer);
    const described = withCoin({ ...transfer, direction: own ?? 'in' }, chain, null);
    const verdict = judgeTransfer(described, { ...watch, wallet: seenBy });
    if (wallet === null || own === null) return { ...verdict, poisoning: false };
    const { verdict: whole, lookalike } = book.examine(described, verdict, watch);
    return { ...whole, poisoning: lookalike !== null };
  };
}

/** Finds JSON with a bare number that a double might change. It may also find a text, which does no harm. */
const delicateNumber = /"\s*:\s*(?:-|\d{16}|\d+[.eE])/;

/** One entry of the API's `result`. */
function parseTransfer(json: string): { transfer: Transfer } | { problem: string } {
  const parsed = parse(json);
  if (parsed === null) return { problem: 'it is not JSON.' };
  const read = readTransfer(parsed.value);
  return 'transfer' in read ? read : { problem: `${read.unreadable.reason}.` };
}

/** Keeping every digit takes ten times as long; the API sends big numbers as texts. */
function parse(json: string): { value: unknown } | null {
  try {
    return { value: delicateNumber.test(json) ? parseJson(json) : JSON.parse(json) };
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof UnreadableReply) return null;
    throw error;
  }
}

/**
 * The wallet's outgoing transfers, oldest first, from a file in any order. Incoming ones show nobody whom the wallet paid.
 * @throws Unusable if the file can't be read
 */
async function readHistory(file: string, wallet: Address) {
  const sent: Transfer[] = [];
  const problems: { readonly number: number; readonly problem: string }[] = [];
  try {
    for await (const lines of readLines(createReadStream(file))) {
      for (const line of lines) {
        const parsed = 'problem' in line ? line : parseTransfer(line.text);
        if ('problem' in parsed) problems.push({ number: line.number, problem: parsed.problem });
        else if (parsed.transfer.from.address === wallet) sent.push(parsed.transfer);
      }
    }
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error)) throw error;
    throw new Unusable(`--history: ${file} can't be read (${error.code}).`, { cause: error });
  }
  return { sent: sent.sort(chainOrder), problems };
}
