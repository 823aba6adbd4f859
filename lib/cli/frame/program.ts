import { Command, CommanderError } from '@commander-js/extra-typings';
import { version } from '../../../functions/deliver-alerts/version.ts';
import { writeTo } from '../streams.ts';
import { Unusable } from '../unusable.ts';
import { type CommandEntry, commandGroups, commands } from './commands.ts';
import type { Context } from './context.ts';

const helpWidth = 98;

/**
 * Does what the arguments ask for.
 * @throws Unusable where they can't be understood, and whatever the command throws
 */
export async function runProgram(argv: readonly string[], context: Context): Promise<void> {
  if (argv.length === 0) throw new Unusable('Chainbell takes a command: chainbell --help lists them.');
  const [first, second] = argv;
  const words = first === 'help' && second !== undefined ? [second, '--help'] : [...argv];
  const entry = commands.find(({ name }) => name === words[0]);
  let help = '';
  const program = new Command('chainbell')
    .version(version)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => {
        help += text;
      },
      // The same is in the error.
      writeErr: () => {},
      getOutHelpWidth: () => helpWidth,
    })
    .addHelpText('after', exitCodes);
  if (entry === undefined) listCommands(program);
  else await addTo(program, entry, context);
  try {
    await program.parseAsync(words, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode !== 0) throw new Unusable(sentenceOf(error, entry?.name), { cause: error });
  }
  await writeTo(context.streams.stdout, help);
}

const exitCodes = `
chainbell <command> --help shows examples. Credentials and region are those of the environment.
Exit code: 0 done, 1 some of it failed or is not there, 2 nothing could be done.
`;

/** By name and summary alone, for help and for what is mistyped: loading all of them takes a second. */
function listCommands(program: Command): void {
  for (const [heading, entries] of commandGroups)
    for (const { name, summary } of entries)
      program.addCommand(new Command(name).usage('[options]').description(summary).helpGroup(heading));
}

async function addTo(program: Command, { summary, load }: CommandEntry, context: Context): Promise<void> {
  const command = (await load()).make(context).description(summary);
  program.addCommand(command);
  for (const each of [command, ...command.commands]) each.copyInheritedSettings(program);
}

/** What is wrong with the command line, in one sentence. */
function sentenceOf({ code, message }: CommanderError, command: string | undefined): string {
  const where = command === undefined ? 'chainbell' : `chainbell ${command}`;
  const said = message
    .replace(/^error: /, '')
    .replace(/\n?\(Did you mean (.*)\?\)$/s, ' (did you mean $1?)')
    .replaceAll(/\s+/g, ' ')
    .replace(/\.$/, '');
  // A command of commands was asked for nothing, or for what it has not: that may be a secret in the wrong place.
  if (code === 'commander.help' || (code === 'commander.unknownCommand' && command !== undefined))
    return `${where} takes one more word: ${where} --help lists them.`;
  return `${said.charAt(0).toUpperCase()}${said.slice(1)}; ${where} --help shows what it takes.`;
}
