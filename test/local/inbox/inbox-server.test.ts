import { request } from 'node:http';
import { createServer } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { WatchlistRow } from '../../../functions/wallet/watchlist-row.ts';
import { type Inbox, startInbox } from '../../../lib/local/inbox/inbox-server.ts';

const wallet = `0x${'ab'.repeat(20)}`;

async function inbox(rows: WatchlistRow[] = [], port = 0): Promise<Inbox> {
  const started = await startInbox({
    port,
    addRow: async (row) => {
      const known = rows.some((other) => other.wallet === row.wallet && other.chain === row.chain);
      if (!known) rows.push(row);
      return !known;
    },
    about: { text: 'a test', chains: ['eth'] },
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
    expect((await post(address, { wallet, chain: 'eth', paused: true })).status).toBe(400);
    expect((await post(address, 'no row')).status).toBe(400);
  });

  it('tells a page what happened before it came, and what happens after', async () => {
    const { address, news } = await inbox();
    const operation = (type: string) => ({
      message: {
        type,
        state: 'began' as const,
        wallet: null,
        chain: null,
        reason: 'Why.',
        whatToDo: 'What.',
      },
      subject: 'subject',
      email: 'email',
      sms: null,
      json: { type },
    });
    news.operations(operation('key.missing'));
    const reply = await fetch(`${address}/events`);
    expect(reply.headers.get('content-type')).toBe('text/event-stream');
    news.operations(operation('api.unavailable'));
    const chunks: string[] = [];
    for await (const chunk of reply.body ?? []) {
      chunks.push(Buffer.from(chunk).toString());
      if (chunks.join('').includes('api.unavailable')) break;
    }
    expect(chunks.join('').match(/event: \w+/g)).toEqual(['event: begin', 'event: entry', 'event: entry']);
    expect(chunks.join('')).toContain('key.missing');
  });

  it('takes another port where its own is busy', async () => {
    const squatter = createServer().listen(0, '127.0.0.1');
    onTestFinished(() => {
      squatter.close();
    });
    const address = squatter.address();
    const busy = typeof address === 'object' && address !== null ? address.port : 0;
    const { address: taken } = await inbox([], busy);
    expect(new URL(taken).port).not.toBe(String(busy));
  });
});
