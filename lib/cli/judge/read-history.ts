import { createReadStream } from 'node:fs';
import type { Address } from '../../../functions/chain/address.ts';
import type { Transfer } from '../../../functions/transfer/transfer.ts';
import { chainOrder } from '../../../functions/transfer/transfer-key.ts';
import { Unusable } from '../unusable.ts';
import { parseTransfer } from './parse-transfer.ts';
import { readLines } from './read-lines.ts';

/** A line of the history that can't be read. */
export interface HistoryIncident {
  readonly number: number;
  readonly problem: string;
}

/**
 * What the wallet sent, oldest first, from a file of its transfers in any order: the API lists the newest first. What it
 * received is passed over, for it tells nothing about whom it paid.
 * @throws Unusable where the file can't be read.
 */
export async function readHistory(
  file: string,
  wallet: Address,
): Promise<{ readonly sent: readonly Transfer[]; readonly problems: readonly HistoryIncident[] }> {
  const sent: Transfer[] = [];
  const problems: HistoryIncident[] = [];
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
