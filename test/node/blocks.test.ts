import { expect, it } from 'vitest';
import { isoTime, readBlock, readReceipt, readReceipts } from '../../functions/node/blocks.ts';
import { NodeUnusable, type RpcAnswer, type RpcCall } from '../../functions/node/calls.ts';

const gas = { status: '0x1', gasUsed: '0x2', effectiveGasPrice: '0x3' };

it.each<[string, object, bigint]>([
  ['gas', {}, 6n],
  ['blobs', { blobGasUsed: '0x5', blobGasPrice: '0x7' }, 41n],
  ["a rollup's data", { l1Fee: '0xb' }, 17n],
  ['no data', { l1Fee: null }, 6n],
  ['no blobs', { blobGasUsed: null, blobGasPrice: null }, 6n],
])('a transaction pays for %s', (_what, over, fee) => {
  expect(readReceipt({ ...gas, ...over })).toEqual({ succeeded: true, fee, unpriced: 0n, created: null });
});

it.each([[7], [['0x5']], ['5'], ['0xg'], ['00x1'], ['0x1 '], [`0x${'1'.repeat(65)}`]])(
  '%s is not a number of wei',
  (gasUsed) => {
    expect(readReceipt({ ...gas, gasUsed })).toBeNull();
  },
);

it('only the receipts that a node refuses or lacks are asked for again, and a second refusal is its failure', async () => {
  const asked: unknown[][] = [];
  const refusing = (times: number, answer: RpcAnswer = { error: 'busy' }) => ({
    ask: async (calls: readonly RpcCall[]) => {
      asked.push(calls.map(({ params: [of] }) => of));
      const isRefused = ({ params: [of] }: RpcCall) => of === '0x2' && asked.length <= times;
      return calls.map((call) => (isRefused(call) ? answer : { result: gas }));
    },
  });
  expect((await readReceipts(['0x1', '0x2', '0x3'], refusing(1))).size).toBe(3);
  expect(asked).toEqual([['0x1', '0x2', '0x3'], ['0x2']]);
  await expect(readReceipts(['0x1', '0x2'], refusing(4))).rejects.toThrow('of 0x2');
  for (const [times, read] of [
    [5, readReceipt(gas)],
    [8, 'absent'],
  ] as const)
    expect((await readReceipts(['0x1', '0x2'], refusing(times, { result: null }))).get('0x2')).toEqual(read);
});

it('of many receipts that a node lacks ten are asked for again, and stand for all; if the node has one after all, it knew too little', async () => {
  const hashes = Array.from({ length: 12 }, (_, at) => `0x${at}`);
  const readFrom = (has: string) => {
    let times = 0;
    const ask = async (calls: readonly RpcCall[]) => {
      times += 1;
      return calls.map(({ params: [of] }) => ({ result: times > 1 && of === has ? gas : null }));
    };
    return readReceipts(hashes, { ask });
  };
  expect(new Set((await readFrom('none')).values())).toEqual(new Set(['absent']));
  await expect(readFrom('0x9')).rejects.toThrow('of 0x10');
});

it('a receipt that a node lacks once, after it gave no answer at all, is its failure', async () => {
  let times = 0;
  const ask = async (calls: readonly RpcCall[]) => {
    times += 1;
    if (times === 1) throw new NodeUnusable('busy');
    return calls.map(() => ({ result: null }));
  };
  await expect(readReceipts(['0x1'], { ask })).rejects.toThrow('of 0x1');
});

it("a block's time ends with the year 9999", () => {
  expect([253_402_300_799, 253_402_300_800].map(isoTime)).toEqual(['9999-12-31T23:59:59.000Z', null]);
});

it('an unknown block is null, and an answer that is not a block is an error', () => {
  expect(readBlock(null)).toBeNull();
  expect(() => readBlock({ number: '0x10' })).toThrow(NodeUnusable);
});
