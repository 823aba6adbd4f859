import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/** The repository's root. */
export const repository = fileURLToPath(new URL('../../../', import.meta.url));
const localPrograms = `${repository}node_modules/.bin`;

export type Environment = Readonly<Record<string, string>>;

/** Every program started here leads its own process group, which is ended as a whole. */
const running = new Set<ChildProcess>();

/** The part of this environment that programs inherit: none of it may lead to a real AWS account. */
export const bareEnvironment: Environment = {
  PATH: `${localPrograms}:${process.env.PATH ?? ''}`,
  HOME: process.env.HOME ?? '/',
  ...(process.env.FORCE_COLOR === undefined ? {} : { FORCE_COLOR: process.env.FORCE_COLOR }),
};

/** Starts a program with exactly this environment; its output goes to a file, or to this program's output. */
export function startProgram(
  program: string,
  args: readonly string[],
  env: Environment,
  outputFile: string | null,
  cwd = repository,
): ChildProcess {
  const output = outputFile === null ? 'inherit' : openSync(outputFile, 'a');
  const child = spawn(program, args, {
    cwd,
    env: { ...env },
    detached: true,
    stdio: ['ignore', output, output],
  });
  running.add(child);
  child.once('exit', () => endGroup(child, 'SIGKILL'));
  child.once('error', () => running.delete(child));
  return child;
}

/** Runs one of the repository's own programs to its end. @returns its exit code */
export async function runProgram(
  name: string,
  args: readonly string[],
  env: Environment,
  outputFile: string | null = null,
  cwd?: string,
): Promise<number> {
  const child = startProgram(`${localPrograms}/${name}`, args, env, outputFile, cwd);
  const [code] = await once(child, 'exit');
  return typeof code === 'number' ? code : 1;
}

/** Ends all programs started here, including the programs that they started. */
export async function endAll(): Promise<void> {
  const left = [...running];
  for (const child of left) endGroup(child, 'SIGTERM');
  const all = Promise.all(left.map((child) => (child.exitCode === null ? once(child, 'exit') : null)));
  await Promise.race([all, sleep(5_000, undefined, { ref: false })]);
  for (const child of left) endGroup(child, 'SIGKILL');
}

function endGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (signal === 'SIGKILL') running.delete(child);
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, signal);
  } catch {
    // The group has already ended.
  }
}
