import type { Writable } from 'node:stream';
import Table from 'cli-table3';
import { cleanText } from '../../functions/text/safe-text.ts';
import { coloursOf, type JsonOption, type Streams, say, writeTo } from './streams.ts';

export type Look = 'plain' | 'good' | 'bad' | 'dim';

/** Null: nothing. */
export type Cell = string | number | null | { readonly text: string | null; readonly look: Look };

/** Fits a reason with the command or policy statement that helps. */
const longest = 500;

const noLines = Object.fromEntries(
  ['top', 'top-mid', 'top-left', 'top-right', 'bottom', 'bottom-mid', 'bottom-left', 'bottom-right', 'left']
    .concat(['left-mid', 'mid', 'mid-mid', 'right', 'right-mid', 'middle'])
    .map((place) => [place, place === 'middle' ? '  ' : '']),
);

/**
 * Cleans every cell: anybody may have written it, and only visible characters of one line may reach the terminal.
 * @param headings none for a list of names and values
 */
export async function printTable(
  stdout: Writable,
  headings: readonly string[],
  rows: readonly (readonly Cell[])[],
): Promise<void> {
  const colours = coloursOf(stdout);
  const paint = { plain: String, good: colours.green, bad: colours.red, dim: colours.dim };
  const table = new Table({
    head: headings.map((heading) => colours.bold(heading)),
    chars: noLines,
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0 },
  });
  for (const row of rows)
    table.push(row.map((cell) => partsOf(cell)).map(({ text, look }) => paint[look](shown(text))));
  const lines = table.toString().split('\n');
  await writeTo(stdout, lines.map((line) => `${line.trimEnd()}\n`).join(''));
}

/** A command's list: the value with `--json`, else its rows, or a sentence if there are none. */
export async function sayTable(
  streams: Pick<Streams, 'stdout'>,
  options: JsonOption,
  value: unknown,
  headings: readonly string[],
  rows: readonly (readonly Cell[])[],
  none: string,
): Promise<void> {
  if (options.json || rows.length === 0) await say(streams, options, value, none);
  else await printTable(streams.stdout, headings, rows);
}

/** Anybody's text as one visible line: a dash if nothing is left of it, … at the end if it was cut. */
export function shown(text: string | null): string {
  const whole = cleanText(text, 2 * longest) ?? '-';
  return whole.length <= longest ? whole : `${cleanText(whole, longest - 1)}…`;
}

function partsOf(cell: Cell): { readonly text: string | null; readonly look: Look } {
  if (typeof cell === 'object' && cell !== null) return cell;
  return { text: cell === null ? null : String(cell), look: 'plain' };
}

/** In UTC to the minute: `2026-01-02 03:04`. @param time ISO text, a date or epoch milliseconds */
export function minuteOf(time: string | number | Date | null): string | null {
  return time === null ? null : new Date(time).toISOString().slice(0, 16).replace('T', ' ');
}
