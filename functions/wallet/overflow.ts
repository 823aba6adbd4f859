import { createHash } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';

/**
 * What a wallet's item has no room for: lines of text in items of their own. Each is named by its content, so that a
 * crash or a second worker can write one twice and never changes one; only the wallet's own item, saved with a
 * condition, says which of them count.
 */
export interface Overflow {
  /** Writes the lines, in as many items as they take, and says which are where. */
  put(lines: readonly string[]): Promise<readonly NamedLines[]>;
  /** The lines of each item, in the order of the names; null for one that somebody deleted, for they outlive their use. */
  read(names: readonly string[]): Promise<readonly (readonly string[] | null)[]>;
}

/** Of the text, before it is packed: texts that do not pack at all still fit into an item of 400 KB. */
const maxBytes = 250_000;

/** An item's content and its name. */
export interface NamedLines {
  readonly name: string;
  readonly lines: readonly string[];
}

/** Lines in packages that an item holds each; one line is never longer than that (see transfer-line.ts). */
export function nameLines(lines: readonly string[]): NamedLines[] {
  const packages: string[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const line of lines) {
    const size = Buffer.byteLength(line) + 1;
    if (bytes + size > maxBytes) {
      packages.push([]);
      bytes = 0;
    }
    packages.at(-1)?.push(line);
    bytes += size;
  }
  return packages.map((some) => {
    const hash = createHash('sha256').update(some.join('\n')).digest();
    return { name: hash.subarray(0, 12).toString('base64url'), lines: some };
  });
}

export function packLines(lines: readonly string[]): string {
  return gzipSync(lines.join('\n')).toString('base64');
}

export function unpackLines(packed: string): readonly string[] {
  return gunzipSync(Buffer.from(packed, 'base64')).toString().split('\n');
}
