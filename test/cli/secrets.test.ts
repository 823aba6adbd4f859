import { PassThrough, type Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { ParameterNotFound } from '@aws-sdk/client-ssm';
import { describe, expect, it } from 'vitest';
import { askSecret } from '../../lib/cli/secrets/ask-secret.ts';
import { useCommandLine } from '../support/command-line.ts';

const line = useCommandLine();
const secret = 'hush-hush-0123456789';
const slack = JSON.stringify({ url: `https://hooks.slack.com/services/${secret}` });

/** What SSM was given, by the parameter's name. */
function takePuts(): Map<unknown, Record<string, unknown>> {
  const puts = new Map<unknown, Record<string, unknown>>();
  line.answer('ssm:PutParameter', (input) => {
    puts.set(input.Name, input);
    return {};
  });
  return puts;
}

const kinds: [string[], string, string][] = [
  [['key', 'set'], secret, '/chainbell/api-key'],
  [['rpc', 'set', 'Ethereum'], `https://node.example.org/${secret}`, '/chainbell/rpc/eth'],
  [['rpc', 'set', 'bsc-testnet'], `https://node.example.org/${secret}`, '/chainbell/rpc/0x61'],
  [['heartbeat', 'set'], `https://monitor.example.org/${secret}`, '/chainbell/heartbeat'],
  [['destination', 'set', 'team'], slack, '/chainbell/destinations/team'],
];

describe('a secret from stdin', () => {
  it.each(kinds)('goes by %j to SSM as a SecureString, and nowhere else', async (argv, value, parameter) => {
    const puts = takePuts();
    const { code, stdout, stderr } = await line.run(argv, `${value}\n`);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(new RegExp(`^${parameter} is set\\. `));
    expect(stdout).not.toContain(secret);
    expect(puts.get(parameter)).toMatchObject({ Value: value, Type: 'SecureString', Overwrite: true });
    expect(JSON.parse((await line.run([...argv, '--json'], value)).stdout)).toEqual({ parameter });
  });

  it.each([
    [['key', 'set'], '', /No API key was given/],
    [['key', 'set'], `${secret} ${secret}`, /This is no API key/],
    [['key', 'set'], 'x'.repeat(5_000), /longer than the 4096 bytes/],
    [['key', 'set', secret], '', /Too many arguments/],
    [['key', secret], '', /chainbell key takes one more word/],
    [['key'], secret, /chainbell key takes one more word/],
    [['rpc', 'set', 'eth'], `http://node.example.org/${secret}`, /The URL is not https/],
    [['rpc', 'set', 'eht'], `https://node.example.org/${secret}`, /did you mean eth\?/],
    [['heartbeat', 'set'], `https://10.0.0.1/${secret}`, /URL of a monitor: it names a forbidden address/],
    [['destination', 'set', 'team'], `{"link": "${secret}"}`, /destination of kind slack: its field "url"/],
    [['destination', 'set', 'team'], secret, /its value is no JSON object/],
    [['destination', 'set', 'team'], `{"url": "https://10.0.0.1/${secret}"}`, /its address can't be used/],
  ])('is not put by %j where it can not be one, and stands in no message', async (argv, value, said) => {
    const puts = takePuts();
    const { code, stdout, stderr } = await line.run(argv, value);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(said);
    expect(stderr).toMatch(/^[^\n]+\n$/);
    expect(stderr).not.toContain(secret);
    expect(puts.size).toBe(0);
  });

  it('waits for a destination to be deployed unless its kind is told', async () => {
    const puts = takePuts();
    expect(await line.run(['destination', 'set', 'chat'], slack)).toEqual({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/no destination chat, it has team, hook/),
    });
    expect((await line.run(['destination', 'set', 'chat', '--kind', 'slack'], slack)).code).toBe(0);
    expect(puts.size).toBe(1);
  });

  it.each(kinds)('stands in no error of %j, whatever AWS says', async (argv, value) => {
    line.answer('ssm:PutParameter', ({ Value }) => {
      const message = `Value '${Value}' at 'value' failed to satisfy constraint`;
      throw Object.assign(new Error(message), { name: 'ValidationException', $metadata: {} });
    });
    const { code, stderr } = await line.run(argv, value);
    expect([code, stderr]).toEqual([
      2,
      expect.stringMatching(/^SSM did not take \S+: ValidationException\.\n$/),
    ]);
    line.refuse('ssm:PutParameter');
    expect(await line.run(argv, value)).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/ssm:PutParameter/),
    });
  });
});

describe('chainbell heartbeat unset', () => {
  it.each(['there is one', 'there is none'])('leaves no URL where %s', async (before) => {
    const deleted: unknown[] = [];
    line.answer('ssm:DeleteParameter', ({ Name }) => {
      deleted.push(Name);
      if (before === 'there is none') throw new ParameterNotFound({ message: '', $metadata: {} });
      return {};
    });
    const { code, stdout } = await line.run(['heartbeat', 'unset']);
    expect([code, stdout, deleted]).toEqual([
      0,
      expect.stringMatching(/^\/chainbell\/heartbeat is deleted: no heartbeat/),
      ['/chainbell/heartbeat'],
    ]);
  });
});

describe('a secret at a prompt', () => {
  it('is read without being shown', async () => {
    const stdin = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => stdin });
    const stderr = new PassThrough();
    const shown = text(stderr);
    const asked = askSecret('API key', {
      stdin: stdin as unknown as Readable,
      stdout: new PassThrough(),
      stderr,
    });
    await new Promise((resolve) => stderr.once('data', resolve));
    stdin.write(`${secret}\r`);
    expect(await asked).toBe(secret);
    stderr.end();
    expect(await shown).not.toContain(secret);
  });
});
