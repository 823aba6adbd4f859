import { expect, it, onTestFinished } from 'vitest';
import { stackOf } from '../../../lib/cli/stack/local-run.ts';
import { withOptions } from '../../../lib/cli/streams.ts';
import { localEngines } from '../../../lib/local-engines.ts';
import { startPage } from '../../../lib/page/page-server.ts';
import { treasury } from '../../support/alerts.ts';
import { takeAlerts, useEmbeddedAws } from '../../support/embedded.ts';
import { startReceiver } from '../../support/fakes/receiver.ts';
import { run } from '../chainbell.ts';

const embedded = useEmbeddedAws();

/** Starts the page of a local run on these engines. @returns its port */
async function pageOf(aws: unknown): Promise<string> {
  const engines = localEngines.parse(aws);
  const about = { text: 'a test', chains: ['eth'], madeUp: false };
  const page = await startPage({ port: 0, about, open: stackOf(engines), engines });
  onTestFinished(() => page.stop());
  return new URL(page.address).port;
}

/** The port of a server that is not a local run's page. */
async function otherPort(): Promise<string> {
  const { url, close } = await startReceiver(() => ({ status: 200, body: 'null' }));
  onTestFinished(close);
  return new URL(url).port;
}

it('--local works on the run whose page has that port, and doctor skips what a local run lacks', async () => {
  const port = await pageOf(embedded.aws);
  const type = async (...argv: string[]) => (await run([...argv, '--local', port])).stdout;
  expect(await type('add', treasury, 'label=Treasury')).toMatch(/is watched on eth, from its next poll on/);
  expect(await type('list')).toMatch(/^0xd8dA\w+ +eth +Treasury .*waits for its first poll$/m);
  expect(await type('test')).toMatch(/on its way\. The terminal of npm start and its page show it\.\n$/);
  expect(await takeAlerts(embedded.aws)).toHaveLength(1);
  expect(await type('doctor')).toBe(
    'ok  tables  4 are active\nok  rows    watched: 1, of them paused: 0\nAll is well.\n',
  );
});

it('advice of a local run names no command that stores or deletes a secret', () => {
  const advice =
    'Another one: npx chainbell rpc set bsc-testnet. To do without: npx chainbell rpc unset bsc-testnet. To begin now: npx chainbell set 0x1 fromBlock=';
  expect(withOptions(advice, ' --local 4780')).toBe(
    "Another one: start the run again with a node's URL (--rpc, or CHAINBELL_RPC_URL beside the API). To do without: start the run again without the URL. To begin now: npx chainbell set --local 4780 0x1 fromBlock=",
  );
});

it('--local says in one sentence that there is no run', async () => {
  const failed = (stderr: unknown) => ({ code: 2, stdout: '', stderr });
  expect(await run(['list', '--local', 'here'])).toEqual(
    failed('--local: "here" is no port. Put --local last if you give no port.\n'),
  );
  const none = expect.stringMatching(
    /^No local run has its page at port \d+: start one with npm start[^\n]*\n$/,
  );
  expect(await run(['list', '--local', await otherPort()])).toEqual(failed(none));
});

it.each([
  'key set',
  'rpc set polygon',
  'destination set team',
  `replay ${treasury} --from-block 1`,
  'subscribe you@example.org',
  'subscriptions',
  'redrive team',
])('--local is no option of %s, which takes what a local run has not', async (words) => {
  const stderr = expect.stringMatching(/^Unknown option '--local'; [^\n]*\n$/);
  expect(await run([...words.split(' '), '--local', '1'], 'secret')).toEqual({ code: 2, stdout: '', stderr });
});
