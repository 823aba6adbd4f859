import { readSection } from './docs-section.ts';

/** The commands of `chainbell`, as docs/reference.md lists them. */
export const documentedCommands: readonly string[] = Array.from(
  readSection('reference', 'commands').matchAll(/^\| `([a-z]+)` \|/gm),
  ([, name = '']) => name,
);

/** The commands in a text. */
export function commandsIn(text: string): string[] {
  return Array.from(text.matchAll(/npx chainbell (\S+)/g), ([, name = '']) => name.replace(/\W+$/, ''));
}
