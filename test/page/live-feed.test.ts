import { once } from 'node:events';
import { createServer, get, type IncomingMessage, type ServerResponse } from 'node:http';
import { expect, it, onTestFinished } from 'vitest';
import { createLiveFeed } from '../../lib/page/live-feed.ts';
import { served } from '../../lib/simulated-api/serve-api.ts';
import { transferAlert } from '../support/alerts.ts';
import { readUntil } from '../support/read-until.ts';
import { newsOf } from './news.ts';

const text = 'x'.repeat(100_000);

/** A served feed, and every response that it writes to. */
async function servedFeed() {
  const feed = createLiveFeed({ text: 'a test', chains: [], madeUp: false, controls: [] });
  const responses: ServerResponse[] = [];
  const server = createServer((_request, response) => {
    responses.push(response);
    feed.follow(response);
  });
  const { address, stop } = await served(server);
  onTestFinished(stop);
  const open = async (): Promise<IncomingMessage> => {
    const request = get(address);
    const [response] = await once(request, 'response');
    response.on('error', () => {});
    return response;
  };
  const remark = (n: number) => {
    feed.show({
      kind: 'remark',
      at: '2026-01-02T03:04:05.000Z',
      text: `${n} ${text}`,
      look: 'plain',
      api: null,
    });
  };
  return { feed, responses, open, remark };
}

it('drops a page that does not read its events, before much is buffered for it, and keeps the others', async () => {
  const { responses, open, remark } = await servedFeed();
  await open(); // never read
  const reader = await open();
  let read = 0;
  reader.on('data', (chunk: Buffer) => {
    read += chunk.length;
  });
  const [stalled, reading] = responses;
  let waited = 0;
  for (let n = 0; n < 100; n += 1) {
    remark(n);
    waited = Math.max(waited, stalled?.destroyed ? 0 : (stalled?.writableLength ?? 0));
    while (read < n * text.length) await once(reader, 'data');
  }
  expect(stalled?.destroyed).toBe(true);
  expect(waited).toBeLessThan(5_000_000);
  expect(reading?.destroyed).toBe(false);
});

it('sends a page that reconnects what it missed', async () => {
  const { responses, open, remark } = await servedFeed();
  await open();
  for (let n = 0; n < 100; n += 1) {
    remark(n);
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(responses[0]?.destroyed).toBe(true);
  const again = await open();
  const seen = new Set<string>();
  let rest = '';
  for await (const chunk of again.setEncoding('utf8')) {
    const events = (rest + chunk).split('\n\n');
    rest = events.pop() ?? '';
    for (const event of events) seen.add(/"(\d+) x/.exec(event)?.[1] ?? 'begin');
    if (seen.size === 101) break;
  }
  expect(seen).toEqual(new Set(['begin', ...Array.from({ length: 100 }, (_, n) => String(n))]));
});

it('keeps the newest five hundred entries for later pages, and writes nothing to closed ones', async () => {
  const { feed, responses, open } = await servedFeed();
  const left = await open();
  const [response] = responses;
  const closed = once(response ?? left, 'close');
  left.destroy();
  await closed;
  const written: unknown[] = [];
  Object.assign(response ?? {}, { write: (event: unknown) => written.push(event) > 0 });
  for (let n = 1; n <= 501; n += 1)
    feed.show({ kind: 'remark', at: '2026-01-02T03:04:05.000Z', text: `n${n}`, look: 'plain', api: null });
  expect(written).toEqual([]);
  const seen = await readUntil(await open(), '"n501"');
  expect([seen.split('event: entry').length - 1, seen.includes('"n2"')]).toEqual([500, true]);
});

it('keeps alerts, though strangers send more than five hundred transfers that are hidden', async () => {
  const { feed, open } = await servedFeed();
  feed.show(newsOf(transferAlert({ id: 'theft' })));
  for (let n = 1; n <= 501; n += 1) feed.show({ kind: 'hidden', alert: transferAlert({ id: `spam ${n}` }) });
  const seen = await readUntil(await open(), '"spam 501"');
  expect([seen.split('event: entry').length - 1, seen.includes('"theft"')]).toEqual([500, true]);
});
