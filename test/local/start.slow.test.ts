import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { type Alert, alertSchema } from '../../functions/alert/alert.ts';
import { storyFile, tablesFolder } from '../../lib/local/data-dir.ts';
import { storyOnNode } from '../../lib/simulated-api/story/node-chapters.ts';
import { storyTransfers } from '../../lib/simulated-api/story/story.ts';
import { run } from '../cli/chainbell.ts';
import { expectValidAlert } from '../support/alert-schema.ts';
import { FakeApi, faults } from '../support/fakes/fake-api.ts';
import { type Received, startReceiver } from '../support/fakes/receiver.ts';
import { testKey } from '../support/test-key.ts';
import { startLocal } from './local-process.ts';

const wallet = `0x${'12'.repeat(20)}`;

/** Alerts of a `--json` run; every line of its stdout must be one. */
function alertsOf(stdout: string): Alert[] {
  return stdout
    .trimEnd()
    .split('\n')
    .map((line) => {
      expectValidAlert(line);
      return alertSchema.parse(JSON.parse(line));
    });
}

/** The hashes of the transfers in alerts, one per alert. */
function hashesOf(alerts: readonly Alert[]): (string | null)[] {
  return alerts.flatMap((alert) => ('transfer' in alert ? [alert.transfer.transactionHash] : []));
}

describe.concurrent('npm start', { timeout: 60_000 }, () => {
  it('explains itself, and says in one sentence what it can not use', async (test) => {
    const [helped, refused] = [startLocal(test, ['--help']), startLocal(test, ['--bogus'])];
    expect([await helped.exit(), await refused.exit()]).toEqual([0, 2]);
    expect(helped.stdout()).toContain('npm start');
    expect([refused.stdout(), refused.stderr()]).toEqual(['', expect.stringMatching(/^[^\n]+\n$/)]);
  });

  it('sends the story to a chat and to a signed webhook too, each alert once', async (test) => {
    const [chat, hook] = [await startReceiver(() => ({ status: 200, body: 'ok' })), await startReceiver()];
    test.onTestFinished(async () => {
      await Promise.all([chat.close(), hook.close()]);
    });
    const local = startLocal(test, ['--slack', `${chat.url}/services/x`, '--webhook', hook.url, '--json']);
    await local.told('"amount":"12500"');
    const about = (text: string) => (all: readonly Received[]) => all.some(({ body }) => body.includes(text));
    await hook.until(about('"amount":"12500"'));
    await chat.until(about('Treasury received 12,500 USDC'));
    const secret = /whsec_\S+/.exec(local.stderr())?.[0] ?? '';
    const ids = hook.received.map(({ body, headers }) => {
      const signed = Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [name, String(value)]),
      );
      return Object(new Webhook(secret).verify(body, signed)).id;
    });
    expect(new Set(ids).size).toBe(ids.length);
    // A chat's URL is a secret.
    expect(local.stderr()).not.toContain('services/x');
    expect(await local.interrupt()).toMatchObject({ code: 0 });
  });

  it('says in one sentence that its tables are damaged', async (test) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'chainbell-'));
    test.onTestFinished(() => rmSync(dataDir, { recursive: true }));
    writeFileSync(join(dataDir, storyFile), '{"starts":[],"acts":[]}');
    mkdirSync(join(dataDir, tablesFolder));
    writeFileSync(join(dataDir, tablesFolder, 'CURRENT'), 'damaged');
    const damaged = startLocal(test, ['--data', dataDir]);
    expect(await damaged.exit()).toBe(2);
    expect(damaged.stderr()).toMatch(/^The run can't go on \([^\n]+\): [^\n]+\n$/m);
  });

  it.skipIf(!existsSync('/dev/full')).each([
    ['the disk of its alerts is full', 'exec node lib/local/start.ts >/dev/full'],
    ['the machine has no socket left', 'ulimit -n 24; exec node lib/local/start.ts'],
  ])('says in one sentence that %s (skipped on a system without /dev/full)', async (_, script) => {
    const program = spawn('sh', ['-c', script]);
    const said = text(program.stderr);
    expect(await once(program, 'exit')).toEqual([2, null]);
    expect(await said).toMatch(/^The run can't go on \([^\n]+\)[^\n]*\.\n$/m);
  });

  it('ends when the reader of stdout closes it', async (test) => {
    const local = startLocal(test, ['--json']);
    await local.told('\n');
    local.child.stdout.destroy();
    expect(await local.exit()).toBe(0);
    expect(local.stderr()).not.toContain('EPIPE');
    const helped = startLocal(test, ['--help']);
    helped.child.stdout.destroy();
    expect([await helped.exit(), helped.stderr()]).toEqual([0, '']);
  });

  it('polls the given API with its key, and ends in time during a poll', async (test) => {
    const silent = await startReceiver(() => ({ status: 200, cut: 'hang' }));
    test.onTestFinished(() => silent.close());
    const environment = { CHAINBELL_BASE_URL: silent.url, CHAINBELL_API_KEY: testKey };
    const local = startLocal(test, [wallet, '--chain', 'polygon'], environment);
    await silent.until(({ length }) => length > 0, 60_000);
    const [request] = silent.received;
    expect(request?.url).toMatch(new RegExp(`^/api/v2/${wallet}/erc20/transfers\\?.*chain=(polygon|0x89)`));
    expect(request?.headers['x-api-key']).toBe(testKey);
    expect(await local.interrupt()).toEqual({ code: 0, took: expect.toSatisfy((took) => took < 2_000) });
    expect(local.stdout()).toBe('');
    expect(local.stderr()).not.toContain(testKey);
  });

  it('says that the API does not answer and that it answers again, also to the page', async (test) => {
    const api = new FakeApi(testKey);
    test.onTestFinished(() => api.close());
    const environment = { CHAINBELL_BASE_URL: await api.listen(), CHAINBELL_API_KEY: testKey };
    api.faultFor = () => faults.unavailable;
    const local = startLocal(test, [wallet, '--json', '--every', '5s'], environment);
    await local.said('The API answered 503');
    api.faultFor = () => null;
    await local.said('The API answers again.');
    await local.told('wallet.watching');
    const feed = await fetch(`${await local.page()}/events`);
    expect(await local.interrupt()).toMatchObject({ code: 0 });
    expect((await feed.text()).match(/"api":"(down|up)"/g)).toEqual(['"api":"down"', '"api":"up"']);
    expect(local.stderr()).not.toContain(testKey);
    expect(alertsOf(local.stdout())).toHaveLength(1);
  });
});

/** Not concurrent: the story's transfers are mined in real time, a few seconds apart. */
describe('the story of npm start', { timeout: 120_000 }, () => {
  it('reports the whole story as JSON lines, every kind of alert, and what it hid on stderr', async (test) => {
    const local = startLocal(test, ['--json']);
    await local.said('Ctrl-C ends it');
    const began = Date.now();
    // By the fifth tick its last transfer is reported and taken back.
    await local.told('"transfer.reverted"');
    await local.told('"amount":"4800"');
    expect(Date.now() - began).toBeLessThan(30_000);
    const feed = await fetch(`${await local.page()}/events`);
    expect(await local.interrupt()).toMatchObject({ code: 0 });

    const alerts = alertsOf(local.stdout());
    const types =
      'wallet.watching transfer.received transfer.sent transfer.self wallet.poisoning transfers.digest ' +
      'transfer.reverted approval.granted control.changed';
    expect(new Set<string>(alerts.map(({ type }) => type))).toEqual(new Set(types.split(' ')));
    // Reported singly, in a digest or hidden: each is one of the story's; only the one that is taken back comes twice.
    const hashes = hashesOf(alerts.filter(({ type }) => type !== 'transfer.reverted'));
    const starts = [{ at: began, everySeconds: 5 }];
    const told = [
      ...storyTransfers(starts).map(({ transfer }) => transfer.wire.transaction_hash),
      ...storyOnNode(starts).logs.map(({ transactionHash }) => transactionHash),
    ];
    expect(told).toEqual(expect.arrayContaining(hashes));
    expect(new Set(hashes).size).toBe(hashes.length);
    expect(alerts).toContainEqual(
      expect.objectContaining({
        type: 'transfer.received',
        transfer: expect.objectContaining({ amount: '12500' }),
        coin: expect.objectContaining({ symbol: 'USDC' }),
      }),
    );
    const largest = '115792089237316195423570985008687907853269984665640564039457.584007913129639935';
    expect(local.stdout()).toContain(`"amount":"${largest}"`);
    expect(local.stderr()).toContain('hidden: ');
    expect(local.stderr()).toContain('possible spam');
    expect(local.stderr()).toMatch(/ operations: Savings on eth is NOT .* chainbell set --local \d+ 0x/);
    // No explorer knows a made-up transaction, so nothing links to one: neither alerts, nor what is kept or hidden.
    expect(local.stdout() + (await feed.text())).not.toMatch(/\/tx\/|\/address\//);
  });

  it('continues from --data: reports what was mined in between, nothing twice, and leaves edited rows', async (test) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'chainbell-'));
    test.onTestFinished(() => rmSync(dataDir, { recursive: true }));
    const first = startLocal(test, ['--json', '--data', dataDir]);
    // Waits for the story's end: otherwise its rest would share a digest with what is mined in between.
    await first.told('"amount":"4800"');
    const localOf = async (one: typeof first) => ['--local', new URL(await one.page()).port];
    await run(['set', 'Payroll', '--chain', 'polygon', 'tags=edited', ...(await localOf(first))]);
    expect(await first.interrupt()).toMatchObject({ code: 0 });
    const second = startLocal(test, ['--json', '--data', dataDir]);
    const feed = await fetch(`${await second.page()}/events`);
    const start = { at: 0, everySeconds: 5 };
    const whileAway = storyTransfers([start, start]).at(-1)?.transfer.wire.transaction_hash;
    await second.told(`"transactionHash":"${whileAway}"`);
    expect((await run(['export', ...(await localOf(second))])).stdout).toContain('edited');
    expect(await second.interrupt()).toMatchObject({ code: 0 });

    const alerts = [...alertsOf(first.stdout()), ...alertsOf(second.stdout())];
    const ids = alerts.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(alertsOf(second.stdout()).map(({ type }) => type)).not.toContain('wallet.watching');
    // The page shows what the first run reported.
    const entries = (await feed.text()).split('\n');
    expect(entries.filter((line) => line.includes('Treasury received 12,500 USDC'))).toHaveLength(1);
  });
});

/** Not concurrent, because it measures time. */
describe('npm start with hundreds of wallets', { timeout: 120_000 }, () => {
  it('reports a transfer within three ticks of the import of 300, because no plan delays it', async (test) => {
    const local = startLocal(test, ['--json']);
    await local.told('"amount":"4800"');
    const address = await local.page();
    const wallets = Array.from({ length: 300 }, (_, n) => `0xc${n.toString(16).padStart(39, '0')}`);
    const imported = await run(
      ['import', '-', '--local', new URL(address).port],
      `wallet\n${wallets.join('\n')}`,
    );
    expect(imported.stdout).toBe('300 of 300 rows written.\n');
    const headers = { origin: address, 'content-type': 'application/json' };
    await fetch(`${address}/story/transfer`, { method: 'POST', headers, body: '{}' });
    const began = Date.now();
    await local.told('"amount":"1000"');
    expect(Date.now() - began).toBeLessThan(15_000);
  });
});

/** Not concurrent: with the others the machine is too busy for its limit of two seconds. */
describe('npm start in a pipe', { timeout: 60_000 }, () => {
  it('prints a line per alert without colours into a pipe, and ends in time with a page open', async (test) => {
    const local = startLocal(test, [wallet, '--chain', '0x1']);
    const feed = await fetch(`${await local.page()}/events`);
    await local.told('12,500 USDC');
    expect(await local.interrupt()).toEqual({ code: 0, took: expect.toSatisfy((took) => took < 2_000) });
    expect(await feed.text()).toContain('12,500 USDC');
    expect(local.stdout()).not.toContain('\x1b');
    const [asInReadme = '?'] = /^in .*$/m.exec(readFileSync('README.md', 'utf8')) ?? [];
    expect(local.stdout()).toContain(asInReadme);
    expect(local.stderr()).toMatch(/chainbell add 0xYourWallet --chain eth --local \d+\n/);
    expect(local.stderr()).toContain('aws dynamodb put-item');
    const lines = local.stderr().split('\n');
    const command = lines.slice(lines.findIndex((line) => line.includes('AWS_ACCESS_KEY_ID=')));
    expect(command.findIndex((line) => !line.endsWith('\\'))).toBe(3);
    expect(Math.max(...command.slice(0, 4).map(({ length }) => length))).toBeLessThanOrEqual(80);
    expect(local.stderr()).toContain('without CHAINBELL_API_KEY');
    expect(local.stderr()).not.toMatch(/\n *at /);
  });
});
