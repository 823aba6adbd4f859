import { createReadStream } from 'node:fs';
import { parseJson } from '../../../functions/api/http/parse-json.ts';
import { readTransfer } from '../../../functions/api/read-transfer-page.ts';
import { type Address, zeroAddress } from '../../../functions/chain/address.ts';
import type { Chain } from '../../../functions/chain/chains.ts';
import { withCoin } from '../../../functions/coin/describe.ts';
import { judge } from '../../../functions/spam/judge.ts';
import { AddressBook } from '../../../functions/spam/poisoning/address-book.ts';
import { nobodyKnown } from '../../../functions/state/known-addresses.ts';
import { UnreadableReply } from '../../../functions/transfer/source-errors.ts';
import { directionFor, type Transfer } from '../../../functions/transfer/transfer.ts';
import { chainOrder } from '../../../functions/transfer/transfer-key.ts';
import { readRow } from '../../../functions/wallet/read-row.ts';
import { Unusable } from '../unusable.ts';
import { readLines } from './read-lines.ts';

/** The wallet from which transfers are seen; null: each is seen from its receiver. */
export interface SeenFrom {
  readonly chain: Chain;
  readonly wallet: Address | null;
}

export type JudgeLine = ReturnType<typeof createLineJudge>;

/**
 * Judges like a poll of a row with only wallet and chain. Remembers whom the wallet paid (200 at most) and their imitators.
 * Without a wallet each transfer is seen by its receiver.
 */
export function createLineJudge({ chain, wallet }: SeenFrom) {
  const watch = readRow({ wallet: wallet ?? zeroAddress, chain: chain.id });
  const book = new AddressBook(nobodyKnown);
  return (transfer: Transfer) => {
    const seenBy = wallet ?? transfer.to.address ?? zeroAddress;
    const own = directionFor(seenBy, transfer);
    const described = withCoin({ ...transfer, direction: own ?? 'in' }, chain, null);
    const verdict = judge(described, { ...watch, wallet: seenBy });
    if (wallet === null || own === null) return { ...verdict, poisoning: false };
    const { verdict: whole, lookalike } = book.meet(described, verdict, watch);
    return { ...whole, poisoning: lookalike !== null };
  };
}

/** A bare number that a double might change, or a text like it. */
const delicateNumber = /[:[,]\s*(?:-|\d{16}|\d+[.eE])/;

/** One entry of the API's `result`. */
export function parseTransfer(json: string): { transfer: Transfer } | { problem: string } {
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
export async function readHistory(file: string, wallet: Address) {
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
