import type { Writable } from 'node:stream';
import stringWidth from 'string-width';
import { cleanText } from '../../functions/text/safe-text.ts';
import type { Context } from './frame/command.ts';
import { coloursOf, type JsonOption, writeTo } from './streams.ts';

export type Look = 'plain' | 'good' | 'bad' | 'dim';

/** Null: nothing. */
export type Cell = string | number | null | { readonly text: string | null; readonly look: Look };

/** Fits a reason with the command or policy statement that helps. */
const longest = 500;

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
  const measured = (text: string, painted: string) => ({ painted, width: stringWidth(text) });
  const head = headings.map((text) => measured(text, colours.bold(text)));
  const body = rows.map((row) =>
    row.map(partsOf).map(({ text, look }) => measured(shown(text), paint[look](shown(text)))),
  );
  const lines = head.length === 0 ? body : [head, ...body];
  const widths: number[] = [];
  for (const line of lines)
    for (const [i, { width }] of line.entries()) widths[i] = Math.max(widths[i] ?? 0, width);
  const padded = lines.map((line) =>
    line.map(({ painted, width }, i) => painted + ' '.repeat((widths[i] ?? 0) - width)).join('  '),
  );
  await writeTo(stdout, padded.map((line) => `${line.trimEnd()}\n`).join(''));
}

/** A command's list: the value with `--json`, else its rows, or a sentence if there are none. */
export async function sayTable(
  context: Pick<Context, 'streams' | 'say'>,
  options: JsonOption,
  value: unknown,
  headings: readonly string[],
  rows: readonly (readonly Cell[])[],
  none: string,
): Promise<void> {
  if (options.json || rows.length === 0) await context.say(options, value, none);
  else await printTable(context.streams.stdout, headings, rows);
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
