import { beforeEach, describe, expect, it } from 'vitest';
import { askingForContracts } from '../../functions/api/transfer-pages.ts';
import type { PageRequest, SourcePage } from '../../functions/transfer/source.ts';
import { BadRequest, UpstreamUnavailable } from '../../functions/transfer/source-errors.ts';
import { describedTransfer, watchOf } from '../support/alerts.ts';

const { wallet, chain } = watchOf();
const contractNumber = (n: number) => `0x${n.toString(16).padStart(40, '0')}`;
const contracts = (count: number) => Array.from({ length: count }, (_, n) => contractNumber(n));
const pageOf = (address: string): SourcePage => ({
  transfers: [describedTransfer({}, { address: address as never })],
  unreadable: [],
  next: 'more',
});

let now = 0;
let asked: (readonly string[] | undefined)[] = [];
let answer: (request: PageRequest) => SourcePage = () => pageOf(contractNumber(0));
const limits = { deadline: 1 };
async function* api(request: PageRequest) {
  asked.push(request.contracts);
  yield answer(request);
  yield answer(request);
}
let source = askingForContracts(api, { now: () => now });
async function pages(more: Partial<PageRequest>): Promise<SourcePage[]> {
  const read: SourcePage[] = [];
  const request = { wallet, chain, from: null, to: null, position: null, ...more };
  for await (const page of source(request, limits)) read.push(page);
  return read;
}

beforeEach(() => {
  now = 1_000_000;
  asked = [];
  answer = () => pageOf(contractNumber(0));
  source = askingForContracts(api, { now: () => now });
});

describe('a source asked for certain contracts', () => {
  it('gives one page of them, and all pages of any other request', async () => {
    expect(await pages({ contracts: contracts(3) })).toHaveLength(1);
    expect(await pages({})).toHaveLength(2);
  });

  it('makes no call if there are no contracts', async () => {
    expect(await pages({ contracts: [] })).toEqual([]);
    expect(asked).toEqual([]);
  });

  it('is asked for as many as fit a URL of 8,000 bytes', async () => {
    await pages({ contracts: contracts(500) });
    const url = `&contract_addresses%5B%5D=${contractNumber(0)}`.repeat(asked[0]?.length ?? 0);
    expect(url.length).toBeLessThan(7_600);
    expect(url.length).toBeGreaterThan(7_400);
  });

  it('is not asked by contract for a day once it shows another contract', async () => {
    const transfers = [1, 77].flatMap((n) => pageOf(contractNumber(n)).transfers);
    answer = () => ({ ...pageOf(''), transfers });
    expect(await pages({ contracts: contracts(3) })).toHaveLength(1);
    expect(await pages({ contracts: contracts(2) })).toEqual([]);
    now += 86_399_999;
    await pages({ contracts: contracts(3) });
    expect(asked).toHaveLength(1);
    now += 1;
    await pages({ contracts: contracts(3) });
    expect(asked).toHaveLength(2);
  });

  it('is asked for twenty if it refuses more, and not asked for a day if it refuses these too', async () => {
    answer = () => {
      throw new BadRequest('The API answered 400');
    };
    expect(await pages({ contracts: contracts(60) })).toEqual([]);
    expect(await pages({ contracts: contracts(60) })).toEqual([]);
    expect(await pages({ contracts: contracts(60) })).toEqual([]);
    expect(asked.map((some) => some?.length)).toEqual([60, 20]);
    answer = () => pageOf(contractNumber(0));
    now += 86_400_000;
    expect(await pages({ contracts: contracts(60) })).toHaveLength(1);
    expect(asked.at(-1)).toEqual(contracts(20));
  });

  it('passes on every other error, and is asked again', async () => {
    answer = () => {
      throw new UpstreamUnavailable('The API answered 503', 503);
    };
    await expect(pages({ contracts: contracts(3) })).rejects.toThrow(UpstreamUnavailable);
    answer = () => pageOf(contractNumber(0));
    expect(await pages({ contracts: contracts(3) })).toHaveLength(1);
  });
});
