import { deflateRawSync, inflateRawSync } from 'node:zlib';
import * as z from 'zod';
import type { Transfer } from '../transfer/transfer.ts';

/** No rule reads more of a text, and no alert shows more; a transfer then has room in any pack. */
const maxText = 1_024;
/** Characters of a pack before it is packed: whatever strangers write in them, they fit an item of 400 KB. */
const mostInPack = 100_000;

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

/** The transfers of what packTransfers made: nobody else can, so their fields are not checked again. */
export function unpackTransfers(pack: unknown): Transfer[] {
  return parseLines(inflateRawSync(z.instanceof(Uint8Array).parse(pack)).toString());
}

/** A transfer that writeTransfer wrote. */
export function readTransfer(line: string): Transfer {
  return parseLines(line);
}

function parseLines(text: string) {
  return JSON.parse(text, (name, value) => (name === 'value' ? BigInt(value) : value));
}

/** A transfer as one line of text. */
export function writeTransfer(transfer: Transfer): string {
  return JSON.stringify(transfer, (_name, value: unknown) => {
    if (typeof value === 'bigint') return value.toString();
    return typeof value === 'string' && value.length > maxText ? value.slice(0, maxText) : value;
  });
}
