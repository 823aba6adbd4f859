import { deflateRawSync, inflateRawSync } from 'node:zlib';
import * as z from 'zod';
import { readAddress } from '../chain/address.ts';
import type { Transfer } from '../transfer/transfer.ts';

/** No rule reads more of a text, and no alert shows more; a transfer then has room in any pack. */
const maxText = 1_024;
/** Characters of a pack before it is packed: whatever strangers write in them, they fit an item of 400 KB. */
const mostInPack = 100_000;

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

/** Transfers in packs, each for an item of its own: those of a storm are alike, and take a tenth of the bytes together. */
export function packTransfers(transfers: readonly Transfer[]): Uint8Array[] {
  const packs: string[][] = [];
  let room = 0;
  for (const line of transfers.map(writeTransfer)) {
    if (room < line.length) {
      packs.push([]);
      room = mostInPack;
    }
    packs.at(-1)?.push(line);
    room -= line.length;
  }
  return packs.map((lines) => deflateRawSync(`[${lines.join()}]`));
}

/** @throws Error where the pack is none that packTransfers made */
export function unpackTransfers(pack: unknown): Transfer[] {
  const text = inflateRawSync(z.instanceof(Uint8Array).parse(pack)).toString();
  return z.array(transferLine).parse(JSON.parse(text));
}

function writeTransfer(transfer: Transfer): string {
  return JSON.stringify(transfer, (_name, value: unknown) => {
    if (typeof value === 'bigint') return value.toString();
    return typeof value === 'string' && value.length > maxText ? value.slice(0, maxText) : value;
  });
}
