import { deflateRawSync, inflateRawSync } from 'node:zlib';
import * as z from 'zod';
import { inBatches } from '../runtime/batches.ts';
import { withoutPadding } from '../text/safe-text.ts';
import { sharingTokens, type Transfer } from '../transfer/transfer.ts';

/** Maximum characters of a name. Alerts show 64 of them. A worker's memory must hold the names of a hundred thousand tokens. */
const maxText = 256;
/** Characters of a pack before compression: they fit an item of 400 KB even if they don't compress. */
const maxInPack = 100_000;

/** Compresses transfers into packs, one item each: together the similar transfers of a storm take a tenth of the bytes. */
export function packTransfers(transfers: readonly Transfer[]): Uint8Array[] {
  const lines = transfers.map(writeTransfer);
  const packs = inBatches(lines, Number.POSITIVE_INFINITY, maxInPack, ({ length }) => length);
  return packs.map((pack) => deflateRawSync(`[${pack.join()}]`));
}

/** Only packTransfers makes packs, so their fields are not checked. */
export function unpackTransfers(packs: readonly unknown[]): Transfer[] {
  const share = sharingTokens();
  return packs.flatMap((pack) =>
    share(JSON.parse(inflateRawSync(z.instanceof(Uint8Array).parse(pack)).toString(), readValue)),
  );
}

export function readTransfer(line: string): Transfer {
  return JSON.parse(line, readValue);
}

function readValue(name: string, value: unknown) {
  return name === 'value' ? BigInt(String(value)) : value;
}

export function writeTransfer(transfer: Transfer): string {
  return JSON.stringify(transfer, (name, value: unknown) => {
    if (typeof value === 'bigint') return value.toString();
    // A logo's URL has at most 1,024 characters, and would lead nowhere without its end.
    if (typeof value !== 'string' || value.length <= maxText || name === 'logo') return value;
    // A lure behind blanks must not be cut off: the rules would find nothing, and hide nothing.
    return withoutPadding(value).slice(0, maxText);
  });
}
