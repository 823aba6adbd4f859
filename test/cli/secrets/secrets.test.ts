import { Readable } from 'node:stream';
import { ParameterNotFound } from '@aws-sdk/client-ssm';
import { describe, expect, it, onTestFinished } from 'vitest';
import { askSecret } from '../../../lib/cli/prompt.ts';
import { askChat, askDestination } from '../../../lib/cli/secrets/ask-destination.ts';
import { useCommandLine } from '../../support/command-line.ts';
import { faults } from '../../support/fakes/fake-api.ts';
import { startReceiver } from '../../support/fakes/receiver.ts';
import { testKey } from '../../support/test-key.ts';
import { useHealthyDeployment } from '../healthy-deployment.ts';
import { hush as secret, transcripts } from '../transcript.ts';
import { typing } from '../typing.ts';

const line = useCommandLine();
const told = transcripts(line);
const slack = JSON.stringify({ url: `https://hooks.slack.com/services/${secret}` });

/** The parameters put into SSM, in order. */
function takePuts(): Record<string, unknown>[] {
  const puts: Record<string, unknown>[] = [];
  line.answer('ssm:PutParameter', (input) => {
    puts.push(input);
    return {};
  });
  return puts;
}

/** The parameters that SSM deleted. */
function takeDeletions(isThere: (name: unknown) => boolean): unknown[] {
  const deleted: unknown[] = [];
  line.answer('ssm:DeleteParameter', ({ Name }) => {
    if (!isThere(Name)) throw new ParameterNotFound({ message: '', $metadata: {} });
    deleted.push(Name);
    return {};
  });
  return deleted;
}

const kinds = [
  ['key set', secret],
  ['rpc set Ethereum --force', `https://node.example.org/${secret}`],
  ['rpc set bsc-testnet --force', `https://node.example.org/${secret}`],
  ['heartbeat set', `https://monitor.example.org/${secret}`],
  ['destination set team', slack],
] as const;

told('a secret from stdin goes to SSM as a SecureString, and nowhere else', async ({ type, note, says }) => {
  const puts = takePuts();
  for (const [words, value] of kinds) {
    await type(words, `${value}\n`);
    await type(`${words} --json`, value);
    expect(puts.map(({ Value }) => Value)).toEqual([value, value]);
    note(puts.splice(0).map(({ Value: _, ...put }) => put)[0]);
  }
  says(`/second/api-key is set. Whether it works is not known: … $ … --json { "parameter": "/second/api-key" }
    # { Name: '/second/api-key', Overwrite: true, Type: 'SecureString' } …
    /second/rpc/eth is set. From here it does not work: The node gave no complete answer. It is read within five minutes. …
    # { Name: '/second/rpc/eth', Overwrite: true, Type: 'SecureString' } …
    # { Name: '/second/rpc/0x61', Overwrite: true, Type: 'SecureString' } …
    /second/heartbeat is set. The next tick reads it; chainbell doctor says when the heartbeat last went out. …
    # { Name: '/second/heartbeat', Overwrite: true, Type: 'SecureString' } …
    /chainbell/destinations/team is set. It is read within a minute; chainbell test (for a pager with --severity critical) …
    # { Name: '/chainbell/destinations/team', Overwrite: true, Type: 'SecureString' } $`);
});

told('a secret that SSM refuses is in no message, whatever AWS says', async ({ type, says }) => {
  for (const [words, value] of kinds) {
    line.answer('ssm:PutParameter', ({ Value }) => {
      const message = `Value '${Value}' at 'value' failed to satisfy constraint`;
      throw Object.assign(new Error(message), { name: 'ValidationException', $metadata: {} });
    });
    await type(words, value);
    line.refuse('ssm:PutParameter');
    await type(words, value);
  }
  says(`! SSM did not take /second/api-key: ValidationException. [exit code 2] $
    … ! AWS does not let these credentials call ssm:PutParameter. … [exit code 2] $
    … ! SSM did not take /second/rpc/eth: ValidationException. … ! SSM did not take /second/rpc/0x61: ValidationException. …
    ! SSM did not take /second/heartbeat: ValidationException. … ! SSM did not take /chainbell/destinations/team: …`);
});

it('a parameter that somebody made as a String is to be deleted first: SSM changes no type', async () => {
  line.answer('ssm:PutParameter', () => {
    throw Object.assign(new Error(secret), { name: 'HierarchyTypeMismatchException', $metadata: {} });
  });
  expect(await line.run(['destination', 'set', 'team'], slack)).toEqual({
    ...{ code: 2, stdout: '' },
    stderr:
      'SSM did not take /chainbell/destinations/team: HierarchyTypeMismatchException. It is no SecureString: delete it, then set it again.\n',
  });
});

it.each([
  ['key set', '', /No API key was given/],
  ['key set', `${secret} ${secret}`, /This is not an API key/],
  ['key set', 'x'.repeat(5_000), /longer than the 4096 bytes/],
  [`key set ${secret}`, '', /Too many arguments/],
  [`key ${secret}`, '', /chainbell key needs one more word/],
  ['key', secret, /chainbell key needs one more word/],
  ['rpc set eth', `http://node.example.org/${secret}`, /The URL is not https/],
  ['rpc set eht', `https://node.example.org/${secret}`, /^"eht" is not a known chain: did you mean eth\?/],
  ['rpc unset eht', '', /^"eht" is not a known chain: did you mean eth\?/],
  ['heartbeat set', `https://127.0.0.1/${secret}`, /URL of a monitor: it names this machine itself/],
  ['destination set team', `{"link": "${secret}"}`, /destination of kind slack: its field "url"/],
  ['destination set team', secret, /its value is not a JSON object/],
  ['destination set team', `{"url": "https://127.0.0.1/${secret}"}`, /its address can't be used/],
])('%s puts nothing that can not be a secret, and does not quote it', async (words, value, said) => {
  const puts = takePuts();
  const { code, stdout, stderr } = await line.run(words.split(' '), value);
  expect([code, stdout, puts]).toEqual([2, '', []]);
  expect(stderr).toMatch(said);
  expect(stderr).toMatch(/^[^\n]+\n$/);
  expect(stderr).not.toContain(secret);
});

told('a destination that is not deployed takes a secret if its kind is named', async ({ type, says }) => {
  takePuts();
  await type('destination set chat', slack);
  await type('destination set chat --kind slack', slack);
  await type('destination set Chat --kind slack', slack);
  says(`! The stack has no destination chat, it has team, hook: deploy chat, or set its secret first with --kind. [exit code 1] $
    … /chainbell/destinations/chat is set. It is read once chainbell.json names the destination and is deployed. $
    … ! No destination can be called "Chat": its name has lower-case letters, digits and hyphens, and begins with a letter. [exit code 2] $`);
});

it('a destination takes the secret of the kind that it is about to become, if that is named', async () => {
  const puts = takePuts();
  const telegram = JSON.stringify({ token: `1234567890:${secret}`, chat: 7 });
  const { stdout } = await line.run(['destination', 'set', 'team', '--kind', 'telegram'], telegram);
  expect(stdout).toContain('It is read once chainbell.json names the destination and is deployed.');
  expect(puts).toHaveLength(1);
});

told('heartbeat unset leaves no URL, if there was one or none', async ({ type, note, says }) => {
  for (const isThere of [true, false]) {
    const deleted = takeDeletions(() => isThere);
    await type('heartbeat unset');
    note(deleted);
  }
  says(`/second/heartbeat is deleted: no heartbeat goes out any more. # [ '/second/heartbeat' ] $
    … /second/heartbeat is deleted: no heartbeat goes out any more. # [] $`);
});

describe('the checks before a secret is stored', () => {
  const deployed = useHealthyDeployment(line);

  told('refuse a key that the API refuses, unless forced; store others', async ({ type, note, says }) => {
    const puts = takePuts();
    for (const words of ['key set', 'key set --force']) {
      await type(words, secret);
      note(puts.length);
    }
    deployed.api.fault = faults.unavailable;
    await type('key set', secret);
    note(puts.length);
    says(`! The API refuses this key, so it was not set: take a valid one from the provider's console (--force stores it anyway).
      [exit code 2] # 0 $ … /chainbell/api-key is set. The API refuses the key, so polls stop, unless … # 1 $
      … is set. Whether it works is not known: the API gave no transfers: The API answered 503: it can't serve now. # 2 $`);
  });

  told('say that the API accepts a key, and what else keeps polls from running', async ({ type, says }) => {
    takePuts();
    await type('key set', testKey);
    deployed.schedule = 'DISABLED';
    await type('key set', testKey);
    says(
      `/chainbell/api-key is set. The API accepts it. Polls use it within two minutes, or, while an earlier key still works, once you revoke that one at the provider. $ … is set. The API accepts it. … Still no wallet is polled`,
    );
  });

  told('refuse a node of another chain, and a silent one unless forced', async ({ type, note, says }) => {
    const puts = takePuts();
    for (const [words, url] of [
      ['rpc set polygon', deployed.nodeAddress],
      ['rpc set eth', deployed.nodeAddress],
      ['rpc set eth', 'http://127.0.0.1:9/'],
      ['rpc set eth --force', 'http://127.0.0.1:9/'],
    ] as const) {
      await type(words, url);
      note(puts.length);
    }
    says(`! The node answers for chain 0x1, not for 0x89. It was not set for polygon. [exit code 2] # 0 $
      … /chainbell/rpc/eth is set. It answers for eth. It is read within five minutes. # 1 $
      … ! The node does not work from here, so it was not set: The node gave no complete answer. If only this machine can't reach
      it, --force stores it anyway. [exit code 2] # 1 $ … is set. From here it does not work: … # 2 $`);
  });

  told('are not made when a node is removed: the command says the costs', async ({ type, note, says }) => {
    const gone = takeDeletions((name) => name === '/chainbell/rpc/0x1');
    await type('rpc unset eth');
    deployed.dispatch.SOURCES = '"node"';
    for (const words of ['rpc unset eth', 'rpc unset base']) await type(words);
    note(gone);
    says(`/chainbell/rpc/eth is deleted. Wallets on eth are polled at their own intervals within five minutes, by more API calls. What only a node shows (watch, minBalance) is NOT watched without it. …
      /chainbell/rpc/eth is deleted. Wallets on eth are NOT watched without it: the setting source reads them from their …
      ! /chainbell/rpc/base is not set. [exit code 1] # [ '/chainbell/rpc/0x1', '/chainbell/rpc/0x1' ] $`);
  });
});

describe('the secret of a destination on a terminal', () => {
  const token = `1234:${secret}`;

  it('is asked for field by field, or taken as JSON', async () => {
    const url = 'https://example.org/hook';
    const slackSecret = await askDestination('team', 'slack', typing([['incoming webhook', url]]));
    expect(JSON.parse(slackSecret)).toEqual({ url });
    const answers = [['receiver', url] as const, ['Enter makes one', ''] as const];
    const made = await askDestination('hook', 'webhook', typing(answers));
    expect(JSON.parse(made)).toEqual({ url, secrets: [expect.stringMatching(/^whsec_[\w+/]{43}=$/)] });
    expect(await askDestination('team', 'slack', typing([['as JSON', slack]]))).toBe(slack);
  });

  it('gets the chat that wrote to the bot', async () => {
    const from = { message: { chat: { id: -5678, title: 'Treasurers\u202e' } } };
    const bot = await startReceiver(({ url }) => ({
      status: url === `/bot${token}/getUpdates` ? 200 : 401,
      body: JSON.stringify({ ok: true, result: bot.received.length === 1 ? [] : [from, from] }),
    }));
    onTestFinished(bot.close);
    const { url: api } = bot;
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

it('a secret that is longer than SSM takes is refused, counted in bytes', async () => {
  const streams = (typed: string) => ({ ...typing([]), stdin: Readable.from([typed]) });
  expect(await askSecret('URL', streams('x'.repeat(4_096)))).toHaveLength(4_096);
  await expect(askSecret('URL', streams('\u00e9'.repeat(2_049)))).rejects.toThrow(/longer than the 4096/);
});
