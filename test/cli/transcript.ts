import { inspect } from 'node:util';
import { expect, it } from 'vitest';
import type { CommandLine } from '../support/command-line.ts';
import { expectPrinted } from '../support/expect-printed.ts';
import { testKey } from '../support/test-key.ts';

/** A secret that no command may print. */
export const hush = 'hush-hush';

/** Types a command, with blanks between words unless quotes hold them together, on a terminal or not. Returns its stdout. */
export type Typist = (typed: string, input?: string, onTerminal?: boolean) => Promise<string>;

/** Types commands, notes their effects, and checks what was printed or noted since the last check. */
export interface Script {
  type: Typist;
  /** Notes an effect of a command. */
  note: (value: unknown) => void;
  /** In `expected`, `…` stands for any text and a blank for any white space; `$` marks the beginning of a command and the end. */
  says: (expected: string) => void;
}

/** A test that types commands. */
export function transcripts(line: Pick<CommandLine, 'run'>) {
  return (title: string, script: (session: Script) => unknown) =>
    it(title, async () => {
      const { written, ...session } = sessionAt(line);
      await script(session);
      expect(written, 'what nobody said anything about').toEqual([]);
    });
}

function sessionAt({ run }: Pick<CommandLine, 'run'>): Script & { written: string[] } {
  const written: string[] = [];
  const type: Typist = async (typed, input = '', onTerminal = false) => {
    const { code, stdout, stderr } = await run(wordsOf(typed), input, onTerminal);
    for (const secret of [hush, testKey]) expect(stdout + stderr).not.toContain(secret);
    // No stranger's text may control a terminal; CSV goes to files.
    if (!/\bexport\b|--csv/.test(typed) || onTerminal) expect(stdout + stderr).not.toMatch(/[^\P{C}\n]/u);
    const failed = code === 0 ? '' : `[exit code ${code}]\n`;
    written.push(shown(`$ chainbell ${typed}\n${stdout}${stderr.replaceAll(/^(?=.)/gm, '! ')}${failed}`));
    return stdout;
  };
  const note = (value: unknown) => {
    written.push(`# ${inspect(value, { breakLength: 110, depth: 9, sorted: true })}\n`);
  };
  const says = (expected: string) => expectPrinted(`${written.splice(0).join('\n')} $`, expected);
  return { type, note, says, written };
}

export function wordsOf(typed: string): string[] {
  const words = typed.match(/(?:[^\s"']+|"[^"]*"|'[^']*')+/g) ?? [];
  return words.map((word) => word.replaceAll(/"([^"]*)"|'([^']*)'/g, '$1$2'));
}

/** The text without parts that differ between two runs. */
function shown(text: string): string {
  return text
    .replaceAll(/(?<=127\.0\.0\.1:)\d+/g, '<port>')
    .replaceAll(/\S+\/chainbell-test-\w+\//g, '<folder>/')
    .replaceAll(/[^\P{C}\n]/gu, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
