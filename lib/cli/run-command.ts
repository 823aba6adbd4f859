import { judge } from './judge.ts';
import { redrive } from './redrive.ts';
import { ReaderGone, type Streams, writeTo } from './streams.ts';
import { Unusable } from './unusable.ts';
import { usage } from './usage.ts';

/**
 * Runs the command that the arguments name.
 * @returns the exit code: 2 where nothing could be done, with one sentence on stderr
 */
export async function runCommand([command, ...rest]: readonly string[], streams: Streams): Promise<number> {
  // A write fails where it is waited for; without listeners the process would end with a stack trace before.
  for (const stream of [streams.stdout, streams.stderr]) stream.on('error', () => {});
  try {
    return await run(command, rest, streams);
  } catch (error) {
    if (error instanceof ReaderGone) return 0;
    if (!(error instanceof Error) || !(error instanceof Unusable || 'syscall' in error)) throw error;
    await writeTo(streams.stderr, `${error.message}\n`).catch(() => {});
    return 2;
  }
}

async function run(command: string | undefined, argv: readonly string[], streams: Streams): Promise<number> {
  switch (command) {
    case 'judge':
      return judge(argv, streams);
    case 'redrive':
      return redrive(argv, streams);
    case '--help':
    case '-h':
    case 'help':
      await writeTo(streams.stdout, usage);
      return 0;
    case undefined:
      throw new Unusable('Chainbell takes a command: try "chainbell --help".');
    default:
      throw new Unusable(`"${command.slice(0, 40)}" is no command of Chainbell: try "chainbell --help".`);
  }
}
