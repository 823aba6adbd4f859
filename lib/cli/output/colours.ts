import type { Writable } from 'node:stream';
import pc from 'picocolors';

/** A stream of the process; a person sees its colours where it is a terminal. */
type Output = Writable & { readonly isTTY?: boolean };

export function isTerminal(stream: Output): boolean {
  return stream.isTTY === true;
}

/** Colours are for terminals only, and for nobody who sets NO_COLOR (no-color.org). */
export function coloursOf(stream: Output): ReturnType<typeof pc.createColors> {
  return pc.createColors(isTerminal(stream) && !process.env.NO_COLOR);
}
