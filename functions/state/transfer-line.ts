import * as z from 'zod';
import { readAddress } from '../chain/address.ts';
import type { Transfer } from '../transfer/transfer.ts';

/** No rule reads more of a text, and no alert shows more; a line then has room in any item. */
const maxText = 1_024;

const address = z.string().transform((text, context) => {
  const known = readAddress(text);
  if (known !== null) return known;
  context.addIssue('not an address');
  return z.NEVER;
});
const text = z.string().nullable();
const whole = z.number().nullable();
const tokenLine = z.object({
  address,
  name: text,
  symbol: text,
  decimals: whole,
  logo: text,
  verified: z.boolean().nullable(),
});
const transferLine = z.object({
  token: tokenLine,
  from: z.object({ address: address.nullable(), label: text }),
  to: z.object({ address: address.nullable(), label: text }),
  value: z.string().transform((digits) => BigInt(digits)),
  transactionHash: z.string(),
  transactionIndex: whole,
  logIndex: whole,
  blockNumber: z.number(),
  blockHash: text,
  blockTimestamp: text,
  possibleSpam: z.boolean().nullable(),
});

/** A transfer as one line of text, to be kept between two polls. */
export function writeTransfer(transfer: Transfer): string {
  return JSON.stringify(transfer, (_name, value: unknown) => {
    if (typeof value === 'bigint') return value.toString();
    return typeof value === 'string' && value.length > maxText ? value.slice(0, maxText) : value;
  });
}

/** @throws Error where the line is none that writeTransfer made */
export function readTransferLine(line: string): Transfer {
  return transferLine.parse(JSON.parse(line));
}
