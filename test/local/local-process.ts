import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { TestContext } from 'vitest';

const start = fileURLToPath(new URL('../../lib/local/start.ts', import.meta.url));

/** The local run as a separate process, with its output so far. */
export interface LocalProcess {
  readonly child: ChildProcessWithoutNullStreams;
  readonly stdout: () => string;
  readonly stderr: () => string;
  /** Waits until stdout has the text. */
  readonly told: (text: string) => Promise<void>;
  /** Waits until stderr has the text. */
  readonly said: (text: string) => Promise<void>;
  /** Waits for the page. @returns its address */
  readonly page: () => Promise<string>;
  /** Waits for the end. @returns null if a signal ended it */
  readonly exit: () => Promise<number | null>;
  /** Interrupts it like Ctrl-C. @returns the milliseconds until it ended */
  readonly interrupt: () => Promise<{ code: number | null; took: number }>;
}

/** Starts `npm start -- …args` without npm, on any free port; it ends with its test (tests may run concurrently). */
export function startLocal(
  { onTestFinished }: Pick<TestContext, 'onTestFinished'>,
  args: readonly string[],
  environment: Record<string, string> = {},
): LocalProcess {
  const child = spawn(process.execPath, [start, '--port', '0', ...args], {
    env: { PATH: process.env.PATH, ...environment },
  });
  let running = true;
  const ended = once(child, 'close').finally(() => {
    running = false;
  });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  const written = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      written[name] += text;
    });
  }

  const holds = async (name: 'stdout' | 'stderr', text: string) => {
    while (!written[name].includes(text)) {
      if (!running) throw new Error(`it ended before "${text}": ${written.stderr}`);
      await Promise.race([once(child[name], 'data'), ended]);
    }
  };
  const exit = async () => {
    await ended;
    return child.exitCode;
  };
  return {
    child,
    stdout: () => written.stdout,
    stderr: () => written.stderr,
    told: (text) => holds('stdout', text),
    said: (text) => holds('stderr', text),
    async page() {
      await holds('stderr', 'Tables');
      return /Inbox +(http:\S+)/.exec(written.stderr)?.[1] ?? '';
    },
    exit,
    async interrupt() {
      const asked = performance.now();
      child.kill('SIGINT');
      return { code: await exit(), took: performance.now() - asked };
    },
  };
}
