import { GetParameterCommand, ParameterNotFound, SSMClient } from '@aws-sdk/client-ssm';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { createSsmApiKey } from '../../functions/api/api-key.ts';
import { createTransferSource } from '../../functions/api/transfer-source.ts';
import type { PageRequest, SourcePage } from '../../functions/transfer/source.ts';
import {
  KeyMissing,
  NoSuchEndpoint,
  PositionRefused,
  UpstreamUnavailable,
} from '../../functions/transfer/source-errors.ts';
import { fixedApiKey } from '../../lib/fixed-api-key.ts';
import { apiOptions, eth, failureOf, mockApi, origin, wallet, wireEntry, wirePage } from './test-api.ts';

const ssm = mockClient(SSMClient);
afterAll(() => ssm.restore());
beforeEach(() => ssm.reset());
const apiKey = () => createSsmApiKey(new SSMClient({}), '/chainbell/api-key');

const request: PageRequest = { wallet, chain: eth, from: null, to: null, position: null };

function sourceOf(changes: Parameters<typeof apiOptions>[0]) {
  const { limits, ...options } = apiOptions(changes);
  return { limits, source: createTransferSource({ ...options, baseUrl: origin, apiVersion: 'v2' }) };
}

async function readOf(
  { source, limits }: ReturnType<typeof sourceOf>,
  over: Partial<PageRequest> = {},
): Promise<SourcePage[]> {
  const read: SourcePage[] = [];
  for await (const page of source.pages({ ...request, ...over }, limits)) read.push(page);
  return read;
}

describe('the key of the source', () => {
  it('is required before the first call; the error says how to set it', async () => {
    ssm.on(GetParameterCommand).rejects(new ParameterNotFound({ message: 'none', $metadata: {} }));
    const failure = await failureOf(sourceOf({ apiKey: apiKey() }).source.open());
    expect(failure).toBeInstanceOf(KeyMissing);
    expect(failure).toMatchObject({
      message: expect.stringContaining('/chainbell/api-key'),
      whatToDo: expect.stringContaining('npx chainbell key set'),
    });
  });

  it('is not required for an API on this machine', async () => {
    await sourceOf({ apiKey: fixedApiKey(null, { required: false }) }).source.open();
    await sourceOf({ apiKey: fixedApiKey('key', { required: true }) }).source.open();
    const none = sourceOf({ apiKey: fixedApiKey(null, { required: true }) });
    expect(await failureOf(none.source.open())).toBeInstanceOf(KeyMissing);
  });
});

it('a 404 says which settings to look at', async () => {
  const { dispatcher } = mockApi({ status: 404 });
  const failure = await failureOf(readOf(sourceOf({ dispatcher })));
  expect(failure).toBeInstanceOf(NoSuchEndpoint);
  expect(failure).toMatchObject({ whatToDo: expect.stringContaining('apiVersion') });
});

describe('the pages of a source', () => {
  const asked = async (over: Partial<PageRequest>) => {
    const { dispatcher, seen } = mockApi({ body: wirePage([]) });
    await readOf(sourceOf({ dispatcher }), over);
    return Object.fromEntries(new URL(seen[0]?.path ?? '', origin).searchParams);
  };
  const always = { chain: '0x1', limit: '100', disable_total: 'true' };

  it.each([null, 9])(
    'come one by one, and continue where an earlier read of the same request stopped: up to %s',
    async (to) => {
      const [first, second] = [wireEntry({ block_number: '9' }), wireEntry({ block_number: '8' })];
      const { dispatcher } = mockApi({ body: wirePage([first], 'a:b') }, { body: wirePage([second]) });
      const pages = await readOf(sourceOf({ dispatcher }), { to });
      expect(pages.map(({ transfers }) => transfers.map(({ blockNumber }) => blockNumber))).toEqual([
        [9],
        [8],
      ]);
      expect(pages[1]?.next).toBeNull();
      const position = pages[0]?.next ?? null;
      const cursor = { ...always, ...(to === null ? {} : { to_block: '9' }), cursor: 'a:b' };
      expect(await asked({ to, position })).toEqual(cursor);
    },
  );

  it('omit transfers below the requested block and of other wallets, and fill in a missing receiver', async () => {
    const other = `0x${'7'.repeat(40)}`;
    const entries = [
      { block_number: '9', to_address: null },
      { block_number: '9', from_address: other, to_address: other },
      { block_number: '6' },
    ].map(wireEntry);
    const { dispatcher } = mockApi({ body: wirePage(entries) });
    const [page] = await readOf(sourceOf({ dispatcher }), { from: { block: 7 } });
    expect(page?.transfers).toMatchObject([{ blockNumber: 9, to: { address: wallet } }]);
    expect(page?.transfers).toHaveLength(1);
  });

  it('end with PositionRefused if the API refuses a cursor: a read can begin at a block instead', async () => {
    const refusals = [{ status: 400, body: { message: 'cursor is invalid' } }, { body: { hello: 1 } }];
    const failed = (position: string | null, ...replies: Parameters<typeof mockApi>) =>
      failureOf(readOf(sourceOf({ dispatcher: mockApi(...replies).dispatcher }), { position }));
    for (const answer of refusals) {
      const refusal = [answer, answer, answer]; // a reply that can't be read is asked for again
      expect(await failed(':c', ...refusal)).toBeInstanceOf(PositionRefused);
      // Without a position, or after a page that came, it is another error.
      for (const failure of [
        await failed(null, ...refusal),
        await failed(':c', { body: wirePage([wireEntry()], 'd') }, ...refusal),
      ]) {
        expect(failure).toBeInstanceOf(Error);
        expect(failure).not.toBeInstanceOf(PositionRefused);
      }
    }
    const outage = await failed(':c', { status: 500 }, { status: 500 }, { status: 500 });
    expect(outage).toBeInstanceOf(UpstreamUnavailable);
  });
});
