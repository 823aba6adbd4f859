import { readFile } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { Unusable } from '../unusable.ts';

/** The text of a file, or of stdin where it is called `-`. @throws Unusable where the file can't be read */
export async function readInput(file: string, stdin: Readable): Promise<string> {
  if (file === '-') return text(stdin);
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error)) throw error;
    throw new Unusable(`${file} can't be read (${error.code}).`, { cause: error });
  }
}
