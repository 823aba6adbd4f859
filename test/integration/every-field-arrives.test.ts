import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { type TransferAlert, transferAlertSchema } from '../../functions/alert/alert.ts';
import { toSnsMessage } from '../../functions/alert/publish.ts';
import { createTransferSource } from '../../functions/api/transfer-source.ts';
import { parseAddress } from '../../functions/chain/address.ts';
import { findChain } from '../../functions/chain/chains.ts';
import { createDispatcher } from '../../functions/http/transport.ts';
import { systemClock } from '../../functions/runtime/clock.ts';
import { fixedApiKey } from '../../lib/fixed-api-key.ts';
import { watchOf } from '../support/alerts.ts';
import { startReceiver } from '../support/fakes/receiver.ts';
import { testKey } from '../support/test-key.ts';
import { PollWorld } from '../support/worlds/poll-world.ts';

/** Every field of section 2.1 of the API document, and where it arrives in the alert. */
const arrivals: Record<string, (alert: TransferAlert) => unknown> = {
  token_name: ({ transfer }) => transfer.token.name,
  token_symbol: ({ transfer }) => transfer.token.symbol,
  token_logo: ({ transfer }) => transfer.token.logo,
  token_decimals: ({ transfer }) => transfer.token.decimals,
  transaction_hash: ({ transfer }) => transfer.transactionHash,
  address: ({ transfer }) => transfer.token.address,
  block_timestamp: ({ transfer }) => transfer.blockTimestamp,
  block_number: ({ transfer }) => transfer.blockNumber,
  block_hash: ({ transfer }) => transfer.blockHash,
  to_address: ({ transfer }) => transfer.to.address,
  to_address_label: ({ transfer }) => transfer.to.label,
  from_address: ({ transfer }) => transfer.from.address,
  from_address_label: ({ transfer }) => transfer.from.label,
  value: ({ transfer }) => transfer.value,
  transaction_index: ({ transfer }) => transfer.transactionIndex,
  log_index: ({ transfer }) => transfer.logIndex,
  possible_spam: ({ verdict }) => verdict?.reasons.some(({ rule }) => rule === 'flagged-by-api'),
  verified_collection: ({ transfer }) => transfer.token.verified,
};
/** Fields in live replies that the document lacks and no code uses. */
const unused = /^(from|to)_address_entity(_logo)?$|^value_decimal$|^security_score$/;

const api = await startReceiver();
afterAll(() => api.close());

/** The alerts of one poll with this reply, for a wallet whose row asks for everything. */
async function alertsOf(reply: string, wallet: string): Promise<TransferAlert[]> {
  api.answer(() => ({ status: 200, body: reply }));
  const world = new PollWorld();
  const source = createTransferSource({
    baseUrl: api.url,
    apiVersion: 'v2',
    apiKey: fixedApiKey(testKey, { required: true }),
    limiter: world.deps.limiter,
    clock: systemClock,
    random: Math.random,
    dispatcher: createDispatcher(),
  });
  Object.assign(world.deps, { source });
  world.now = Date.now();
  await world.poll(
    watchOf({ wallet: parseAddress(wallet), chain: findChain('eth'), fromBlock: 1, spam: 'mark' }),
  );
  return world.published.flatMap((alert) => transferAlertSchema.safeParse(alert).data ?? []);
}

type Wire = Record<string, unknown>;
const lower = (value: unknown) =>
  typeof value === 'string' && /^0x/.test(value) ? value.toLowerCase() : value;

const folder = new URL('../fixtures/upstream/', import.meta.url);
const files = readdirSync(folder).filter((name) => name.startsWith('transfers-'));
const pageOf = (file: string): { result: Wire[] } => JSON.parse(readFileSync(new URL(file, folder), 'utf8'));

describe('the recorded replies', () => {
  it.each(files)('%s: every field of every entry arrives or is named as unused', async (file) => {
    const page = pageOf(file);
    expect(page.result.length).toBeGreaterThan(0);
    for (const entry of page.result) {
      // One page is enough: the recorded cursor would lead to a second one.
      const reply = JSON.stringify({ ...page, cursor: null });
      const alerts = await alertsOf(reply, String(entry.to_address ?? entry.from_address));
      const alert = alerts.find(({ transfer }) => transfer.transactionHash === entry.transaction_hash);
      if (alert === undefined) throw new Error(`no alert for ${entry.transaction_hash}`);
      for (const [field, value] of Object.entries(entry)) {
        const name = field === 'verified_contract' ? 'verified_collection' : field;
        if (unused.test(name)) continue;
        const arrival = arrivals[name];
        if (arrival === undefined) throw new Error(`${field} is in the reply, and nobody knows it`);
        // A symbol is cut to 32 characters.
        const told = field === 'token_symbol' ? String(value).slice(0, 32) : lower(value);
        expect(String(arrival(alert) ?? null), field).toBe(String(told ?? null));
      }
    }
  });

  it.each(files)('%s: as a day of its wallets alarms neither payers nor payees', async (file) => {
    const page = pageOf(file);
    const wallets = new Set(
      page.result.flatMap(({ from_address, to_address }) => [from_address, to_address]),
    );
    for (const wallet of wallets) {
      const alerts = await alertsOf(JSON.stringify({ ...page, cursor: null }), String(wallet));
      expect(alerts.length).toBeGreaterThan(0);
      expect(alerts.map(({ severity }) => severity)).not.toContain('critical');
    }
  });
});

it.each(['"$"', '$'])('2^256-1 as %s comes out digit for digit, in JSON, email and SMS', async (form) => {
  const most = (2n ** 256n - 1n).toString();
  const entry = {
    address: `0x${'1'.repeat(40)}`,
    block_number: 10 ** 10,
    from_address: `0x${'2'.repeat(40)}`,
    to_address: `0x${'a'.repeat(40)}`,
    transaction_hash: `0x${'3'.repeat(64)}`,
    token_decimals: 0,
    token_symbol: 'BIG',
    value: 'VALUE',
  };
  const row = JSON.stringify(entry).replace('"VALUE"', form.replace('$', most));
  const [alert] = await alertsOf(`{"result": [${row}], "cursor": ""}`, entry.to_address);
  expect(alert?.transfer).toMatchObject({ value: most, amount: most });
  const forms = JSON.parse(toSnsMessage(alert as TransferAlert).Message ?? '');
  expect(forms.email.replaceAll(',', '')).toContain(most);
  expect(forms.sms.replaceAll(',', '')).toContain(most);
});
