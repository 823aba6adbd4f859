import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { page } from '../../lib/page/page-command.ts';
import { program } from '../cli/chainbell.ts';
import { policyFor } from '../cli/role-policies.ts';
import { readUntil } from '../support/read-until.ts';
import { clientEnvironment } from './support/engine.ts';
import { friend, newAddress, setScene } from './support/scene.ts';
import { stack } from './support/the-stack.ts';

/** `chainbell page` run with exactly the permissions that docs/examples/policies documents for it. */
const { aws, putContact, putRow, tick, deployment } = stack;
const { endpoint, region } = deployment;
const scene = await setScene();

const iam = (Action: string, more: Readonly<Record<string, string>> = {}) =>
  aws.iam({ UserName: 'page-reader', Action, ...more });
const allow = (permissions: typeof page.permissions) =>
  iam('PutUserPolicy', {
    PolicyName: 'page',
    PolicyDocument: JSON.stringify(policyFor(permissions)),
  });

let credentials: Readonly<Record<string, string>>;
let started: ChildProcessWithoutNullStreams | null = null;

beforeAll(async () => {
  await iam('CreateUser');
  const made = await iam('CreateAccessKey');
  const element = (name: string) => new RegExp(`<${name}>([^<]+)<`).exec(made)?.[1] ?? '';
  credentials = {
    AWS_ACCESS_KEY_ID: element('AccessKeyId'),
    AWS_SECRET_ACCESS_KEY: element('SecretAccessKey'),
  };
});
afterEach(async () => {
  const running = started;
  started = null;
  if (running === null || running.exitCode !== null) return;
  running.kill('SIGINT');
  await once(running, 'close');
});
afterAll(async () => {
  await iam('DeleteUserPolicy', { PolicyName: 'page' });
  await iam('DeleteAccessKey', { AccessKeyId: credentials.AWS_ACCESS_KEY_ID ?? '' });
  await iam('DeleteUser');
});

function startPage(): ChildProcessWithoutNullStreams {
  const env = { ...clientEnvironment(endpoint, region), ...credentials };
  started = spawn(process.execPath, [program, 'page', '--port', '0', '--json'], { env });
  return started;
}

/** Opens the page and makes its own requests. */
async function openPage() {
  const [line] = await once(startPage().stdout, 'data');
  return requestsTo(String(line));
}

function requestsTo(line: string) {
  const { address } = z.object({ address: z.string() }).parse(JSON.parse(line));
  const headers = { origin: address, 'content-type': 'application/json' };
  return {
    get: async (path: string): Promise<unknown> => (await fetch(`${address}${path}`)).json(),
    async post(path: string, body: object): Promise<string> {
      const reply = await fetch(`${address}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
      return reply.text();
    },
    /** Reads the feed until it has all of these texts. */
    feedWith: async (...texts: readonly string[]): Promise<string> =>
      readUntil((await fetch(`${address}/events`)).body, ...texts),
  };
}

/** The page's answers to all of its requests, or the command's output if it does not start. */
async function everyPart(): Promise<readonly string[]> {
  const child = startPage();
  const [first] = await Promise.race([once(child.stdout, 'data'), once(child.stderr, 'data')]);
  if (!String(first).includes('"address"')) return [String(first)];
  const { get, post } = requestsTo(String(first));
  const wallet = '0x00000000000000000000000000000000000a11ce';
  const answers = [JSON.stringify(await get('/wallets')), JSON.stringify(await get('/contacts'))];
  for (const act of ['add', 'edit', 'remove'])
    answers.push(await post(`/wallets/${act}`, { wallet, chain: 'eth', attributes: { label: 'Alice' } }));
  for (const act of ['put', 'remove'])
    answers.push(await post(`/contacts/${act}`, { address: wallet, name: 'Alice' }));
  child.kill('SIGINT');
  await once(child, 'close');
  return answers;
}

describe('the page of a deployed stack', () => {
  it('shows its alerts, what was hidden and filtered, problems, wallets and contacts', {
    timeout: 90_000,
  }, async () => {
    await allow(page.permissions);
    const wallet = await scene.watched({ label: 'Treasury', minAmount: '10' });
    await putContact({ address: friend, name: 'Supplier' });
    const told = scene.receive(wallet);
    const filtered = scene.receive(wallet, { value: 9_000_000n });
    const hidden = scene.receive(wallet, { possibleSpam: true });
    await putRow({ wallet: newAddress(), chain: 'eth', minAmount: 'ten', label: 'Savings' });
    await tick();
    const { id } = await scene.alertOf(told);
    const { get, feedWith } = await openPage();
    const hashes = [told, filtered, hidden].map(({ wire }) => wire.transaction_hash);
    expect(await feedWith(id, ...hashes, 'Savings on eth is NOT being watched')).toContain('"Supplier"');
    // These tests start ticks by hand.
    const problem = 'The schedule is off. npx chainbell doctor --fix switches it on.';
    expect(await get('/wallets')).toContainEqual(
      expect.objectContaining({ wallet, label: 'Treasury', problem, lastAlertAt: expect.any(String) }),
    );
    expect(await get('/contacts')).toContainEqual(expect.objectContaining({ name: 'Supplier' }));
  });

  it('can do all with its documented permissions, and needs each of them', { timeout: 180_000 }, async () => {
    await allow(page.permissions);
    const whole = await everyPart();
    expect(whole.join()).not.toContain('AWS does not let');
    expect(await everyPart()).toEqual(whole);
    const needed = page.permissions.filter(({ without = 'the page fails' }) =>
      without.startsWith('the page'),
    );
    expect(needed).toHaveLength(10);
    for (const left of needed) {
      await allow(page.permissions.filter((one) => one !== left));
      const parts = await everyPart();
      expect(parts.join(), left.action).toContain(`AWS does not let these credentials call ${left.action}.`);
      expect(parts).not.toEqual(whole);
    }
  });
});
