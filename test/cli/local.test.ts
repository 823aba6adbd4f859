import { createServer } from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import { checksumAddress } from '../../functions/chain/address.ts';
import { stackOf } from '../../lib/cli/stack/local-run.ts';
import { localEngines } from '../../lib/local-engines.ts';
import { listenOnLoopback } from '../../lib/loopback-guard.ts';
import { startPage } from '../../lib/page/page-server.ts';
import { treasury } from '../support/alerts.ts';
import { takeAlerts, useEmbeddedAws } from '../support/embedded.ts';
import { run } from './chainbell.ts';

const embedded = useEmbeddedAws();

/** The page of a local run on these engines; its port. */
async function pageOf(aws: unknown): Promise<string> {
  const engines = localEngines.parse(aws);
  const about = { text: 'a test', chains: ['eth'], madeUp: false };
  const page = await startPage({ port: 0, about, open: stackOf(engines), engines });
  onTestFinished(() => page.stop());
  return new URL(page.address).port;
}

/** The port of a server that is no local run's page. */
async function otherPort(): Promise<string> {
  const server = createServer((_request, response) => response.end('null'));
  onTestFinished(() => {
    server.close();
  });
  return new URL(await listenOnLoopback(server)).port;
}

describe('--local', () => {
  it('works on the run whose page has that port', async () => {
    const port = await pageOf(embedded.aws);
    expect(await run(['add', treasury, 'label=Treasury', '--local', port])).toMatchObject({
      code: 0,
      stderr: '',
    });
    const { stdout } = await run(['list', '--local', port]);
    expect(stdout).toMatch(
      new RegExp(`^${checksumAddress(treasury)} +eth +Treasury .*waits for its first poll$`, 'm'),
    );
    expect(await run(['test', '--local', port])).toMatchObject({
      code: 0,
      stdout: 'A test alert (severity info) is on its way. The terminal of npm start and its page show it.\n',
    });
    expect(await takeAlerts(embedded.aws)).toHaveLength(1);
  });

  it('says in one sentence that there is none', async () => {
    expect(await run(['list', '--local', 'here'])).toMatchObject({
      code: 2,
      stderr: '--local: "here" is not a port.\n',
    });
    expect(await run(['list', '--local', await otherPort()])).toEqual({
      code: 2,
      stdout: '',
      stderr: expect.stringMatching(/^No local run has its page at port \d+: npm start makes one[^\n]*\n$/),
    });
  });

  it.each([
    ['key', 'set'],
    ['rpc', 'set', 'polygon'],
    ['destination', 'set', 'team'],
    ['replay', treasury, '--from-block', '1'],
    ['subscribe', 'you@example.org'],
    ['subscriptions'],
    ['redrive', 'team'],
  ])('is no option of %s, which takes what a local run has not', async (...argv) => {
    const port = await pageOf(embedded.aws);
    expect(await run([...argv, '--local', port], 'secret')).toEqual({
      code: 2,
      stdout: '',
      stderr: expect.stringMatching(/^Unknown option '--local'; [^\n]*\n$/),
    });
    const help = await run([...argv.slice(0, argv[1] === 'set' ? 2 : 1), '--help']);
    expect(help.stdout).not.toContain('--local');
  });

  it('has doctor look at what a local run has, and at nothing else', async () => {
    const port = await pageOf(embedded.aws);
    await run(['add', treasury, '--local', port, '--force']);
    expect(await run(['doctor', '--local', port])).toEqual({
      code: 0,
      stdout: 'ok  tables  4 are active\nok  rows    watched: 1, of them paused: 0\nAll is well.\n',
      stderr: '',
    });
  });
});
