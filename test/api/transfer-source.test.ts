import { GetParameterCommand, ParameterNotFound, SSMClient } from '@aws-sdk/client-ssm';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { createSsmApiKey, fixedApiKey } from '../../functions/api/api-key.ts';
import { createTransferSource } from '../../functions/api/transfer-source.ts';
import type { CallLimits, RangeRequest, TransferRange } from '../../functions/transfer/source.ts';
import { KeyMissing, KeyRefused, NoSuchEndpoint } from '../../functions/transfer/source-errors.ts';
import { apiOptions, eth, failureOf, mockApi, origin, wallet, wirePage } from './test-api.ts';

const ssm = mockClient(SSMClient);
afterAll(() => ssm.restore());
beforeEach(() => ssm.reset());
const apiKey = () => createSsmApiKey(new SSMClient({}), '/chainbell/api-key');

const request: RangeRequest = {
  wallet,
  chain: eth,
  from: null,
  through: null,
  dealtWith: 0,
  known: () => 0,
  plausibleThrough: () => Number.POSITIVE_INFINITY,
  newestOnly: true,
  unfinished: null,
  notebook: { put: async () => [], read: async () => [] },
};

function sourceOf(changes: Parameters<typeof apiOptions>[0]) {
  const { limits, ...options } = apiOptions(changes);
  const log = { warn() {} };
  return {
    limits,
    source: createTransferSource({ ...options, log, baseUrl: origin, apiVersion: 'v2' }),
  };
}

async function readOf({ source, limits }: ReturnType<typeof sourceOf>): Promise<TransferRange[]> {
  const read: TransferRange[] = [];
  for (const ranges of source.ranges([request], limits satisfies CallLimits))
    for await (const range of ranges) read.push(range);
  return read;
}

describe('the key of the source', () => {
  it('is demanded before anything is asked, with how to set it', async () => {
    ssm.on(GetParameterCommand).rejects(new ParameterNotFound({ message: 'none', $metadata: {} }));
    const failure = await failureOf(sourceOf({ apiKey: apiKey() }).source.open());
    expect(failure).toBeInstanceOf(KeyMissing);
    expect(failure).toMatchObject({
      message: expect.stringContaining('/chainbell/api-key'),
      whatToDo: expect.stringContaining('npx chainbell key set'),
    });
  });

  it('is not demanded of an API on this machine', async () => {
    await sourceOf({ apiKey: fixedApiKey(null, { required: false }) }).source.open();
  });

  it('is read once, and anew when the API refused it', async () => {
    ssm
      .on(GetParameterCommand)
      .resolvesOnce({ Parameter: { Value: 'old' } })
      .resolves({ Parameter: { Value: 'new' } });
    const { dispatcher, seen } = mockApi({ body: wirePage([]) }, { status: 401 }, { body: wirePage([]) });
    const api = sourceOf({ apiKey: apiKey(), dispatcher });
    for (let i = 0; i < 2; i += 1) await api.source.open();
    await readOf(api);
    const failure = await failureOf(readOf(api));
    expect(failure).toBeInstanceOf(KeyRefused);
    expect(failure).toMatchObject({ whatToDo: expect.stringContaining('npx chainbell key set') });
    await api.source.open();
    await readOf(api);
    expect(seen.map(({ headers }) => headers['x-api-key'])).toEqual(['old', 'old', 'new']);
    expect(ssm.commandCalls(GetParameterCommand)).toHaveLength(2);
  });
});

it('a 404 says which settings to look at', async () => {
  const { dispatcher } = mockApi({ status: 404 });
  const failure = await failureOf(readOf(sourceOf({ dispatcher })));
  expect(failure).toBeInstanceOf(NoSuchEndpoint);
  expect(failure).toMatchObject({ status: 404, whatToDo: expect.stringContaining('apiVersion') });
});
