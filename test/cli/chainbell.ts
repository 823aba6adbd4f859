import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { runCommand } from '../../lib/cli/run-command.ts';

export const program = fileURLToPath(new URL('../../bin/chainbell.ts', import.meta.url));

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** The command as a separate process, on the Node.js that runs the tests. */
export function start(
  argv: readonly string[],
  nodeOptions: readonly string[] = [],
): ChildProcessWithoutNullStreams {
  const child = spawn(process.execPath, [...nodeOptions, program, ...argv]);
  // The process may end before it has read everything.
  child.stdin.on('error', () => {});
  return child;
}

/** Runs the command on the input to its end, in this process. */
export async function run(
  argv: readonly string[],
  input: string | Uint8Array | Readable = '',
  deps?: Parameters<typeof runCommand>[2],
  isTTY = false,
): Promise<Ended> {
  const [stdout, stderr] = [Object.assign(new PassThrough(), { isTTY }), new PassThrough()];
  const written = Promise.all([text(stdout), text(stderr)]);
  const stdin = input instanceof Readable ? input : Readable.from([Buffer.from(input)]);
  const code = await runCommand(argv, { stdin, stdout, stderr }, deps);
  stdout.end();
  stderr.end();
  const [out, err] = await written;
  return { code, stdout: out, stderr: err };
}

/** A process's output and exit code. */
export async function ended(child: ChildProcessWithoutNullStreams): Promise<Ended> {
  const code = new Promise<number | null>((resolve) => child.once('close', resolve));
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: await code, stdout, stderr };
}

/** NDJSON, read. */
export function parsed(stdout: string): Record<string, unknown>[] {
  return stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}
