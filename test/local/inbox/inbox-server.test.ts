import { request } from 'node:http';
import { createServer } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { WatchlistRow } from '../../../functions/wallet/watchlist-row.ts';
import { fieldLabels } from '../../../lib/local/inbox/add-wallet.ts';
import { type Inbox, startInbox } from '../../../lib/local/inbox/inbox-server.ts';
import type { OperationsNews } from '../../../lib/local/news.ts';

const wallet = `0x${'ab'.repeat(20)}`;

async function inbox(
  rows: WatchlistRow[] = [],
  options: Partial<Parameters<typeof startInbox>[0]> = {},
): Promise<Inbox> {
  const started = await startInbox({
    port: 0,
    addedNote: 'Added.',
    addRow: async (row) => {
      const known = rows.some((other) => other.wallet === row.wallet && other.chain === row.chain);
      if (!known) rows.push(row);
      return !known;
    },
    about: { text: 'a test', chains: ['eth'] },
    ...options,
  });
  onTestFinished(() => started.stop());
  return started;
}

/** `fetch` would not let a test write the Host header. */
function statusWithHost(address: string, host: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    request(address, { headers: { host } }, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .on('error', reject)
      .end();
  });
}

/** All that a stream of events has said by the time it says `text`. */
async function readUntil(reply: Response, text: string): Promise<string> {
  let read = '';
  for await (const chunk of reply.body ?? []) {
    read += Buffer.from(chunk).toString();
    if (read.includes(text)) break;
  }
  return read;
}

function operationsMessage(message: Partial<OperationsNews['message']>): OperationsNews {
  const basis = { state: 'began', wallet: null, chain: null, reason: 'Why.', whatToDo: 'What.' } as const;
  const at = '2026-11-21T12:00:00.000Z';
  return {
    kind: 'operations',
    message: { type: 'key.missing', ...basis, at, ...message },
    subject: 'subject',
    email: 'email',
    sms: null,
    json: { type: message.type },
  };
}

function post(address: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${address}/watchlist`, {
    method: 'POST',
    headers: { origin: address, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
}

describe('the inbox server', () => {
  it('serves the page with a policy that allows its own two files and nothing else', async () => {
    const { address } = await inbox();
    const reply = await fetch(address);
    const policy = reply.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/unsafe|\*|https?:/);
    expect(reply.headers.get('x-content-type-options')).toBe('nosniff');
    const page = await reply.text();
    expect(page).not.toMatch(/https?:\/\/(?!www\.w3\.org)|<style|style=|onclick=/);
    for (const path of ['/inbox.js', '/inbox.css', '/icon.svg']) {
      expect(page).toContain(path);
      expect((await fetch(address + path)).status).toBe(200);
    }
    expect((await fetch(`${address}/inbox-server.ts`)).status).toBe(404);
  });

  it('puts texts in as text alone', async () => {
    const { address } = await inbox();
    const script = await (await fetch(`${address}/inbox.js`)).text();
    expect(script).not.toMatch(/innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(/);
  });

  it('answers to its own names only, so that no other name can be made to lead here', async () => {
    const { address } = await inbox();
    const { port } = new URL(address);
    expect(await statusWithHost(address, `127.0.0.1:${port}`)).toBe(200);
    expect(await statusWithHost(address, `localhost:${port}`)).toBe(200);
    expect(await statusWithHost(address, `evil.example:${port}`)).toBe(403);
    expect(await statusWithHost(`${address}/events`, `evil.example:${port}`)).toBe(403);
    expect(await statusWithHost(address, '127.0.0.1:1')).toBe(403);
  });

  it('takes rows from its own page only', async () => {
    const rows: WatchlistRow[] = [];
    const { address } = await inbox(rows);
    const row = { wallet, chain: 'eth' };
    expect((await post(address, row, { origin: 'https://evil.example' })).status).toBe(403);
    expect((await post(address, row, { origin: 'null' })).status).toBe(403);
    expect((await post(address, row, { 'content-type': 'text/plain' })).status).toBe(403);
    expect(rows).toEqual([]);
  });

  it('adds a wallet, once, in its canonical spelling', async () => {
    const rows: WatchlistRow[] = [];
    const { address } = await inbox(rows);
    const typed = { wallet: wallet.toUpperCase().replace('0X', '0x'), chain: 'Ethereum', minAmount: '0.5' };
    expect((await post(address, typed)).status).toBe(201);
    expect(rows).toEqual([{ wallet, chain: 'eth', minAmount: '0.5' }]);
    expect((await post(address, typed)).status).toBe(409);
  });

  it('says which field can not be understood', async () => {
    const { address } = await inbox();
    const fault = async (row: unknown) => (await post(address, row)).json();
    expect(await fault({ wallet: '0x12', chain: 'eth' })).toMatchObject({ field: 'wallet' });
    expect(await fault({ wallet, chain: 'moon' })).toMatchObject({ field: 'chain' });
    expect(await fault({ wallet, chain: 'eth', minAmount: 'much' })).toMatchObject({ field: 'minAmount' });
    // By the name that the page gives it: whoever sees the form has never heard of minAmount.
    expect(await fault({ wallet, chain: 'eth', minAmount: '1,000' })).toMatchObject({
      message: expect.stringMatching(/^Smallest amount: "1,000" is not/),
    });
    expect((await post(address, { wallet, chain: 'eth', paused: true })).status).toBe(400);
    expect((await post(address, 'no row')).status).toBe(400);
  });

  it('calls its fields what the page calls them', async () => {
    const { address } = await inbox();
    const page = await (await fetch(address)).text();
    const onPage = [...page.matchAll(/<label[^>]*>\s*([^<]+?)\s*<(?:input|select) name="(\w+)"/g)];
    expect(Object.fromEntries(onPage.map(([, label, name]) => [name, label]))).toEqual(fieldLabels);
  });

  it('answers what adding a wallet leads to in this run', async () => {
    const { address } = await inbox([], { addedNote: 'Added, in vain.' });
    const reply = await post(address, { wallet, chain: 'eth' });
    expect(await reply.json()).toEqual({ message: 'Added, in vain.', field: null });
  });

  it('tells a page what happened before it came, and what happens after', async () => {
    const { address, show } = await inbox();
    show(operationsMessage({ type: 'key.missing' }));
    const reply = await fetch(`${address}/events`);
    expect(reply.headers.get('content-type')).toBe('text/event-stream');
    show(operationsMessage({ type: 'api.unavailable' }));
    const text = await readUntil(reply, 'api.unavailable');
    expect(text.match(/event: \w+/g)).toEqual(['event: begin', 'event: entry', 'event: entry']);
    expect(text).toContain('key.missing');
  });

  it('names what an operations message is about, and tells an end from a beginning', async () => {
    const { address, show } = await inbox();
    const reason = 'A row of the Watchlist is mended or deleted, after 2 minutes. It was: chain: none.';
    show(operationsMessage({ type: 'row.unreadable', wallet: '0x12\u001b[2J', chain: 'moon' }));
    show(operationsMessage({ type: 'row.unreadable', state: 'ended', reason }));
    const text = await readUntil(await fetch(`${address}/events`), 'mended or deleted');
    const [began, ended] = [...text.matchAll(/^data: (.*"kind".*)$/gm)].map(([, data = '']) =>
      JSON.parse(data),
    );
    expect(began).toMatchObject({
      title: "A row of the Watchlist can't be understood",
      about: '0x12[2J on moon',
      text: 'Why. What.',
      look: 'bad',
    });
    expect(ended).toMatchObject({
      title: 'A row of the Watchlist is mended or deleted',
      about: null,
      text: 'After 2 minutes. It was: chain: none.',
      look: 'good',
    });
  });

  it('says that the API does not answer to whoever looks, also later', async () => {
    const { address, show } = await inbox();
    show({ kind: 'remark', at: new Date(0).toISOString(), text: 'No answer.', look: 'bad', api: 'down' });
    const text = await readUntil(await fetch(`${address}/events`), 'No answer.');
    expect(text).toContain('"api":"down"');
    const script = await (await fetch(`${address}/inbox.js`)).text();
    expect(script).toMatch(/down: 'API down'/);
  });

  it('takes another port where its own is busy', async () => {
    const squatter = createServer().listen(0, '127.0.0.1');
    onTestFinished(() => {
      squatter.close();
    });
    const address = squatter.address();
    const busy = typeof address === 'object' && address !== null ? address.port : 0;
    const { address: taken } = await inbox([], { port: busy });
    expect(new URL(taken).port).not.toBe(String(busy));
  });
});
