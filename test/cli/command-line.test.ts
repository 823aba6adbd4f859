import { dirname } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { version } from '../../functions/runtime/version.ts';
import { rowAttributes } from '../../functions/wallet/watchlist-row.ts';
import { commands } from '../../lib/cli/frame/commands.ts';
import { treasury } from '../support/alerts.ts';
import { useCommandLine } from '../support/command-line.ts';
import { scratchFile } from '../support/scratch-folder.ts';
import { run } from './chainbell.ts';
import { transcripts } from './transcript.ts';

const told = transcripts({ run: (argv, input) => run(argv, input) });

told('a command that fails prints one sentence, or a JSON document with --json', async ({ type, says }) => {
  for (const words of ['', 'jugde', 'key set --kye=secret', 'add 0x12 --json']) await type(words);
  for (const options of [
    `--wallets ${treasury}`,
    'transfers.ndjson',
    '--chain moon',
    '--chain polygn',
    '--chain eth --chain base',
    '--wallet 0x12',
    '--wallet',
    '--history some.ndjson',
    `--wallet ${treasury} --history /nowhere/at/all`,
  ])
    await type(`judge ${options}`);
  says(`needs a command: … [exit code 2] $ … Unknown command 'jugde' (did you mean judge?) … [exit code 2] $ … ! Unknown option '--kye'; chainbell key … $
    … { "error": "\\"0x12\\" is not an address: …", "exitCode": 2 } ! "0x12" is not an address: it takes 0x and 40 hex digits. [exit code 2] $
    … ! Unknown option '--wallets' (did you mean --wallet?); chainbell judge --help shows what it takes. [exit code 2] $
    … ! Too many arguments … ! --chain: "moon" is not a known chain: it takes one of …
    ! --chain: "polygn" is not a known chain: did you mean polygon? … ! --chain is given twice: once is enough. … ! --wallet: "0x12" is not an address: …
    '--wallet …' argument missing … ! --history needs --wallet, … ! --history: /nowhere/at/all can't be read (ENOENT). [exit code 2] $`);
});

describe('in a folder with a chainbell.json', () => {
  const line = useCommandLine();
  const inFolderWith = (settings: string) => {
    const folder = dirname(scratchFile(settings, 'chainbell.json'));
    const cwd = vi.spyOn(process, 'cwd').mockReturnValue(folder);
    onTestFinished(() => cwd.mockRestore());
  };

  it('a command works on the stack that cdk deploy makes there, and names any other in the commands it prints', async () => {
    expect((await line.run(['show', 'x'])).stderr).toContain(
      'called "x". chainbell list shows the watched ones.',
    );
    inFolderWith('{"stackName": "Second"}');
    expect((await line.run(['list'])).stderr).toContain('There is no stack Second in ');
    const { stderr } = await line.run(['show', 'x', '--stack', 'Chainbell']);
    expect(stderr).toContain('called "x". chainbell list --stack Chainbell shows the watched ones.');
  });

  it('that can not be read, a command works on no stack', async () => {
    inFolderWith('{"stackName": "Second"');
    expect(await line.run(['list'])).toMatchObject({ code: 2, stdout: '' });
    expect((await line.run(['list'])).stderr).toMatch(/^chainbell\.json: It is not JSON [^\n]+\n$/);
  });
});

describe('help', () => {
  it('names every command, and the version is one line', async () => {
    const lists = await Promise.all(['--help', '-h', 'help'].map(async (word) => (await run([word])).stdout));
    expect(new Set(lists).size).toBe(1);
    for (const { name } of commands) expect(lists[0]).toMatch(new RegExp(`^  ${name} `, 'm'));
    expect(lists[0]).toContain('Exit code');
    expect((await run(['--version'])).stdout).toBe(`${version}\n`);
  });

  it.each(commands)('for $name has arguments and examples in lines that fit a terminal', async ({ name }) => {
    const { code, stdout } = await run([name, '--help']);
    expect(code).toBe(0);
    expect(stdout).toMatch(new RegExp(`^Usage: chainbell ${name}[^]*Examples:\n  chainbell ${name}`));
    for (const text of stdout.split('\n')) expect(text.length).toBeLessThan(100);
    if (name === 'add' || name === 'set')
      for (const attribute of rowAttributes)
        expect(stdout).toMatch(new RegExp(`^  ${attribute}=\\S+ +\\S`, 'm'));
  });
});

describe('the page of a deployed stack', () => {
  const line = useCommandLine();

  it('looks for news every fifteen seconds, because each look is billed', async () => {
    const timers = vi.spyOn(globalThis, 'setInterval');
    onTestFinished(() => timers.mockRestore());
    expect(await line.run(['page', '--port', '0'])).toMatchObject({ code: 0, stderr: '' });
    expect(timers.mock.calls.map(([, milliseconds]) => milliseconds)).toContain(15_000);
  });

  it('has one look at a time: looks at a storm or at 100,000 rows would pile up in memory', async () => {
    const timers = vi.spyOn(globalThis, 'setInterval');
    onTestFinished(() => timers.mockRestore());
    let scans = 0;
    line.hear('dynamodb:Scan', () => {
      scans += 1;
    });
    line.atPage(async () => {
      const look = timers.mock.calls.find(([, milliseconds]) => milliseconds === 15_000)?.[0];
      scans = 0;
      await Promise.all([look?.(), look?.(), look?.()]);
      expect(scans).toBe(1);
      await look?.();
    });
    expect(await line.run(['page', '--port', '0'])).toMatchObject({ code: 0, stderr: '' });
    expect(scans).toBe(2);
  });
});
