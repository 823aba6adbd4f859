import { afterAll, expect } from 'vitest';
import { testKey } from './test-key.ts';

/** No test may log the API key, in any spelling: this checks all output to the console and to the streams below it. */
const spellings = [testKey, encodeURIComponent(testKey), JSON.stringify(testKey).slice(1, -1)];
/** Logged lines that contain the key. One list per thread, because the test files of a thread share its console. */
const shared = globalThis as { loggedKeys?: string[] };

if (shared.loggedKeys === undefined) {
  shared.loggedKeys = [];
  watchLogs(shared.loggedKeys);
}
const leaks = shared.loggedKeys;

afterAll(() => {
  expect(leaks.splice(0), 'the API key was logged').toEqual([]);
});

function watchLogs(leaks: string[]): void {
  const look = (words: readonly unknown[]) => {
    const text = words.map(String).join(' ');
    if (spellings.some((spelling) => text.includes(spelling))) leaks.push(text);
  };
  for (const method of ['log', 'info', 'warn', 'error', 'debug'] as const) {
    // biome-ignore lint/suspicious/noConsole: this checks the console's output.
    const write = console[method].bind(console);
    console[method] = (...words: unknown[]) => {
      look(words);
      write(...words);
    };
  }
  // The functions' logger has its own console, so the streams are checked too.
  for (const stream of [process.stdout, process.stderr]) {
    const write = stream.write.bind(stream) as (...args: unknown[]) => boolean;
    stream.write = (...args: unknown[]) => {
      look(args.slice(0, 1));
      return write(...args);
    };
  }
}
