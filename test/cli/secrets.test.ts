import { createServer } from 'node:http';
import { Readable } from 'node:stream';
import { ParameterNotFound } from '@aws-sdk/client-ssm';
import { describe, expect, it, onTestFinished } from 'vitest';
import { askSecret } from '../../lib/cli/prompt.ts';
import { askChat, askDestination } from '../../lib/cli/secrets/ask-destination.ts';
import { listenOnLoopback } from '../../lib/loopback-guard.ts';
import { useCommandLine } from '../support/command-line.ts';
import { faults } from '../support/fake-api.ts';
import { testKey } from '../support/test-key.ts';
import { expectRefusal } from './chainbell.ts';
import { useHealthyDeployment } from './healthy-deployment.ts';
import { typing } from './typing.ts';

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
  [['rpc', 'set', 'Ethereum', '--force'], `https://node.example.org/${secret}`, '/chainbell/rpc/eth'],
  [['rpc', 'set', 'bsc-testnet', '--force'], `https://node.example.org/${secret}`, '/chainbell/rpc/0x61'],
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
  ])('is not put by %j if it can not be one, and stands in no message', async (argv, value, said) => {
    const puts = takePuts();
    const ended = await line.run(argv, value);
    expectRefusal(ended, said);
    expect(ended.stderr).not.toContain(secret);
    expect(puts.size).toBe(0);
  });

  it('waits for a destination to be deployed unless its kind is named', async () => {
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
    expectRefusal(await line.run(argv, value), /^SSM did not take \S+: ValidationException\.$/);
    line.refuse('ssm:PutParameter');
    expectRefusal(await line.run(argv, value), /ssm:PutParameter/);
  });
});

it.each(['there is one', 'there is none'])(
  'chainbell heartbeat unset leaves no URL if %s',
  async (before) => {
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
  },
);

describe('the tries before a secret is put', () => {
  const deployed = useHealthyDeployment(line);

  it('refuse a key that the API refuses, unless it is forced in', async () => {
    const puts = takePuts();
    expectRefusal(await line.run(['key', 'set'], secret), /^The API refuses this key, so it was not set: /);
    expect(puts.size).toBe(0);
    const { code, stdout } = await line.run(['key', 'set', '--force'], secret);
    expect([code, stdout]).toEqual([
      0,
      expect.stringMatching(
        /is set\. The API refuses the key, so polls stop, unless a running function still has an earlier key/,
      ),
    ]);
    expect(puts.size).toBe(1);
  });

  it('say that the API takes a key, and what keeps wallets from being polled all the same', async () => {
    takePuts();
    expect((await line.run(['key', 'set'], testKey)).stdout).toMatch(
      / is set\. The API takes it\. Polls use it within two minutes, unless they have an earlier key that works: /,
    );
    deployed.schedule = 'DISABLED';
    expect((await line.run(['key', 'set'], testKey)).stdout).toMatch(
      /No wallet is polled all the same: the schedule is off\. /,
    );
  });

  it('set a key that could not be tried, and say so', async () => {
    takePuts();
    deployed.api.fault = faults.unavailable;
    expect((await line.run(['key', 'set'], secret)).stdout).toMatch(
      /is set\. Whether it works is not known: /,
    );
  });

  it('refuse a node of another chain, and one that gives no answer unless it is forced in', async () => {
    const puts = takePuts();
    expect(await line.run(['rpc', 'set', 'polygon'], deployed.nodeAddress)).toEqual({
      code: 2,
      stdout: '',
      stderr: 'The node answers for chain 0x1, not for 0x89. It was not set for polygon.\n',
    });
    expect(puts.size).toBe(0);
    expect((await line.run(['rpc', 'set', 'eth'], deployed.nodeAddress)).stdout).toMatch(
      / It answers for eth\. /,
    );
    puts.clear();
    const silent = 'http://127.0.0.1:9/';
    expectRefusal(
      await line.run(['rpc', 'set', 'eth'], silent),
      /^The node does not work from here, .*--force/,
    );
    expect(puts.size).toBe(0);
    expect((await line.run(['rpc', 'set', 'eth', '--force'], silent)).stdout).toMatch(
      / is set\. From here it does not work: /,
    );
    expect(puts.size).toBe(1);
  });

  it.each(['set', 'unset'])('name no option if the chain of rpc %s is mistyped', async (name) => {
    expect((await line.run(['rpc', name, 'ethh'], '')).stderr).toBe(
      '"ethh" is not a known chain: did you mean eth?\n',
    );
  });

  it('are not made for a node that is taken away, but the command says what that costs', async () => {
    const gone: unknown[] = [];
    line.answer('ssm:DeleteParameter', ({ Name }) => {
      if (Name !== '/chainbell/rpc/0x1') throw new ParameterNotFound({ message: '', $metadata: {} });
      gone.push(Name);
      return {};
    });
    expect((await line.run(['rpc', 'unset', 'eth'])).stdout).toMatch(
      /is deleted\. Wallets on eth are polled at their own/,
    );
    deployed.dispatch.SOURCES = '"node"';
    expect((await line.run(['rpc', 'unset', 'eth'])).stdout).toMatch(
      /Wallets on eth are NOT watched without it/,
    );
    expect(gone).toHaveLength(2);
    expect(await line.run(['rpc', 'unset', 'base'])).toMatchObject({
      code: 1,
      stderr: '/chainbell/rpc/base is not set.\n',
    });
  });
});

describe('the secret of a destination on a terminal', () => {
  const token = `1234:${secret}`;

  it('is asked for field by field, or taken as JSON', async () => {
    const url = 'https://example.org/hook';
    const slackSecret = await askDestination('team', 'slack', typing([['incoming webhook', url]]));
    expect(JSON.parse(slackSecret)).toEqual({ url });
    const made = await askDestination(
      'hook',
      'webhook',
      typing([
        ['receiver', url],
        ['Enter makes one', ''],
      ]),
    );
    expect(JSON.parse(made)).toEqual({ url, secrets: [expect.stringMatching(/^whsec_[\w+/]{43}=$/)] });
    expect(await askDestination('team', 'slack', typing([['as JSON', slack]]))).toBe(slack);
  });

  it('has the chat that wrote to the bot', async () => {
    let asked = 0;
    const bot = createServer((request, response) => {
      asked += 1;
      const from = { message: { chat: { id: -5678, title: 'Treasurers\u202e' } } };
      response.writeHead(request.url === `/bot${token}/getUpdates` ? 200 : 401);
      response.end(JSON.stringify({ ok: true, result: asked === 1 ? [] : [from, from] }));
    });
    onTestFinished(() => void bot.close());
    const api = await listenOnLoopback(bot);
    const person = typing([
      ['Write something to the bot', ''],
      ['Chat -5678 (Treasurers): Enter takes it', ''],
    ]);
    expect(await askChat(token, person, api)).toBe('-5678');
    expect(await askChat(token, typing([['Chat -5678', '99']]), api)).toBe('99');
    await expect(askChat('1:no', typing([]), api)).rejects.toThrow(/Telegram does not know this token/);
  });
});

it('a secret at a prompt is read without being shown', async () => {
  const terminal = typing([['API key', secret]]);
  expect(await askSecret('API key', terminal)).toBe(secret);
  expect(terminal.shown()).toContain('API key');
  expect(terminal.shown()).not.toContain(secret);
});

it('a secret that SSM would refuse for its length is refused before, counted in bytes', async () => {
  const streams = (typed: string) => ({ ...typing([]), stdin: Readable.from([typed]) });
  expect(await askSecret('URL', streams('x'.repeat(4_096)))).toHaveLength(4_096);
  await expect(askSecret('URL', streams('\u00e9'.repeat(2_049)))).rejects.toThrow(
    /longer than the 4096 bytes/,
  );
});
