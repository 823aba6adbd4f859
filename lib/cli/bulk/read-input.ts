import { readFile } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { Unusable } from '../unusable.ts';

/** The text of a file, or of stdin where it is called `-`. @throws Unusable where the file can't be read */
export async function readInput(file: string, stdin: Readable): Promise<string> {
  if (file === '-') return decoded(await buffer(stdin));
  try {
    return decoded(await readFile(file));
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error)) throw error;
    throw new Unusable(`${file} can't be read (${error.code}).`, { cause: error });
  }
}

/** UTF-8, or what Excel writes in its place: UTF-16 with its mark ("Unicode text"), Windows-1252 ("CSV"). */
function decoded(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
