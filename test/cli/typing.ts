import { PassThrough, type Readable } from 'node:stream';

/** A terminal on which a person types an answer and Enter whenever a question appears. */
export function typing(answers: readonly (readonly [shown: string, typed: string])[]) {
  const stdin = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => stdin });
  // A prompt ends its streams, but a terminal stays open.
  const stderr = Object.assign(new PassThrough(), { end: () => stderr });
  const left = [...answers];
  let shown = '';
  let all = '';
  stderr.on('data', (chunk) => {
    shown += chunk;
    all += chunk;
    const [next] = left;
    if (next === undefined || !shown.includes(next[0])) return;
    left.shift();
    shown = '';
    // The prompt listens only after it is drawn.
    setTimeout(() => stdin.write(`${next[1]}\r`), 5);
  });
  const streams = { stdin: stdin as unknown as Readable, stdout: new PassThrough(), stderr };
  return { ...streams, shown: () => all };
}
