import { describe, expect, inject, it } from 'vitest';
import { type Address, parseAddress } from '../../../functions/chain/address.ts';
import { findChain } from '../../../functions/chain/chains.ts';
import {
  type AskNode,
  NodeUnusable,
  type RpcAnswer,
  type RpcCall,
  tooLarge,
} from '../../../functions/node/calls.ts';
import { maxBlocks, scanNative } from '../../../functions/node/coin/scan-native.ts';
import type { BalanceSpan } from '../../../functions/node/coin/search-span.ts';
import { callsForWallets } from '../../../functions/node/wallet-programs.ts';
import type { Transfer } from '../../../functions/transfer/transfer.ts';
import { describedTransfer, exchange, imitation, treasury, usdc } from '../../support/alerts.ts';
import { FakeNode, type FakeTransfer, fee, hashAt, type Moved } from '../../support/fakes/fake-node.ts';
import { walletNumber } from '../../support/worlds/hinted-world.ts';

const eth = findChain('eth');
const safe = usdc;
const nobody = walletNumber(0);
const hex = (value: bigint | number) => `0x${value.toString(16)}`;

interface Sent extends Partial<FakeTransfer> {
  readonly from?: Address;
  readonly to?: Address;
}

/** Blocks from 1 on, twelve seconds apart. Unless told otherwise, the treasury sends to the exchange. */
class CoinChain extends FakeNode {
  constructor() {
    super(0, 0);
  }

  add(sent: readonly Sent[], moved: readonly Moved[] = []): number {
    const number = this.head.number + 1;
    const usual = { from: treasury, to: exchange, value: 0n, token: null };
    this.mine(
      sent.map((one) => ({ ...usual, ...one })),
      number * 12_000,
      number,
      moved,
    );
    return number;
  }

  /** The calls of this method so far. */
  asked(of: string): number {
    return this.calls.filter(({ method }) => method === of).length;
  }
}

const scanAll = (
  chain: CoinChain,
  logged: readonly Transfer[] = [],
  from = 1,
  before: BalanceSpan['before'] = null,
  on = eth,
) => {
  const span = { from, to: chain.head.number };
  return scanNative({ wallets: [treasury, safe], span, logged, before }, on, chain);
};
/** Scans all blocks, with these answers in place of some of the node's. */
const scanThrough = (
  chain: CoinChain,
  change: (call: RpcCall, answer: RpcAnswer) => RpcAnswer | null,
  wallets: readonly Address[] = [treasury],
  from = 1,
  on = eth,
) => {
  const ask = async (calls: readonly RpcCall[]) => {
    const answers = await chain.ask(calls);
    return calls.map((call, at) => change(call, answers[at] ?? { result: null }) ?? answers[at]);
  };
  const span = { from, to: chain.head.number };
  return scanNative({ wallets, span, logged: [], before: null }, on, { ask: ask as AskNode['ask'] });
};
const scan = async (...of: Parameters<typeof scanAll>) => (await scanAll(...of)).transfers;
const party = (address: Address) => ({ address, label: null });
/** The coin transfer in EIP-7708's log. */
const logged = (block: number, over: Partial<Transfer>): Transfer => ({
  ...describedTransfer({ blockNumber: block, kind: 'native' }, { address: null }),
  ...over,
});
const said = (transfers: readonly Transfer[]) =>
  transfers.map(({ from, to, value, internal, transactionHash }) => ({
    from: from.address,
    to: to.address,
    value,
    internal,
    transaction: transactionHash,
  }));
const valuesOf = (transfers: readonly Transfer[]) => transfers.map(({ value }) => value);
const plain = { internal: false };

/** A chain of one block. */
function chainWith(...block: Parameters<CoinChain['add']>): CoinChain {
  const chain = new CoinChain();
  chain.add(...block);
  return chain;
}

/** A chain of so many blocks, with these transactions and movements. */
function chainOf(
  blocks: number,
  sentIn: (block: number) => readonly Sent[],
  movedIn: (block: number) => readonly Moved[] = () => [],
): CoinChain {
  const chain = new CoinChain();
  for (let block = 1; block <= blocks; block += 1) chain.add(sentIn(block), movedIn(block));
  return chain;
}

/** This much comes in, and all of it but the fee leaves in the same block. */
const inAndOut = (paid: bigint) => [{ from: exchange, to: treasury, value: paid }, { value: paid - fee }];
const ether = 10n ** 18n;
/** The treasury, and this many wallets that never move. */
const crowd = (count: number) => [treasury, ...Array.from({ length: count }, (_, n) => walletNumber(n + 1))];

/** Scans a chain in as many parts as that takes, of so many calls each. @returns the values that each part found */
async function scanInParts(
  chain: CoinChain,
  calls: number,
  scanFrom: (from: number) => ReturnType<typeof scanAll> = (from) => scanAll(chain, [], from),
): Promise<bigint[][]> {
  const parts: bigint[][] = [];
  const last = chain.head.number;
  for (let from = 1; from <= last; ) {
    chain.calls = [];
    const { transfers, through, after } = await scanFrom(from);
    expect([after === null, chain.calls.length <= calls]).toEqual([through < last, true]);
    parts.push(valuesOf(transfers));
    from = through + 1;
  }
  return parts;
}

/** Answers the first of these calls with an error. */
function refusingOnce(is: (call: RpcCall) => boolean) {
  let isRefused = true;
  return (call: RpcCall): RpcAnswer | null => {
    if (!isRefused || !is(call)) return null;
    isRefused = false;
    return { error: 'rate limit exceeded' };
  };
}

describe("the chain's own coin", () => {
  const income = { from: exchange, to: treasury, value: 3n };
  it.each<[string, Sent[], Moved[], string[], string?]>([
    ['a transaction, to the wei', [{ value: 10n ** 18n + 1n }], [], ['T > X 1000000000000000001']],
    ['a payment that comes in', [income], [], ['X > T 3']],
    ['no fees alone', [{ value: 0n }], [], []],
    [
      'no transactions that failed',
      [
        { value: 5n, failed: true },
        { ...income, failed: true },
      ],
      [],
      [],
    ],
    ['no income that failed', [{ ...income, failed: true }], [], []],
    [
      'income apart from what its wallet sends and pays in the same block',
      [income, { value: 5n }],
      [[treasury, 10n + fee]],
      ['X > T 3', 'T > X 5', `? > T ${10n + fee} internal`],
    ],
    [
      'coin that goes in and out of a contract within a block, leaving its balance unchanged',
      [{ from: exchange, to: safe, value: 9n }],
      [[safe, -9n]],
      ['X > S 9', 'S > ? 9 internal'],
    ],
    ['what no transaction shows', [{ value: 0n }], [[treasury, 40n]], ['? > T 40 internal']],
    ['what a contract loses', [], [[safe, -3n]], ['S > ? 3 internal']],
    ['a payment to oneself once', [{ to: treasury, value: 5n }], [], ['T > T 5']],
    ['what leaves in addition', [{ value: 7n }], [[treasury, -1n]], ['T > X 7', 'T > ? 1 internal']],
    ['the same on Gnosis', [{ value: 7n }], [[treasury, -1n]], ['T > X 7', 'T > ? 1 internal'], 'gnosis'],
    ['a payment between two watched wallets once', [{ to: safe, value: 5n }], [], ['T > S 5']],
    ['no fee that only the transaction prices', [{ value: 7n, unpriced: true }], [], ['T > X 7']],
    ['no fee of a rollup beside its receipt', [{ value: 1n }], [[treasury, -fee]], ['T > X 1'], 'base'],
    [
      'a larger loss on a rollup',
      [{ value: 1n }],
      [[treasury, -fee - 1n]],
      ['T > X 1', `T > ? ${fee + 1n} internal`],
      'base',
    ],
    ['income on a rollup', [{ value: 1n }], [[treasury, 5n]], ['T > X 1', '? > T 5 internal'], 'base'],
    ['no fee that a token or a paymaster pays', [{ value: 1n }], [[treasury, fee]], ['T > X 1'], '0x144'],
    ['the same as income on Ethereum', [{}], [[treasury, fee]], [`? > T ${fee} internal`]],
  ])('is reported as %s', async (_what, sent, moved, told, on = 'eth') => {
    const chain = chainWith(sent, moved);
    const names = new Map([
      [treasury, 'T'],
      [exchange, 'X'],
      [safe, 'S'],
    ] as const);
    const { transfers } = await scanAll(chain, [], 1, null, findChain(on));
    const nameOf = (side: Address | null) => names.get(side ?? nobody) ?? '?';
    expect(
      said(transfers).map(
        ({ from, to, value, internal }) =>
          `${nameOf(from)} > ${nameOf(to)} ${value}${internal ? ' internal' : ''}`,
      ),
    ).toEqual(told);
  });

  it('that leaves a rollup account in a transaction is reported, however high a fee the thief bids to hide it', async () => {
    const [gasPrice, stolen] = [10n ** 14n, 10n ** 17n + 1n];
    const chain = chainWith([{}], [[treasury, fee - 21_000n * gasPrice - stolen]]);
    const bid = ({ method }: RpcCall, { result }: RpcAnswer) =>
      method === 'eth_getTransactionReceipt'
        ? { result: { ...Object(result), effectiveGasPrice: hex(gasPrice) } }
        : null;
    const { transfers } = await scanThrough(chain, bid, [treasury], 1, findChain('base'));
    expect(transfers).toMatchObject([{ internal: true, from: { address: treasury }, value: stolen }]);
  });

  it("to a contract that it creates has the contract's address", async () => {
    const chain = chainWith([{ to: safe, value: 4n, creates: true }]);
    const created = { from: treasury, to: safe, value: 4n, ...plain, transaction: hashAt(1, 0) };
    expect(said(await scan(chain))).toContainEqual(created);
  });

  it("continues from the previous span's balances, unless a wallet is new", async () => {
    const chain = new CoinChain();
    chain.add([{ value: 5n }]);
    chain.add([{ value: 6n }]);
    const { after } = await scanAll(chain);
    chain.add([], [[safe, -7n]]);
    for (const [before, calls] of [
      [after, 1],
      [new Map([[treasury, 0n]]), 2],
    ] as const) {
      chain.calls = [];
      const { transfers } = await scanAll(chain, [], 3, before);
      expect(said(transfers)).toMatchObject([{ value: 7n, internal: true }]);
      expect(chain.asked('eth_call')).toBe(calls);
    }
  });

  it("has the chain's names, its block and its time", async () => {
    const chain = chainWith([{ value: 1n }]);
    expect((await scan(chain))[0]).toMatchObject({
      kind: 'native',
      token: { address: null, name: 'Ether', symbol: 'ETH', decimals: 18, verified: true },
      tokenId: null,
      blockNumber: 1,
      blockHash: chain.block(1).hash,
      blockTimestamp: '1970-01-01T00:00:12.000Z',
      logIndex: null,
      transactionIndex: 0,
      transactionHash: hashAt(1, 0),
    });
  });

  it('is not moved by a failed transaction, even if a logged payment has the same amount', async () => {
    const chain = new CoinChain();
    const block = chain.add([{ from: exchange, to: treasury, value: 8n, failed: true }], [[treasury, 8n]]);
    const paid = logged(block, { from: party(exchange), to: party(treasury), value: 8n });
    expect(await scan(chain, [paid])).toEqual([]);
  });

  it('needs no call without wallets, and is read in each of forty blocks', async () => {
    const chain = new CoinChain();
    for (let block = 1; block <= 40; block += 1) chain.add([]);
    const none = { wallets: [], span: { from: 1, to: 40 }, logged: [], before: null };
    expect(await scanNative(none, eth, chain)).toMatchObject({ transfers: [], through: 40, after: null });
    expect(chain.calls).toEqual([]);
    const bodies = () => chain.asked('eth_getBlockByNumber');
    await scan(chain);
    expect(bodies()).toBe(40);
    chain.add([]);
    await scan(chain);
    expect(bodies()).toBe(40);
  });

  it('that logs have shown (EIP-7708) is not reported twice', async () => {
    const chain = chainWith(
      [{ value: 8n }],
      [
        [treasury, 2n],
        [safe, -2n],
      ],
    );
    const logs = [
      logged(1, { from: party(treasury), to: party(exchange), value: 8n, transactionHash: hashAt(1, 0) }),
      logged(1, { from: party(safe), to: party(treasury), value: 2n, transactionHash: hashAt(1, 0) }),
    ];
    expect(await scan(chain, logs)).toEqual([]);
  });

  it('that a contract pays is internal before and after EIP-7708, which adds its other side and its transaction', async () => {
    const contract = imitation;
    const chain = new CoinChain();
    chain.add([{ from: exchange, to: contract }], [[treasury, 2n]]);
    chain.add([{ to: contract }], [[treasury, 3n]]);
    const unnamed = { from: null, to: treasury, internal: true, transaction: null };
    expect(said(await scan(chain))).toEqual([
      { ...unnamed, value: 2n },
      { ...unnamed, value: 3n },
    ]);
    const paid = (block: number, value: bigint) =>
      logged(block, {
        from: party(contract),
        to: party(treasury),
        value,
        transactionHash: hashAt(block, 0),
      });
    chain.add([{ from: exchange, to: treasury }], [[treasury, 4n]]);
    const logs = [paid(1, 2n), paid(2, 3n), paid(3, 4n)] as const;
    const { transfers, isInternal } = await scanAll(chain, logs);
    const [byOther] = logs;
    expect(transfers).toEqual([]);
    expect(logs.map((one) => isInternal(one, treasury))).toEqual([true, false, false]);
    const weth = '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2';
    const unwrapped = { ...paid(2, 3n), from: party(parseAddress(weth)) };
    expect(isInternal(unwrapped, treasury)).toBe(true);
    for (const kind of ['erc20', 'erc721'] as const)
      expect(isInternal({ ...byOther, kind }, treasury)).toBe(false);
  });

  it('that a log shows and a program sends on at once is found among blocks in which no balance changed', async () => {
    const chain = chainOf(60, (block) => (block === 30 ? [{ from: exchange, to: treasury }] : []));
    const at = { to: party(treasury), transactionHash: hashAt(30, 0) };
    expect(said(await scan(chain, [logged(30, { ...at, from: party(imitation), value: 9n })]))).toEqual([
      { from: treasury, to: null, value: 9n, internal: true, transaction: null },
    ]);
    expect(chain.asked('eth_getBlockByNumber')).toBe(1);
  });

  it.each([
    [0, 9n],
    [50, 9n],
    [50, 11n],
  ])('that a log shows and a program sends on is reported, with %i blocks after it', async (more, sent) => {
    const chain = new CoinChain();
    // The treasury's program gets 2, unwraps 9, and sends on `sent`.
    const block = chain.add([{ from: safe, to: treasury, value: 2n }], [[treasury, 9n - sent]]);
    const at = { to: party(treasury), transactionHash: hashAt(block, 0) };
    const logs = [logged(block, { ...at, from: party(imitation), value: 9n })];
    for (let empty = 0; empty < more; empty += 1) chain.add([]);
    expect(said(await scan(chain, logs))).toEqual([
      { from: safe, to: treasury, value: 2n, ...plain, transaction: hashAt(1, 0) },
      { from: treasury, to: null, value: sent, internal: true, transaction: null },
    ]);
  });

  it('that the wallet sends keeps its receiver in a block in which strangers pay it a hundred times', async () => {
    const chain = new CoinChain();
    const income = Array.from({ length: 150 }, () => ({ from: exchange, to: treasury, value: 1n }));
    chain.add([...income, { value: 5n }]);
    const told = said(await scan(chain));
    expect(told.at(-2)).toEqual({
      from: treasury,
      to: exchange,
      value: 5n,
      ...plain,
      transaction: hashAt(1, 150),
    });
    expect(told.at(-1)).toEqual({ from: null, to: treasury, value: 81n, internal: true, transaction: null });
    expect(chain.asked('eth_getTransactionReceipt')).toBe(70);
  });

  it('needs a bounded number of receipts; a block that needs more is reported by its change of balance', async () => {
    const chain = chainWith(Array.from({ length: 150 }, () => ({ value: 1n })));
    const told = await scan(chain);
    expect(chain.asked('eth_getTransactionReceipt')).toBe(70);
    expect(said(told)).toEqual([
      { from: treasury, to: null, value: 150n * (1n + fee), internal: true, transaction: null },
    ]);
  });

  it('of blocks whose state was pruned is reported from transactions only', async () => {
    const chain = new CoinChain();
    chain.add([{ value: 8n }], [[treasury, 2n]]);
    chain.add([{ value: 9n }], [[treasury, 3n]]);
    chain.stateOf = 2;
    expect(valuesOf(await scan(chain))).toEqual([8n, 9n, 3n]);
  });

  it.each([[[1]], [[2]], [[0, 1, 2]]])('fails if balances of %j are refused', async (refused) => {
    const chain = new CoinChain();
    chain.add([], [[treasury, 2n]]);
    chain.add([], [[treasury, 3n]]);
    const scanned = scanThrough(chain, ({ method, params }) =>
      method !== 'eth_getBlockByNumber' && refused.includes(Number(params[1]))
        ? { error: 'too many requests' }
        : null,
    );
    await expect(scanned).rejects.toThrow(NodeUnusable);
  });

  it.each([
    [1, [], 27],
    [2, [], 34],
    [1, [7, 9], 44],
  ])('taken %i blocks after it came in is seen, beside %j, in %i calls', async (later, sent, calls) => {
    const [paid, stolen] = [ether, ether - fee];
    const chain = chainOf(250, (block) => [
      ...(block === 77 ? [{ from: exchange, to: treasury, value: paid }] : []),
      ...(block === 76 + later ? [{ value: stolen }] : []),
      ...(block === 200 ? sent.map((value) => ({ value: BigInt(value) })) : []),
    ]);
    expect(chain.balanceOf(treasury, 199)).toBe(chain.balanceOf(treasury, 0));
    expect(valuesOf(await scan(chain))).toEqual([paid, stolen, ...sent.map(BigInt)]);
    expect(chain.calls.length).toBeLessThanOrEqual(calls);
  });

  it('that eight wallets send in a minute of a quick chain is found in one scan', async () => {
    const wallets = Array.from({ length: 8 }, (_, n) => walletNumber(n + 1));
    const chain = chainOf(240, (block) =>
      block % 30 === 7 ? [{ from: wallets[(block - 7) / 30] ?? nobody, value: BigInt(block) }] : [],
    );
    let waits = 0;
    const node: AskNode = {
      ask(calls) {
        waits += 1;
        return chain.ask(calls);
      },
    };
    const scanned = { wallets, span: { from: 1, to: 240 }, logged: [], before: null };
    const { transfers, through } = await scanNative(scanned, eth, node);
    expect([valuesOf(transfers).length, through]).toEqual([8, 240]);
    expect([chain.calls.length <= 90, waits <= 60]).toEqual([true, true]);
  });

  it("that came and went in many blocks is found, in parts that fit a scan's calls", async () => {
    const chain = chainOf(250, (block) => (block % 8 === 0 ? inAndOut(ether) : []));
    const parts = await scanInParts(chain, 90);
    expect([parts.flat().length, parts.length]).toEqual([62, 5]);
  });

  it.each([
    [1, 121, [...Array(8).fill(20), 40]],
    [12, 90, [12, 4]],
  ])('of busy blocks, %i apart, is read in parts of %i calls, without a loss', async (each, calls, read) => {
    const chain = chainOf(200, (block) => (block % each === 0 ? [{ value: BigInt(block) }] : []));
    const parts = await scanInParts(chain, calls);
    const sent = Array.from({ length: Math.floor(200 / each) }, (_, n) => BigInt(each * (n + 1)));
    expect(parts.flat()).toEqual(sent);
    // The last forty blocks are read singly.
    expect(parts.map(({ length }) => length)).toEqual(read);
  });

  it('that came and went before twenty blocks with changed balances is found, and so are those blocks', async () => {
    const chain = chainOf(200, (block) =>
      block === 2 ? inAndOut(ether) : block > 20 && block <= 50 ? [{ value: BigInt(block) }] : [],
    );
    const parts = await scanInParts(chain, 130);
    const sent = Array.from({ length: 30 }, (_, n) => BigInt(21 + n));
    expect(parts.flat()).toEqual([ether, ether - fee, ...sent]);
  });

  it('of many blocks is found, even if an authorization raised the nonce', async () => {
    const chain = chainOf(60, (block) => (block === 50 ? [{ value: 8n }] : []));
    const { transfers } = await scanThrough(chain, ({ method, params }, { result }) => {
      const isLater = method === 'eth_getTransactionCount' && Number(params[1]) >= 20;
      return isLater ? { result: hex(Number(result) + 1) } : null;
    });
    expect(valuesOf(transfers)).toEqual([8n]);
  });

  it("of many blocks is found in parts that fit a scan's calls by a node that runs no undeployed program", async () => {
    const chain = chainOf(200, (block) => (block % 20 === 1 ? [{ value: BigInt(block) }] : []));
    const singly = ({ method, params: [wallet, block] }: RpcCall): RpcAnswer | null => {
      if (method === 'eth_call') return { error: 'to is required' };
      if (method !== 'eth_getBalance') return null;
      return { result: hex(chain.balanceOf(wallet as Address, Number(block))) };
    };
    const parts = await scanInParts(chain, 212, (from) => scanThrough(chain, singly, crowd(15), from));
    expect(parts.flat()).toEqual([1n, 21n, 41n, 61n, 81n, 101n, 121n, 141n, 161n, 181n]);
  });

  it('that came and went is left to the next scan if a host that runs programs refuses all balances, twice', async () => {
    const chain = chainOf(1, () => inAndOut(8n + fee));
    let refusals = 0;
    const busy = ({ method }: RpcCall) =>
      method === 'eth_call' && ++refusals <= 4 ? { error: 'header not found' } : null;
    await expect(scanThrough(chain, busy, crowd(30))).rejects.toThrow(NodeUnusable);
  });

  it('of many blocks can be read without nonces, and for many wallets none are requested', async () => {
    const chain = chainOf(60, (block) => (block === 7 ? [{ value: 8n }] : []));
    const nonceAt = ({ method, params }: RpcCall, known: number) => {
      if (method !== 'eth_getTransactionCount') return null;
      return Number(params[1]) < known ? { error: 'missing trie node' } : { result: '0x64' };
    };
    // Nonces are unknown everywhere, or known only at the end. Each refusal is asked about twice.
    for (const [some, known, calls] of [
      [crowd(8), 61, 0],
      [crowd(7), 61, 32],
      [[treasury], 61, 4],
      [[treasury], 60, 3],
    ] as const) {
      chain.calls = [];
      const { transfers } = await scanThrough(chain, (call) => nonceAt(call, known), some);
      expect(valuesOf(transfers)).toEqual([8n]);
      expect(chain.asked('eth_getTransactionCount')).toBe(calls);
    }
  });

  it.each([
    [15, 5],
    [60, 20],
  ])("of %s blocks and very many wallets is found in parts that fit a scan's calls", async (blocks, each) => {
    const chain = chainOf(
      blocks,
      () => [],
      (block) => (block % each === 0 ? [[treasury, 8n]] : []),
    );
    const wallets = crowd(inject('thorough') ? 19_999 : 3_999);
    const { transfers, through } = await scanThrough(chain, () => null, wallets);
    expect(chain.calls.length).toBeLessThanOrEqual(200);
    expect([through >= each, transfers[0]?.value]).toEqual([true, 8n]);
    if (blocks > 30 || !inject('thorough')) return;
    const noFirst = ({ params }: RpcCall) => (Number(params[1]) === 0 ? { error: 'busy' } : null);
    await expect(scanThrough(chain, noFirst, wallets)).rejects.toThrow(NodeUnusable);
  });

  it.each([20, 60])('of %s blocks is read though a busy host refuses a call, once', async (blocks) => {
    const chain = chainOf(
      blocks,
      () => [],
      (block) => (block === 1 ? [[treasury, 8n]] : []),
    );
    const refusing = refusingOnce(({ params }) => Number(params[1]) === 0);
    const { transfers } = await scanThrough(chain, refusing);
    expect(valuesOf(transfers)).toEqual([8n]);
  });

  it('that came and went in many blocks is found though a busy host refuses a nonce, once', async () => {
    const chain = chainOf(60, (block) => (block === 30 ? inAndOut(8n + fee) : []));
    const isNonce = ({ method, params }: RpcCall) =>
      method === 'eth_getTransactionCount' && Number(params[1]) === 0;
    const { transfers } = await scanThrough(chain, refusingOnce(isNonce));
    expect(valuesOf(transfers)).toEqual([8n + fee, 8n]);
  });

  it('that came and went in many blocks is left to the next scan if a busy host refuses nonces in between', async () => {
    const chain = chainOf(60, (block) => (block === 23 ? inAndOut(8n + fee) : []));
    const scanned = scanThrough(chain, ({ method, params }) =>
      method === 'eth_getTransactionCount' && [15, 30].includes(Number(params[1]))
        ? { error: 'rate limit exceeded' }
        : null,
    );
    await expect(scanned).rejects.toThrow(NodeUnusable);
  });

  it('of many blocks is read as far back as the node knows the state', async () => {
    const chain = chainOf(300, (block) => (block === 100 || block === 200 ? [{ value: BigInt(block) }] : []));
    chain.stateOf = 128;
    expect(valuesOf(await scan(chain))).toEqual([200n]);
    chain.stateOf = 40;
    chain.calls = [];
    // Only blocks up to 60 and 30 before the end lie in the span.
    expect((await scanAll(chain, [], 211)).after).not.toBeNull();
    expect(chain.asked('eth_call')).toBe(6);
    chain.stateOf = 0;
    await expect(scan(chain)).rejects.toThrow(NodeUnusable);
  });

  it.each([
    ['a block that is too large', 'eth_getBlockByNumber', { error: tooLarge }],
    ['a receipt that is too large', 'eth_getTransactionReceipt', { error: tooLarge }],
    ['a block in a form of its own', 'eth_getBlockByNumber', { result: { transactions: ['0x'] } }],
    ['a receipt without a status', 'eth_getTransactionReceipt', { result: { gasUsed: '0x1' } }],
  ])('of %s is reported as the change of the block', async (_, large, answer) => {
    const chain = chainWith([{ value: 8n }]);
    const { transfers } = await scanThrough(chain, ({ method, params }) =>
      method === large && params[1] !== false ? answer : null,
    );
    expect(said(transfers)).toEqual([
      { from: treasury, to: null, value: 8n + fee, internal: true, transaction: null },
    ]);
  });

  it.each<[string, string, RpcAnswer]>([
    ['a block', 'eth_getBlockByNumber', { result: { transactions: ['0x'] } }],
    ['a receipt', 'eth_getTransactionReceipt', { result: { gasUsed: '0x1' } }],
  ])('is reported with its receiver though the node first garbles %s', async (_, method, nonsense) => {
    const chain = new CoinChain();
    chain.add([{ value: 8n }]);
    let times = 0;
    const { transfers } = await scanThrough(chain, (call) => {
      times += Number(call.method === method);
      return call.method === method && times === 1 ? nonsense : null;
    });
    expect(transfers).toMatchObject([{ value: 8n, internal: false, to: { address: exchange } }]);
  });

  it('keeps its receiver beside a transaction of another form: Sei gives those of its other machine no value', async () => {
    const chain = chainWith([{ value: 8n }]);
    const ofCosmos = {
      hash: hashAt(1, 9),
      transactionIndex: '0x9',
      from: exchange,
      to: exchange,
      value: null,
    };
    const { transfers } = await scanThrough(chain, ({ params }, { result }) =>
      params[1] === true
        ? { result: { ...Object(result), transactions: [ofCosmos, ...Object(result).transactions] } }
        : null,
    );
    expect(transfers).toMatchObject([{ value: 8n, internal: false, to: { address: exchange } }]);
    expect(chain.asked('eth_getBlockByNumber')).toBe(1);
  });

  it('of a block whose transactions come as hashes is read from a second answer: a cache may confuse the two calls', async () => {
    const chain = chainWith([{ value: 8n }]);
    let isFirst = true;
    const { transfers } = await scanThrough(chain, ({ params }, { result }) => {
      if (!isFirst || params[1] !== true) return null;
      isFirst = false;
      return { result: { ...Object(result), transactions: [hashAt(1, 0)] } };
    });
    expect(transfers).toMatchObject([{ value: 8n, internal: false, to: { address: exchange } }]);
  });

  it('of a newest block without a receipt waits for the next scan; later no receipt hides it, whoever sends what never gets one', async () => {
    const chain = chainOf(2, () => [{ value: 8n }]);
    const odd = hashAt(
      chain.add([{ value: 9n }, { from: exchange, to: treasury, failed: true, value: 5n }]),
      1,
    );
    const scanned = (from: number) =>
      scanThrough(chain, ({ params }) => (params[0] === odd ? { result: null } : null), [treasury], from);
    const first = await scanned(1);
    expect([valuesOf(first.transfers), first.through, first.after]).toEqual([[8n, 8n], 2, null]);
    chain.add([]);
    const { transfers, through, after } = await scanned(3);
    expect(transfers).toMatchObject([{ value: 9n, internal: false, to: { address: exchange } }]);
    expect([through, after?.get(treasury)]).toEqual([4, chain.balanceOf(treasury, 4)]);
  });

  it.each([
    [[{ from: exchange, to: nobody }], [5n]],
    [[], null],
  ])(
    'of a block whose receipt is absent is read if the node gives a receipt of another transaction: %j',
    async (others, values) => {
      const chain = chainWith([{ from: exchange, to: treasury, failed: true }, ...others], [[treasury, 5n]]);
      chain.add([]);
      const scanned = scanThrough(chain, ({ params }) =>
        params[0] === hashAt(1, 0) ? { result: null } : null,
      );
      if (values === null) await expect(scanned).rejects.toThrow('no receipts');
      else expect(valuesOf((await scanned).transfers)).toEqual(values);
    },
  );

  it('of a search whose only transaction has no receipt is read if the node gives a receipt of a block that it did not read', async () => {
    const chain = chainOf(60, (block) => (block === 5 ? [{ value: 8n }] : [{ from: exchange, to: nobody }]));
    const scanned = (lacking: (hash: unknown) => boolean) =>
      scanThrough(chain, ({ method, params: [hash] }) =>
        method === 'eth_getTransactionReceipt' && lacking(hash) ? { result: null } : null,
      );
    const { transfers, through } = await scanned((hash) => hash === hashAt(5, 0));
    expect([valuesOf(transfers), through]).toEqual([[8n + fee], 60]);
    await expect(scanned(() => true)).rejects.toThrow('no receipts');
  });

  it('of a block that a re-org dropped before the node was asked for a receipt is left to the next scan', async () => {
    const chain = chainOf(3, () => [{ value: 8n }]);
    let isDropped = false;
    const scanned = scanThrough(chain, ({ method, params }, { result }) => {
      isDropped ||= method === 'eth_getTransactionReceipt';
      if (method === 'eth_getTransactionReceipt' && params[0] === hashAt(1, 0)) return { result: null };
      return isDropped && params[1] === false ? { result: { ...Object(result), hash: hashAt(1, 7) } } : null;
    });
    await expect(scanned).rejects.toThrow(NodeUnusable);
  });

  it('beside a hundred payments without a receipt takes few more calls: they could use up those of each scan', async () => {
    const wallets = crowd(19);
    const failed = (to: Address): Sent[] =>
      Array.from({ length: 5 }, () => ({ from: exchange, to, failed: true, value: 1n }));
    const chain = chainWith([{ value: 8n }, ...wallets.flatMap(failed)]);
    chain.add([]);
    const { transfers } = await scanThrough(
      chain,
      ({ method, params }) =>
        method === 'eth_getTransactionReceipt' && params[0] !== hashAt(1, 0) ? { result: null } : null,
      wallets,
    );
    expect(valuesOf(transfers)).toEqual([8n]);
    expect(chain.asked('eth_getTransactionReceipt')).toBe(80);
    expect(chain.asked('eth_getBlockByNumber')).toBe(3);
  });

  it("of a chain whose blocks have a form of their own takes one call more than a block's two, not three a block", async () => {
    const chain = chainOf(30, () => [{ value: 8n }]);
    const ownForm = { result: { transactions: ['0x'] } };
    const { transfers } = await scanThrough(chain, ({ method, params }) =>
      method === 'eth_getBlockByNumber' && params[1] === true ? ownForm : null,
    );
    expect(transfers).toHaveLength(30);
    expect(chain.asked('eth_getBlockByNumber')).toBe(61);
  });
});

it.each([1, 100, 1_000, 20_000, 100_000])('balances of %d wallets take 250 calls at most', (wallets) => {
  expect(Math.floor(maxBlocks(wallets)) * callsForWallets(wallets)).toBeLessThanOrEqual(250);
});
