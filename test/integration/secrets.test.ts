import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { localFunctions } from '../../lib/local/lambda/functions.ts';
import { putRow, takeOperations, takePolls, useEmbeddedAws } from '../support/embedded.ts';
import { FakeApi, type Fault } from '../support/fakes/fake-api.ts';
import { testKey } from '../support/test-key.ts';

const key = testKey;
const embedded = useEmbeddedAws();
const api = new FakeApi(key);
const written: string[] = [];
let baseUrl: string;

beforeAll(async () => {
  baseUrl = await api.listen();
  for (const method of ['log', 'info', 'warn', 'error', 'debug'] as const) {
    vi.spyOn(console, method).mockImplementation(
      (...words) => void written.push(words.map(String).join(' ')),
    );
  }
  for (const stream of [process.stdout, process.stderr]) {
    vi.spyOn(stream, 'write').mockImplementation((text) => written.push(String(text)) > 0);
  }
});
afterAll(async () => {
  vi.restoreAllMocks();
  await api.close();
});

/** Replies that contain the key, as a server or a proxy might send. */
const echoes: Fault[] = [
  { status: 401, body: { message: `Invalid key ${key}` } },
  { status: 400, body: { message: [`bad header X-API-Key: ${key}`] } },
  { status: 500, body: `<html>X-API-Key: ${key}</html>` },
  { status: 200, body: `not JSON, but ${key}` },
  { status: 429, body: { message: key } },
  { status: 302, headers: { location: `http://127.0.0.1/?key=${key}` } },
];

it('the API key is in no log line and no operations message, whatever the API answers', async () => {
  const { aws } = embedded;
  const functions = localFunctions(aws, { baseUrl, coinBaseUrl: baseUrl, key }, { callsPerSecond: 1_000 });
  for (const n of [1, 2]) await putRow(aws, { wallet: `0x${String(n).padStart(40, 'd')}`, chain: 'eth' });
  for (const [n, fault] of echoes.entries()) {
    api.fault = fault;
    await functions.dispatch(new Date(Date.now() + n * 60_000));
    const polls = await takePolls(aws);
    if (polls !== null) await functions.workers[0]?.(polls);
  }
  const told = JSON.stringify(await takeOperations(aws));
  expect(written.join('\n')).toMatch(/error/i);
  expect(told).toContain('key.refused');
  expect(written.join('\n') + told).not.toContain(key);
});
