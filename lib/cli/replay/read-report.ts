import { readFile } from 'node:fs/promises';
import * as z from 'zod';
import { Unusable } from '../unusable.ts';

const ledgerReport = z.object({
  wallet: z.string(),
  chain: z.string(),
  cursor: z.looseObject({ settled: z.number() }),
});

/** With the first block that was not settled when the rule broke. @throws Unusable */
export async function readReport(
  file: string,
): Promise<{ wallet: string; chain: string; fromBlock: string }> {
  try {
    const line: unknown = JSON.parse(await readFile(file, 'utf8'));
    // The whole log line is accepted too.
    const { wallet, chain, cursor } = ledgerReport.parse(Object(line).report ?? line);
    return { wallet, chain, fromBlock: String(cursor.settled + 1) };
  } catch (error) {
    throw new Unusable(`--report takes the JSON of a line with "report" of the poll function's log.`, {
      cause: error,
    });
  }
}
