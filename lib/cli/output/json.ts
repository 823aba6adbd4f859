import type { Writable } from 'node:stream';
import { writeTo } from '../streams.ts';

/** What a terminal may act upon, and JSON lets stand as it is: C1 controls, bidi marks and their like. */
const unseen = /[\p{C}\u2028\u2029]/gu;

/** One JSON document, in which every invisible character is escaped: a token's name can hold any. */
export async function printJson(stdout: Writable, value: unknown): Promise<void> {
  const text = JSON.stringify(value, null, 2).split('\n').map(escapeUnseen).join('\n');
  await writeTo(stdout, `${text}\n`);
}

function escapeUnseen(line: string): string {
  return line.replace(unseen, (character) =>
    Array.from({ length: character.length }, (_, i) => `\\u${hex(character.charCodeAt(i))}`).join(''),
  );
}

function hex(unit: number): string {
  return unit.toString(16).padStart(4, '0');
}
