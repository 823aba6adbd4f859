import { once } from 'node:events';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual, parseArgs } from 'node:util';
import { type Engine, startEngine } from '../deployed/support/engine.ts';
import { endAll, repository, startProgram } from '../deployed/support/programs.ts';
import { FakeApi } from '../support/fakes/fake-api.ts';
import { countTick, keptTables } from './account.ts';
import { differenceOf } from './compare.ts';
import { type Block, readSteps, rewrite, type Step } from './page.ts';
import { screenOf } from './screen.ts';
import { messageOf, type Service, startTelegram, startWebhook } from './services.ts';
import { shorten } from './shorten.ts';

/**
 * Plays docs/guide.md from its first command to its last in a fresh copy of the repository; see run.sh for its requirements, and the
 * guide's last section for the differences from AWS.
 */

const { write } = parseArgs({ options: { write: { type: 'boolean', default: false } } }).values;
const guide = join(repository, 'docs', 'guide.md');
/** Maximum time from the first command to the end: a new user's patience. */
const longestMs = 15 * 60_000;
const longestCommandMs = 3 * 60_000;
const columns = 120;
/** Only as a separate number, not within an address of zeros. */
const engineAccount = /\b0{12}\b/g;

const apiKey = 'a-key-of-the-guide';
const telegramToken = '1234567890:AAExampleTokenOfTheGuide';
/** The guide's wallet, and who pays it. */
const wallet = '0xd8da6bf26964af9d7eed9e03e53415d37aa96045';
const payer = { from: '0x28c6c06298d514db089934071355e5743bf21d60', fromLabel: 'Binance 14' };

const say = (line: string) => process.stderr.write(`${line}\n`);
const scratch = await mkdtemp(join(tmpdir(), 'chainbell-guide-'));
const copy = join(scratch, 'chainbell');
const terminal = fileURLToPath(new URL('terminal.py', import.meta.url));

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, async () => {
    await endAll();
    await rm(scratch, { recursive: true, force: true, maxRetries: 5 });
    process.exit(130);
  });
}

/** Copies what a clone has: nothing that was built, installed or set here. */
async function copyRepository(): Promise<void> {
  const left = new Set(['node_modules', '.git', '.deployed', 'dist', 'cdk.out', 'coverage', 'reports']);
  const isLeft = (path: string) =>
    path
      .slice(repository.length)
      .split('/')
      .some((part) => left.has(part)) || path.endsWith('chainbell.json');
  await cp(repository, copy, { recursive: true, filter: (path) => !isLeft(path) });
}

/** The simulated services, with the values that the user types. */
interface World {
  readonly engine: Engine;
  readonly api: FakeApi;
  readonly apiUrl: string;
  readonly services: Readonly<Record<'Telegram' | 'webhook', Service>>;
  /** The webhook's secrets, once the guide has made one. */
  readonly secrets: string[];
}

/** Input at prompts: the text of the prompt, and the line to type. */
type Answers = readonly (readonly [prompt: string, line: string])[];

function answersTo(command: string, { services, secrets }: World): Answers {
  if (command === 'npx chainbell init')
    return [
      ['emails:', ''],
      ['opsEmails:', ''],
      ['callsPerDay:', ''],
      ['every:', '3m'],
    ];
  if (/^npx cdk (deploy|destroy)/.test(command)) return [['(y/n)', 'y']];
  if (command === 'npx chainbell key set') return [['nothing is shown', apiKey]];
  if (command === 'npx chainbell destination set phone') {
    const secret = { token: telegramToken, chat: 5678, api: services.Telegram.url };
    return [['nothing is shown', JSON.stringify(secret)]];
  }
  if (command === 'npx chainbell destination set books')
    return [['nothing is shown', JSON.stringify({ url: services.webhook.url, secrets })]];
  return [];
}

/** A user's environment, with the engine as AWS and without this repository's programs. */
function environmentOf({ clientEnvironment }: Engine): Record<string, string> {
  const path = (process.env.PATH ?? '').split(delimiter).filter((folder) => !folder.includes('node_modules'));
  const npm = Object.entries(process.env).filter(([name]) =>
    /^npm_config_(registry|cache|userconfig|cafile)$/i.test(name),
  );
  const { FORCE_COLOR: _, ...rest } = clientEnvironment;
  return {
    ...rest,
    ...(Object.fromEntries(npm) as Record<string, string>),
    PATH: path.join(delimiter),
    TERM: 'xterm-256color',
    COLUMNS: String(columns),
    LINES: '50',
  };
}

/** Runs a command of the guide on a terminal and returns the screen. @throws Error if the command fails */
async function runCommand(command: string, world: World, number: number): Promise<string> {
  const output = join(scratch, `${number}.output`);
  const answers = join(scratch, `${number}.answers`);
  await writeFile(answers, JSON.stringify(answersTo(command, world)));
  const python = process.env.CHAINBELL_ENGINE_PYTHON ?? 'python3';
  const args = [terminal, answers, 'bash', '-c', command];
  const child = startProgram(python, args, environmentOf(world.engine), output, copy);
  const late = sleep(longestCommandMs, 'late' as const, { ref: false });
  const ended = await Promise.race([once(child, 'exit'), late]);
  const came = screenOf(await readFile(output, 'utf8'), columns).replaceAll(engineAccount, '123456789012');
  if (ended === 'late') throw new Error(`${command} did not end:\n${came}`);
  if (ended[0] !== 0) throw new Error(`${command} failed (${ended[0]}):\n${came}`);
  return came;
}

/** Writes the guide's settings, with additions for this machine. @throws Error if the guide lacks an answer */
async function putSettings(file: string, text: string, { apiUrl }: World): Promise<void> {
  const settings = JSON.parse(text);
  const answered: object = JSON.parse(await readFile(join(copy, file), 'utf8'));
  for (const [name, value] of Object.entries(answered))
    if (!isDeepStrictEqual(settings[name], value)) throw new Error(`the guide's ${file} has another ${name}`);
  const here = { baseUrl: apiUrl, cliCredentials: true };
  await writeFile(join(copy, file), JSON.stringify({ ...settings, ...here }));
}

/** Plays a step and returns its output; null if it shows none. */
async function play(step: Step, world: World, number: number): Promise<string | null> {
  if (step.kind === 'file') {
    await putSettings(step.file, step.text, world);
    return null;
  }
  if (step.kind === 'transfer') {
    world.api.mine({ chain: 'eth', ...payer, to: wallet, value: 12_500_000_000n });
    return null;
  }
  if (step.kind === 'run') {
    if (step.command === 'npx chainbell doctor') await countTick(world.engine);
    const came = await runCommand(step.command, world, number);
    world.secrets.push(...(/^whsec_\S+$/m.exec(came) ?? []));
    return shorten(step.command, came);
  }
  return shorten(step.kind, await messageOf(world.services[step.kind], step.number, step.kind));
}

/** Plays all steps in order. @returns the outputs that differ from the guide */
async function playAll(steps: readonly Step[], world: World): Promise<Map<Block, string>> {
  const other = new Map<Block, string>();
  for (const [number, step] of steps.entries()) {
    const from = Date.now();
    const came = await play(step, world, number);
    const what = step.kind === 'run' ? step.command : step.kind === 'file' ? step.file : step.kind;
    say(`${((Date.now() - from) / 1_000).toFixed(1).padStart(6)} s  ${what.split('\n')[0]}`);
    if (came === null || !('shown' in step) || step.shown === null) continue;
    const difference = differenceOf(step.shown.text, came);
    // Times and ids, which may differ, belong to one run, so either all outputs are written or none.
    if (difference === null && !write) continue;
    other.set(step.shown, came);
    if (!write) say(`docs/guide.md, line ${step.shown.from + 1}, is not what came:\n${difference}`);
  }
  return other;
}

async function main(): Promise<boolean> {
  const page = await readFile(guide, 'utf8');
  const steps = readSteps(page);
  const secrets: string[] = [];
  const engine = await startEngine(scratch);
  const api = new FakeApi(apiKey);
  const apiUrl = await api.listen();
  const services = { Telegram: await startTelegram(telegramToken), webhook: await startWebhook(secrets) };
  try {
    await copyRepository();
    const from = Date.now();
    const world = { engine, api, apiUrl, services, secrets };
    const other = await playAll(steps, world);
    const took = Date.now() - from;
    for (const [name, { came }] of Object.entries(services))
      if (!came.some((one) => one.includes('12,500 USDC') || one.includes('"amount": "12500"')))
        throw new Error(`the alert did not arrive at ${name}`);
    const kept = await keptTables(engine);
    if (kept.length !== 4)
      throw new Error(`the guide says that four tables are kept, but there are: ${kept.join(', ')}`);
    if (write && other.size > 0) await writeFile(guide, rewrite(page, other));
    const seconds = Math.round(took / 1_000);
    const [mined] = api.transfers();
    const { detectedAt } = JSON.parse(services.webhook.came.at(-1) ?? '{}');
    const after = (from: number, { cameAt }: Service) => (((cameAt.at(-1) ?? 0) - from) / 1_000).toFixed(1);
    for (const [name, service] of Object.entries(services)) {
      const [transfer, poll] = [after(mined?.knownAt ?? 0, service), after(Date.parse(detectedAt), service)];
      say(
        `the alert came to ${name} ${transfer} s after the transfer, ${poll} s after the poll that found it`,
      );
    }
    say(`the guide took ${Math.floor(seconds / 60)} min ${seconds % 60} s`);
    if (took > longestMs) say('that is more than a quarter of an hour');
    return took <= longestMs && (write || other.size === 0);
  } finally {
    await endAll();
    await api.close();
    for (const service of Object.values(services)) await service.close();
  }
}

try {
  process.exitCode = (await main()) ? 0 : 1;
} catch (error) {
  say(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
} finally {
  await rm(scratch, { recursive: true, force: true, maxRetries: 5 });
}
