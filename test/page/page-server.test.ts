import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { checksumAddress, parseAddress } from '../../functions/chain/address.ts';
import { stackOf } from '../../lib/cli/stack/local-run.ts';
import { localEngines } from '../../lib/local-engines.ts';
import { fieldLabels } from '../../lib/page/action-reply.ts';
import { type Page, startPage } from '../../lib/page/page-server.ts';
import { putRow, useEmbeddedAws } from '../support/embedded.ts';
import { readUntil } from '../support/read-until.ts';
import { operationsNews } from './news.ts';

const embedded = useEmbeddedAws();
let wallets = 0;

/** A new wallet for each test, because they share a Watchlist. */
function newWallet() {
  wallets += 1;
  return parseAddress(`0x${String(wallets).padStart(40, 'ab')}`);
}

async function startedPage(options: Partial<Parameters<typeof startPage>[0]> = {}): Promise<Page> {
  const about = { text: 'a test', chains: ['eth'], madeUp: false };
  const engines = localEngines.parse(embedded.aws);
  const started = await startPage({ port: 0, about, open: stackOf(engines), engines, ...options });
  onTestFinished(() => started.stop());
  return started;
}

function post(
  address: string,
  path: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Response> {
  return fetch(address + path, {
    method: 'POST',
    headers: { origin: address, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
}

/** The page's wallets with this address. */
async function listed(address: string, wallet: string) {
  const all = (await (await fetch(`${address}/wallets`)).json()) as { wallet: string }[];
  return all.filter((one) => one.wallet === wallet);
}

describe('the page', () => {
  it('is served with a policy that allows its own files and nothing else', async () => {
    const { address } = await startedPage();
    const reply = await fetch(address);
    const policy = reply.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/unsafe|\*|https?:/);
    expect(reply.headers.get('x-content-type-options')).toBe('nosniff');
    const html = await reply.text();
    expect(html).not.toMatch(/https?:\/\/|<style|style=|onclick=/);
    const files = [...html.matchAll(/(?:src|href)="(\/[\w./-]+)"/g)].map(([, path]) => path);
    expect(files.length).toBeGreaterThan(4);
    for (const path of files) expect((await fetch(address + path)).status).toBe(200);
    expect((await fetch(`${address}/page-server.ts`)).status).toBe(404);
  });

  it('inserts texts only as text', () => {
    const folder = new URL('../../lib/page/browser/', import.meta.url);
    const scripts = readdirSync(folder).filter((name) => name.endsWith('.js'));
    expect(scripts).toContain('main.js');
    for (const name of scripts) {
      const script = readFileSync(new URL(name, folder), 'utf8');
      expect(script).not.toMatch(/innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(|DOMParser/);
    }
  });

  it('acts only for requests of its own page', async () => {
    const played: string[] = [];
    const control = { name: 'storm', text: 'Storm', hint: '', play: () => String(played.push('storm')) };
    const { address } = await startedPage({ controls: [control] });
    const row = { wallet: newWallet(), chain: 'eth' };
    const paths = ['/wallets/add', '/wallets/remove', '/wallets/trust', '/contacts/put', '/contacts/remove'];
    for (const path of [...paths, '/story/storm']) {
      expect((await post(address, path, row, { origin: 'https://evil.example' })).status).toBe(403);
      expect((await post(address, path, row, { origin: 'null' })).status).toBe(403);
      const json = { headers: { 'content-type': 'application/json' }, body: JSON.stringify(row) };
      expect((await fetch(address + path, { method: 'POST', ...json })).status).toBe(403);
      expect((await post(address, path, row, { 'content-type': 'text/plain' })).status).toBe(403);
    }
    expect(played).toEqual([]);
    expect(await listed(address, row.wallet)).toEqual([]);
    expect(await (await post(address, '/story/storm', {})).json()).toEqual({ message: '1' });
    expect((await post(address, '/story/earthquake', {})).status).toBe(404);
  });

  it('adds a wallet, once, in its canonical spelling', async () => {
    const { address } = await startedPage({ addedNote: 'In vain.' });
    const wallet = newWallet();
    const typed = { wallet: checksumAddress(wallet), chain: 'Ethereum', attributes: { minAmount: ' 0.5 ' } };
    const reply = await post(address, '/wallets/add', typed);
    expect(await reply.json()).toEqual({
      message: expect.stringMatching(
        /watched .*In vain\. .*units of every token: 0\.25 WETH are left out .*\{"USDC": 0\.5\}\.$/,
      ),
      field: null,
    });
    expect(await listed(address, wallet)).toEqual([
      {
        wallet,
        shown: checksumAddress(wallet),
        chain: 'eth',
        label: null,
        state: 'waiting',
        problem: null,
        field: null,
        lastAlertAt: null,
        attributes: { minAmount: '0.5' },
      },
    ]);
    expect((await post(address, '/wallets/add', typed)).status).toBe(400);
  });

  it('edits, pauses, resumes and removes a wallet, and trusts a token for it', async () => {
    const { address } = await startedPage();
    const wallet = newWallet();
    const row = { wallet, chain: 'eth' };
    const act = async (name: string, more: object = {}) => {
      expect((await post(address, `/wallets/${name}`, { ...row, ...more })).status).toBe(200);
      const [found] = await listed(address, wallet);
      return found;
    };
    await act('add', { attributes: { label: 'Savings', minAmount: '3' } });
    const edited = { label: '', minAmount: '5' };
    expect(await act('edit', { attributes: edited })).toMatchObject({
      label: null,
      attributes: { minAmount: '5' },
    });
    expect(await act('pause')).toMatchObject({ state: 'paused' });
    expect(await act('resume')).toMatchObject({ state: 'waiting' });
    const [one, other] = [newWallet(), newWallet()];
    await act('trust', { token: one });
    expect(await act('trust', { token: other })).toMatchObject({
      attributes: { trustTokens: `${one},${other}` },
    });
    expect(await act('remove')).toBeUndefined();
    expect((await post(address, '/wallets/remove', row)).status).toBe(404);
  });

  it('says if nothing is reported of an edited wallet any more', async () => {
    const { address } = await startedPage();
    const row = { wallet: newWallet(), chain: 'eth' };
    await post(address, '/wallets/add', row);
    const attributes = { watch: 'erc20', tokens: 'native' };
    const reply = await post(address, '/wallets/edit', { ...row, attributes });
    expect(await reply.json()).toMatchObject({
      message: expect.stringContaining('so NO transfer is reported'),
    });
  });

  it('edits and removes the row that is pressed, though another spelling of its wallet is polled', async () => {
    const { address } = await startedPage();
    const wallet = newWallet();
    const pressed = { wallet: checksumAddress(wallet), chain: 'Ethereum' };
    for (const row of [{ wallet, chain: 'eth', label: 'Polled' }, pressed]) await putRow(embedded.aws, row);
    await post(address, '/wallets/edit', { ...pressed, attributes: { label: 'Pressed' } });
    expect(await listed(address, pressed.wallet)).toMatchObject([{ label: 'Pressed' }]);
    const fate = / has another row on eth, in another spelling: only this row is deleted\.$/;
    const reply = await post(address, '/wallets/remove', pressed);
    expect(await reply.json()).toMatchObject({ message: expect.stringMatching(fate) });
    expect(await listed(address, pressed.wallet)).toEqual([]);
    expect(await listed(address, wallet)).toMatchObject([{ label: 'Polled', state: 'waiting' }]);
  });

  it('lists the rows to mend first, and the others by label, in the words of the lists of its form', async () => {
    const { address } = await startedPage();
    const wallet = newWallet();
    for (const [chain, label, more] of [
      ['eth', 'Zoo', {}],
      ['base', 'Ark', { direction: 'In', spam: 'MARK ' }],
      ['bsc', 'Bad', { every: 'often' }],
    ] as const)
      await putRow(embedded.aws, { wallet, chain, label, ...more });
    expect(await listed(address, wallet)).toMatchObject([
      { label: 'Bad', state: 'unreadable', field: 'every' },
      // Saving the form leaves them alone.
      { label: 'Ark', attributes: { direction: 'in', spam: 'mark', label: 'Ark' } },
      { label: 'Zoo' },
    ]);
  });

  it('names an unreadable field by its label on the page', async () => {
    const { address } = await startedPage();
    const wallet = newWallet();
    const fault = async (row: unknown) => (await post(address, '/wallets/add', row)).json();
    expect(await fault({ wallet: '0x12', chain: 'eth' })).toMatchObject({ field: 'wallet' });
    expect(await fault({ wallet, chain: 'polygn' })).toMatchObject({
      field: 'chain',
      message: 'Chain: "polygn" is not a known chain: did you mean polygon?',
    });
    expect(await fault({ wallet, chain: 'eth', attributes: { minAmount: '1,000' } })).toMatchObject({
      field: 'minAmount',
      message: expect.stringMatching(/^Smallest amount: "1,000" is not/),
    });
    expect((await post(address, '/wallets/add', { wallet, chain: 'eth', paused: true })).status).toBe(400);
    expect((await post(address, '/wallets/add', 'no row')).status).toBe(400);
    expect(await listed(address, wallet)).toEqual([]);
  });

  it('names addresses like the command does, lists them by name, and removes a name', async () => {
    const { address } = await startedPage();
    const contact = newWallet();
    const press = async (to: string, body: object) => (await post(address, `/contacts/${to}`, body)).json();
    const all = async () => (await fetch(`${address}/contacts`)).json();
    const put = { address: checksumAddress(contact), name: ' Supp\u202elier ' };
    await press('put', { ...put, name: 'Shop', tags: 'eu, paid' });
    const renamed = expect.stringContaining('is called Supplier, no longer Shop, in alerts');
    expect(await press('put', put)).toMatchObject({ message: renamed });
    await press('put', { address: `0x${'f'.repeat(40)}`, name: 'Landlord' });
    expect(await all()).toMatchObject([
      { name: 'Landlord' },
      { address: contact, name: 'Supplier', tags: ['eu', 'paid'] },
    ]);
    // A name silences the warnings of a copy.
    const copy = { address: `${contact.slice(0, 10)}${'0'.repeat(24)}${contact.slice(-8)}` };
    const warning = expect.stringMatching(/ look alike: compare every digit, .* give .* the same name\.$/);
    expect(await press('put', { ...copy, name: 'Supplier' })).toMatchObject({ message: warning });
    await press('remove', copy);
    expect(await press('put', { ...put, address: '0x12' })).toMatchObject({ field: 'address' });
    expect(await press('put', { ...put, name: ' ' })).toMatchObject({ field: 'name' });
    await press('remove', { address: contact });
    expect(await all()).toMatchObject([{ name: 'Landlord' }]);
    expect((await post(address, '/contacts/remove', { address: contact })).status).toBe(404);
    expect((await post(address, '/contacts/put', { ...put, more: 1 })).status).toBe(400);
  });

  it('has the same names for fields in its labels and sentences', async () => {
    const { address } = await startedPage();
    const html = (await (await fetch(address)).text()).replaceAll(/\s+/g, ' ');
    const form = html.slice(html.indexOf('<dialog'));
    const onPage = [...form.matchAll(/<span>([^<]+)<\/span> ?<(?:input|select) name="(\w+)"/g)];
    expect(Object.fromEntries(onPage.map(([, label, name]) => [name, label]))).toEqual(fieldLabels);
  });

  it('names the subject of an operations message, and whether it is a beginning or an end', async () => {
    const { address, show } = await startedPage();
    const reason = 'A row of the Watchlist is mended or deleted, after 2 minutes. It was: chain: none.';
    const bad = operationsNews({ wallet: '0x12\u001b[2J', chain: 'moon' });
    show({ ...bad, subject: 'Chainbell: Savings on moon is NOT being watched' });
    show(operationsNews({ state: 'ended', reason }));
    const { body } = await fetch(`${address}/events`);
    const text = await readUntil(body, 'mended or deleted');
    const [began, ended] = [...text.matchAll(/^data: (.*"kind".*)$/gm)].map(([, data = '']) =>
      JSON.parse(data),
    );
    expect(began).toMatchObject({
      title: 'Savings on moon is NOT being watched',
      about: '0x12[2J on moon',
      text: 'Why. What to do: Do this.',
      look: 'bad',
    });
    expect(ended).toMatchObject({
      title: 'A row of the Watchlist is mended or deleted',
      about: null,
      text: 'After 2 minutes. It was: chain: none.',
      look: 'good',
    });
  });

  it('takes another port if its own is busy', async () => {
    const squatter = createServer().listen(0, '127.0.0.1');
    onTestFinished(() => {
      squatter.close();
    });
    const address = squatter.address();
    const busy = typeof address === 'object' && address !== null ? address.port : 0;
    const { address: taken } = await startedPage({ port: busy });
    expect(new URL(taken).port).not.toBe(String(busy));
  });

  it('says in a sentence that it can not have its port', async () => {
    // As ports below 1024, for most users.
    await expect(startedPage({ port: 70_000 })).rejects.toThrow(/^--port: 70000 can't be used \(ERR_/);
  });
});
