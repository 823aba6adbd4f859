import { Command, CommanderError } from '@commander-js/extra-typings';
import { version } from '../../functions/runtime/version.ts';
import { cleanText } from '../../functions/text/safe-text.ts';
import { defaultPort } from '../local-engines.ts';
import { type Context, type Outside, realOutside, type StackOptions, stackAtHand } from './frame/command.ts';
import { type CommandEntry, commandGroups, commands } from './frame/commands.ts';
import { plainSentence } from './stack/aws-problem.ts';
import type { OpenStack } from './stack/open-stack.ts';
import { printJson, ReaderGone, type Streams, say, withOptions, writeTo } from './streams.ts';
import { mistakeIn, refuseTwice, Unfinished, Unusable } from './unusable.ts';

const helpWidth = 98;

/** @throws Unusable if the arguments can't be understood, and whatever the command throws */
async function runProgram(argv: readonly string[], context: Context): Promise<void> {
  if (argv.length === 0) throw new Unusable('Chainbell needs a command: chainbell --help lists them.');
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
    if (error.exitCode !== 0) throw new Unusable(mistakeOf(error, entry?.name), { cause: error });
  }
  await writeTo(context.streams.stdout, help);
}

const exitCodes = `
chainbell <command> --help shows examples. Credentials and region come from the environment.
Exit code: 0 done, 1 a part failed or a named thing does not exist, 2 nothing could be done.
`;

/** Names and summaries only: loading all commands takes a second. */
function listCommands(program: Command): void {
  for (const [heading, entries] of commandGroups)
    for (const { name, summary } of entries)
      program.addCommand(new Command(name).usage('[options]').description(summary).helpGroup(heading));
}

async function addTo(program: Command, { name, summary, load }: CommandEntry, context: Context) {
  const { make, help, examples } = await load();
  const lines = [...(help ? ['', help] : []), '', 'Examples:', ...examples.map((line) => `  ${line}`), ''];
  const command = make(name, context).description(summary).addHelpText('afterAll', lines.join('\n'));
  program.addCommand(command);
  for (const each of [command, ...command.commands]) refuseTwice(each.copyInheritedSettings(program));
}

function mistakeOf(error: CommanderError, command: string | undefined): string {
  const where = command === undefined ? 'chainbell' : `chainbell ${command}`;
  // The unknown word may be a secret in the wrong place, so it is not quoted.
  if (error.code === 'commander.help' || (error.code === 'commander.unknownCommand' && command !== undefined))
    return `${where} needs one more word: ${where} --help lists the choices.`;
  return `${mistakeIn(error)}; ${where} --help shows what it takes.`;
}

const longest = 1_000;

/**
 * Returns the exit code: 1 if a part failed or the named thing is missing, 2 if nothing could be done, with one
 * sentence on stderr, and with `--json` as a document on stdout too.
 */
export async function runCommand(
  argv: readonly string[],
  streams: Streams,
  outside: Outside = realOutside,
): Promise<number> {
  // A failed write throws at its await; without listeners it would end the process first.
  for (const stream of [streams.stdout, streams.stderr]) stream.on('error', () => {});
  let opened: OpenStack | null = null;
  const addressed = (text: string) => opened?.addressed(text) ?? text;
  try {
    await runProgram(argv, {
      ...outside,
      streams,
      async open(options) {
        opened = await openNamed(options, outside);
        return opened;
      },
      say: (options, value, text) => say(streams, options, value, addressed(text)),
    });
    return 0;
  } catch (error) {
    if (error instanceof ReaderGone) return 0;
    const sentence = sentenceOf(error);
    if (sentence === null) throw error;
    // The sentence may quote a row, a file or an answer.
    const shown = cleanText(addressed(sentence), longest);
    const exitCode = error instanceof Unfinished ? 1 : 2;
    if (shown === null) return exitCode;
    await writeTo(streams.stderr, `${shown}\n`).catch(() => {});
    if (argv.includes('--json')) await printJson(streams.stdout, { error: shown, exitCode }).catch(() => {});
    return exitCode;
  }
}

async function openNamed({ stack, region, local }: StackOptions, { openAws }: Outside): Promise<OpenStack> {
  const ofRun = local === undefined ? '' : ` --local ${local === true ? defaultPort : local}`;
  const options = `${stackOption(stack)}${region ? ` --region ${region}` : ''}${ofRun}`;
  const addressed = (text: string) => withOptions(text, options);
  if (local !== undefined)
    return { ...(await (await import('./stack/local-run.ts')).openLocalRun(local)), addressed };
  const { openStack } = await import('./stack/open-stack.ts');
  return { ...(await openStack(stack, openAws(region ?? null), region)), addressed };
}

/** Null for an error of the program itself. */
function sentenceOf(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  if (error instanceof Unusable || error instanceof Unfinished || 'syscall' in error) return error.message;
  return plainSentence(error);
}

function stackOption(stackName: string): string {
  return stackName === stackAtHand() ? '' : ` --stack ${stackName}`;
}
