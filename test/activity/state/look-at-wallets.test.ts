import { beforeEach, describe, expect, it } from 'vitest';
import { lookAtWallets } from '../../../functions/activity/state/look-at-wallets.ts';
import type { WalletState } from '../../../functions/activity/state/wallet-state.ts';
import type { Address } from '../../../functions/chain/address.ts';
import { findChain } from '../../../functions/chain/chains.ts';
import type { BlockBody } from '../../../functions/node/blocks.ts';
import { NodeUnusable, type RpcAnswer, type RpcCall } from '../../../functions/node/calls.ts';
import { printProgram } from '../../../functions/node/control/safes.ts';
import type { NodeCalls } from '../../../functions/node/json-rpc.ts';
import type { NodeEvent } from '../../../functions/node/node-event.ts';
import type { Balances } from '../../../functions/node/wallet-programs.ts';
import type { Watch } from '../../../functions/wallet/watch.ts';
import { exchange, treasury, usdc, watchOf } from '../../support/alerts.ts';
import { answerProgram } from '../../support/fakes/node-answers.ts';
import { walletNumber } from '../../support/worlds/hinted-world.ts';

/** The state of a chain, and the results of earlier looks at it. */
class LookedAt {
  readonly coins = new Map<string, bigint>();
  readonly delegates = new Map<string, Address>();
  /** Accounts with code of their own. */
  readonly contracts = new Set<string>();
  /** The block in which all their delegations began. */
  delegatedIn = 0;
  /** The block in which all their delegations ended. */
  delegatedUntil = Infinity;
  /** The one token's answer to `balanceOf`; an error if there is no token. */
  tokenAnswer: RpcAnswer = { error: 'execution reverted' };
  decimals: number | null = 6;
  /** Whether the texts of the token are known. */
  isToken = true;
  /** Calls that fail, by the beginning of their data. */
  fails: (data: string) => boolean = () => false;
  readonly states = new Map<Address, WalletState>();
  readonly events: NodeEvent[] = [];
  readonly warned: string[] = [];
  /** The result of the previous look. */
  looked: Awaited<ReturnType<typeof lookAtWallets>> | null = null;
  /** Number of states in the last write. */
  written = 0;
  asked = 0;
  /** The contracts that the last look asked whether they are Safes. */
  printed: string[] = [];
  crashes = false;
  isFirst = true;
  /** The balances that the scan has read. */
  balances: Balances | null = null;
  block = 100;

  async look(...watches: Partial<Watch>[]): Promise<NodeEvent[]> {
    this.block += 1;
    const before = this.events.length;
    this.looked = await lookAtWallets(
      {
        chain: findChain('eth'),
        watches: watches.map(watchOf),
        block: this.block,
        lastBlock: this.block - 1,
        states: new Map(this.states),
        isUnfinished: this.isUnfinished,
        isFirst: () => this.isFirst,
        minute: this.block,
        stamp: 's',
        balances: this.balances,
        bodies: this.bodies,
      },
      this.node,
      {
        tokens: {
          find: async (_, tokens) =>
            new Map(
              (this.isToken ? tokens : []).map((token) => [
                token,
                { name: 'USD Coin', symbol: 'USDC', decimals: this.decimals },
              ]),
            ),
          keep: async () => {},
        },
        journal: {
          putEvents: async (_, events) => {
            if (this.crashes) throw new Error('crash');
            this.events.push(...events);
          },
        },
        table: {
          put: async (_chain, _kind, states) => {
            this.written = states.length;
            for (const state of states) this.states.set(state.wallet, state as WalletState);
          },
        },
        log: { info() {}, warn: (line) => void this.warned.push(line), error() {} },
      },
    );
    this.isFirst = false;
    return this.events.slice(before);
  }

  /** Whether the previous look was unfinished. */
  isUnfinished = false;
  bodies: BlockBody[] = [];

  private readonly node: NodeCalls = {
    batches: true,
    made: 0,
    isShort: false,
    bytesLeft: () => Infinity,
    end() {},
    ask: async (calls) => calls.map((call) => this.answer(call)),
  };

  private answer({ params }: RpcCall): RpcAnswer {
    this.asked += 1;
    const { to, data } = params[0] as { to?: string; data: string };
    if (this.fails(data)) throw new NodeUnusable('The node asks to slow down (429).');
    if (to !== undefined) return this.tokenAnswer;
    const at = Number(params[1]);
    const isPlain = at < this.delegatedIn || at >= this.delegatedUntil;
    if (data.startsWith(printProgram)) this.printed = [];
    const words = answerProgram(data, {
      balanceOf: (wallet) => this.coins.get(wallet) ?? 0n,
      delegateOf: (wallet) => (isPlain ? null : (this.delegates.get(wallet) ?? null)),
      isContract: (wallet) => this.contracts.has(wallet),
      printOf: (wallet) => {
        this.printed.push(wallet);
        return 0n;
      },
    });
    return { result: words };
  }
}

let chain: LookedAt;
beforeEach(() => {
  chain = new LookedAt();
});

const tenth = 10n ** 17n;
const floor = { minBalance: new Map([[null, '0.1']]) };
const said = (events: readonly NodeEvent[]) =>
  events.map((event) => {
    if (event.kind === 'balance') return `${event.fell === null ? 'low' : 'restored'} ${event.value}`;
    return event.kind === 'control' ? [event.before, event.after] : event.kind;
  });

describe('a floor', () => {
  it('is reported once at each fall below it, also at the first look, and when the balance is restored', async () => {
    chain.coins.set(treasury, tenth - 1n);
    expect(said(await chain.look(floor))).toEqual([`low ${tenth - 1n}`]);
    chain.coins.set(treasury, 5n);
    expect(await chain.look(floor)).toEqual([]);
    chain.coins.set(treasury, tenth);
    expect(said(await chain.look(floor))).toEqual([`restored ${tenth}`]);
    chain.coins.set(treasury, 0n);
    expect(said(await chain.look(floor))).toEqual(['low 0']);
    expect(new Set(chain.events.map(({ key, kind }) => `${kind} ${key}`)).size).toBe(3);
    const [fall, restored] = chain.events;
    expect(fall).toMatchObject({ key: 'native 0', blockNumber: 101, blockTimestamp: null, scannedTo: 101 });
    expect(restored).toMatchObject({ fell: fall?.key, blockNumber: 103, transactionHash: null });
  });

  it('is reported by the look that finds another one restored', async () => {
    const of = { minBalance: new Map([[null, '0.1'] as const, [usdc, '1000'] as const]) };
    chain.coins.set(treasury, tenth);
    chain.tokenAnswer = { result: `0x${999_999_999n.toString(16).padStart(64, '0')}` };
    const token = { address: usdc, symbol: 'USDC', decimals: 6 };
    expect(await chain.look(of)).toMatchObject([{ fell: null, value: '999999999', minimum: '1000', token }]);
    chain.coins.set(treasury, 7n);
    chain.tokenAnswer = { result: `0x${(10n ** 9n).toString(16).padStart(64, '0')}` };
    expect(said(await chain.look(of))).toEqual(['low 7', 'restored 1000000000']);
    expect(await chain.look(of)).toEqual([]);
  });

  it('in a token that reverts or gives no decimals is no change', async () => {
    const of = { minBalance: new Map([[usdc, '1000']]) };
    expect(await chain.look(of)).toEqual([]);
    chain.tokenAnswer = { result: `0x${'7'.padStart(64, '0')}` };
    chain.decimals = null;
    expect(await chain.look(of)).toEqual([]);
    chain.decimals = 6;
    expect(said(await chain.look(of))).toEqual(['low 7']);
    for (chain.decimals of [null, 6]) expect(await chain.look(of)).toEqual([]);
  });

  it('in a token at whose address no contract ever was is zero, so that its owner sees the typing error', async () => {
    const of = { minBalance: new Map([[usdc, '1000']]) };
    chain.tokenAnswer = { result: '0x' };
    expect(await chain.look(of)).toEqual([]);
    chain.isToken = false;
    expect(await chain.look(of)).toMatchObject([{ value: '0', token: { address: usdc, decimals: null } }]);
    expect(await chain.look(of)).toEqual([]);
  });

  it('of a wallet whose coin the scan did not read is read', async () => {
    chain.balances = new Map([[exchange, tenth]]);
    expect(said(await chain.look(floor))).toEqual(['low 0']);
  });

  it('in many tokens takes sixty calls a look, and all tokens get a turn', async () => {
    const rows = Array.from({ length: 150 }, (_, n) => ({
      wallet: walletNumber(n + 1),
      kinds: new Set(['erc20' as const]),
      minBalance: new Map([[usdc, '1']]),
    }));
    chain.tokenAnswer = { result: `0x${'0'.repeat(64)}` };
    for (let look = 1; look <= 3; look += 1) {
      await chain.look(...rows);
      expect(chain.asked).toBeLessThanOrEqual(60 * look);
    }
    expect(chain.events).toHaveLength(150);
  });
});

describe('a delegation', () => {
  it('is reported when it begins, changes and ends', async () => {
    await chain.look({});
    chain.delegates.set(treasury, usdc);
    expect(said(await chain.look({}))).toEqual([[null, usdc]]);
    chain.delegates.set(treasury, exchange);
    expect(said(await chain.look({}))).toEqual([[usdc, exchange]]);
    chain.delegates.delete(treasury);
    expect(said(await chain.look({}))).toEqual([[exchange, null]]);
    chain.delegates.set(treasury, usdc);
    expect(said(await chain.look({}))).toEqual([[null, usdc]]);
    expect(new Set(chain.events.map(({ key }) => key)).size).toBe(4);
  });

  /** A block's transactions, each with the contracts that it authorizes. */
  const blockOf = (
    number: number,
    ...sent: [from: Address, delegate: Address | string, to?: Address][]
  ): BlockBody => ({
    number,
    hash: '0x',
    minedAt: 1_700_000_000,
    transactions: sent.map(([from, delegate, to = null], index) => ({
      hash: `0x${number}${index}`,
      index,
      from,
      to,
      value: 0n,
      delegates: [delegate as Address],
    })),
  });

  it.each<[string, BlockBody[], [number, string | null]]>([
    ['with the transaction that authorized it', [blockOf(98, [usdc, usdc]), blockOf(100)], [98, '0x980']],
    ['that its wallet sent', [blockOf(98, [usdc, usdc], [treasury, usdc])], [98, '0x981']],
    ['that was sent to its wallet', [blockOf(98, [usdc, usdc], [exchange, usdc, treasury])], [98, '0x981']],
    ['not with another account of the same contract', [blockOf(97, [usdc, usdc])], [102, null]],
    ['not with another contract', [blockOf(98, [usdc, exchange])], [102, null]],
    ['with none of two that could be it', [blockOf(98, [usdc, usdc], [exchange, usdc])], [102, null]],
    ['although others authorize it later', [98, 99, 100].map((n) => blockOf(n, [usdc, usdc])), [98, '0x980']],
    ['not if many others do', [98, 99, 100, 101].map((n) => blockOf(n, [usdc, usdc])), [102, null]],
  ])('is told %s', async (_how, bodies, [blockNumber, transactionHash]) => {
    await chain.look({});
    Object.assign(chain, { bodies, delegatedIn: 98 });
    chain.delegates.set(treasury, usdc);
    expect(await chain.look({})).toMatchObject([
      { what: 'delegation', after: usdc, blockNumber, transactionHash },
    ]);
  });

  it('is reported with the transaction that ended it', async () => {
    await chain.look({});
    chain.delegates.set(treasury, usdc);
    await chain.look({});
    chain.bodies = [blockOf(103, [exchange, `0x${'0'.repeat(40)}`])];
    chain.delegatedUntil = 103;
    expect(await chain.look({})).toMatchObject([
      { before: usdc, after: null, blockNumber: 103, transactionHash: '0x1030' },
    ]);
  });

  it('is looked for in the blocks of five wallets a look at most', async () => {
    const wallets = Array.from({ length: 7 }, (_, n) => ({ wallet: walletNumber(n + 10) }));
    await chain.look(...wallets);
    for (const { wallet } of wallets.slice(1)) chain.delegates.set(wallet, usdc);
    chain.bodies = [blockOf(98, ...wallets.slice(1).map(({ wallet }): [Address, Address] => [wallet, usdc]))];
    chain.delegatedIn = 98;
    const told = await chain.look(...wallets);
    expect(told.map((event) => 'transactionHash' in event && event.transactionHash)).toEqual([
      ...['0x980', '0x981', '0x982', '0x983', '0x984'],
      null,
    ]);
  });

  it('that can not be read is no change', async () => {
    chain.delegates.set(treasury, usdc);
    await chain.look({});
    chain.fails = () => true;
    expect(await chain.look({})).toEqual([]);
    expect(chain.looked).toEqual({ wallets: [], readsControl: false, isWhole: false });
    expect(chain.warned[0]).toBe('the state of wallets is not read: The node asks to slow down (429).');
    chain.fails = (data) => data.startsWith(printProgram);
    expect(await chain.look({})).toEqual([]);
    expect(chain.looked).toEqual({ wallets: [], readsControl: true, isWhole: false });
    chain.fails = () => false;
    expect(await chain.look({})).toEqual([]);
  });

  it('may lead to a Safe: accounts with code are asked, and those that were Safes', async () => {
    const [gone, plain] = [walletNumber(5), walletNumber(6)];
    chain.delegates.set(treasury, usdc);
    const safe = {
      ...{ implementation: usdc, owners: [exchange], threshold: '1' },
      ...{ modules: [], guard: null, handler: null },
    };
    const state = { stamp: 's', since: 1, delegate: null, low: [], owed: [], expiresAt: null };
    chain.states.set(gone, { ...state, wallet: gone, contract: { print: '0', safe, isCreated: false } });
    await chain.look({}, { wallet: gone }, { wallet: plain });
    expect(chain.printed).toEqual([treasury, gone]);
    chain.contracts.add(plain);
    expect(await chain.look({}, { wallet: gone }, { wallet: plain })).toEqual([]);
    expect(chain.printed).toEqual([treasury, gone, plain]);
  });

  it('is not looked for if the row does not ask for it, and is no news when the row begins to ask', async () => {
    const kinds = new Set(['erc20' as const]);
    await chain.look({ kinds });
    expect(chain.asked).toBe(0);
    chain.delegates.set(treasury, usdc);
    expect(said(await chain.look({ ...floor, kinds }))).toEqual(['low 0']);
    chain.isFirst = true;
    expect(await chain.look(floor)).toEqual([]);
  });
});

describe('a look', () => {
  it('of idle wallets writes nothing', async () => {
    chain.coins.set(treasury, tenth);
    for (let look = 0; look < 3; look += 1) await chain.look(floor);
    expect(chain.events).toEqual([]);
    expect(chain.looked).toEqual({ wallets: [], readsControl: true, isWhole: true });
    expect(chain.written).toBe(0);
  });

  it('that dies before it stores its news stores them next time, even if the state is unchanged', async () => {
    const told = (events: readonly NodeEvent[]) =>
      events.map((event) => 'fell' in event && event.fell !== null);
    expect(told(await chain.look(floor))).toEqual([false]);
    chain.coins.set(treasury, tenth);
    chain.crashes = true;
    await expect(chain.look(floor)).rejects.toThrow('crash');
    chain.crashes = false;
    chain.isUnfinished = true;
    chain.coins.delete(treasury);
    expect(told(await chain.look(floor))).toEqual([true, false]);
    // It was not yet stored which wallets to poll.
    expect(told(await chain.look(floor))).toEqual([true, false]);
    chain.isUnfinished = false;
    for (const writes of [1, 0]) {
      expect(told(await chain.look(floor))).toEqual([]);
      expect([chain.written, chain.states.get(treasury)?.owed]).toEqual([writes, []]);
    }
  });
});
