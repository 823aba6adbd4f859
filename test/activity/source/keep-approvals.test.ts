import { beforeEach, describe, expect, it } from 'vitest';
import { exchange as stranger, usdc, watchOf } from '../../support/alerts.ts';
import { walletNumber } from '../../support/worlds/hinted-world.ts';
import { SourceWorld } from '../../support/worlds/source-world.ts';

const [alice, bob] = [walletNumber(1), walletNumber(2)];
const toBob = (value: bigint) => ({ from: alice, to: bob, value, token: usdc });
const approval = (token?: string) => ({
  from: alice,
  to: stranger,
  approves: true as const,
  ...(token && { token }),
});
/** An approval in the same transaction, whatever block it is mined in. */
const approved = (value: bigint) => ({ ...approval(usdc), value, transaction: `approval of ${value}` });

let chain: SourceWorld;
/** Each event stored for polls; its key drops repeats. */
let left: Map<string, string>;
beforeEach(async () => {
  chain = new SourceWorld([watchOf({ wallet: alice }), watchOf({ wallet: bob })]);
  left = new Map();
  await chain.tick();
});

/** What polls report after a scan, with the allowance at that time. */
async function reported(allowance: bigint | null, mined: readonly bigint[] = []): Promise<string[]> {
  chain.node.allowance = allowance;
  await chain.tick(mined.map(approved));
  const news = chain.events.filter(({ key }) => !left.has(key));
  for (const event of news) if (event.kind === 'approval') left.set(event.key, String(event.value));
  return news.map(({ key }) => left.get(key) ?? '');
}

describe('approvals', () => {
  it('are stored before the transfers of the scan, and are not transfers', async () => {
    chain.node.allowance = 1n;
    await chain.tick([approval(usdc), toBob(3n)]);
    expect(chain.left.slice(0, 2)).toEqual([`events ${alice}`, `transfers ${alice}`]);
    expect(chain.events).toMatchObject([{ kind: 'approval', spender: stranger, token: { address: usdc } }]);
    expect(chain.of(alice)).toEqual(['erc20 3 in 2']);
  });

  it.each([
    ['in a token that nobody vouches for, unless the node confirms them', null, {}, undefined, 0],
    ['in a token that the row ignores', 1n, { ignoreTokens: new Set([usdc]) }, usdc, 0],
    ['of a row that asks for other kinds', 1n, { kinds: new Set(['erc20' as const]) }, usdc, 0],
    ['of a row that asks only for them', 1n, { kinds: new Set(['approvals' as const]) }, usdc, 1],
  ])('are left if they are wanted: %s', async (_what, allowance, row, token, count) => {
    chain.watches = [watchOf({ wallet: alice, ...row })];
    chain.node.allowance = allowance;
    await chain.tick([approval(token)]);
    expect(chain.events).toHaveLength(count);
  });

  it.each([
    [0n, 5n, { isGranted: true, value: '5', unlimited: false }],
    [5n, 0n, { isGranted: false, value: '0' }],
    [5n, 7n, { isGranted: true, value: '7' }],
  ])('of %i whose log a re-org drops are reported with the state afterwards: %i', async (said, is, told) => {
    chain.node.allowance = said;
    const spenders = [stranger, bob];
    await chain.tick(spenders.map((to) => ({ ...approval(usdc), to, value: said })));
    const mined = { isGranted: said > 0n, transactionHash: expect.any(String) };
    expect(chain.events).toMatchObject([mined, mined]);
    chain.node.allowance = is;
    chain.node.reorg(1);
    const { hints } = await chain.tick();
    const dropped = spenders.map((spender) => ({ ...told, spender, transactionHash: null }));
    expect(chain.events).toMatchObject(dropped);
    expect(new Set(chain.events.map(({ key }) => key)).size).toBe(2);
    expect(hints.seen).toEqual(new Set([alice]));
    expect(hints.marks.get(alice)?.seenAt.sent).toBe(chain.now / 60_000);
    await chain.tick();
    expect(chain.events).toEqual([]);
  });

  it('that a re-org drops are reported even if the new branch shows an older one of the same allowance', async () => {
    for (const value of [0n, 5n]) {
      chain.node.allowance = value;
      await chain.tick([{ ...approval(usdc), value }]);
    }
    chain.node.allowance = 0n;
    chain.node.reorg(1);
    await chain.tick();
    expect(chain.events).toMatchObject([
      { isGranted: false, value: '0', blockNumber: SourceWorld.first + 2 },
    ]);
  });

  it('that a re-org moves, or that are five minutes of blocks old, are not reported again', async () => {
    chain.node.allowance = 5n;
    const given = { ...approval(usdc), value: 5n, transaction: 'moved' };
    await chain.tick([given]);
    chain.node.reorg(1);
    for (const [allowance, mined] of [
      [0n, [given]],
      [0n, []],
      [5n, [given]],
    ] as const) {
      chain.node.allowance = allowance;
      await chain.tick(mined);
      expect(chain.events).toEqual([]);
    }
    await chain.tick(...Array.from({ length: 25 }, () => []));
    expect(chain.table.approvals.size).toBe(1);
    await chain.tick();
    expect(chain.table.approvals.size).toBe(0);
    chain.node.reorg(1);
    chain.node.allowance = 0n;
    await chain.tick();
    expect(chain.events).toEqual([]);
  });

  it.each([
    ['also of a row that asks for no coin', alice, new Set(['approvals' as const])],
    ['by its key', alice, null],
    ['by its code, as a Safe', bob, null],
  ])('that the wallet sent are read before any that strangers make up: %s', async (_how, from, kinds) => {
    chain.watches = [watchOf({ wallet: alice, kinds })];
    chain.node.allowance = 5n;
    const given = (token: number) => ({ ...approval(walletNumber(100 + token)), value: 5n });
    // The transaction that sends coin too, behind ten logs.
    const own = { ...given(0), transaction: `${SourceWorld.first + 2} of 10` };
    const madeUp = Array.from({ length: 9 }, (_, n) => given(n + 1));
    await chain.tick([own, ...madeUp, { from, to: alice, token: null }]);
    const sent = chain.events.filter((event) => 'sentByWallet' in event && event.sentByWallet);
    expect(sent).toMatchObject([{ token: { address: walletNumber(100) } }]);
  });

  it('of wallets that no row watches are not stored for polls', async () => {
    chain.watches = [watchOf({ wallet: bob })];
    await chain.tick([{ ...approval(usdc), to: bob }]);
    expect(chain.left).toEqual([]);
  });
});

describe('an approval that the node does not know yet', () => {
  it.each([
    ['known money', usdc],
    ["a stranger's token", undefined],
  ])('is reported by the next scan: %s', async (_what, token) => {
    chain.node.allowance = 5n;
    chain.node.allowanceLag = 1;
    await chain.tick([{ ...approval(token), value: 5n }]);
    await chain.tick();
    expect(chain.events).toEqual([]);
    chain.node.allowanceLag = 0;
    const { hints } = await chain.tick();
    expect(chain.events).toMatchObject([{ value: '5', blockNumber: SourceWorld.first + 2 }]);
    expect(hints.seen).toEqual(new Set([alice]));
    expect(chain.table.approvals.size).toBe(token === undefined ? 0 : 1);
    await chain.tick();
    expect(chain.events).toEqual([]);
  });

  it('is reported by the next scan though the machine lagged behind by several blocks, if the chain makes many', async () => {
    const watch = watchOf({ wallet: alice });
    chain.watches = [{ ...watch, chain: { ...watch.chain, reorgBlocks: 100 } }];
    chain.node.takesBatches = false;
    chain.node.allowance = 5n;
    chain.node.allowanceLag = 4;
    await chain.tick([approved(5n)], [], [], []);
    expect(chain.events).toEqual([]);
    chain.node.allowanceLag = 0;
    await chain.tick();
    expect(chain.events).toMatchObject([{ kind: 'approval', value: '5' }]);
  });

  it('is reported by the next scan though a machine that lagged behind said its allowance, in a batch with another', async () => {
    expect(await reported(0n, [5n])).toEqual([]);
    expect(await reported(5n)).toEqual(['5']);
  });

  it('is reported once the node says its allowance, if nobody vouches for the token', async () => {
    const given = (token: number) => ({ ...approval(walletNumber(100 + token)), value: 5n });
    chain.node.refusesState = 'busy';
    await chain.tick(Array.from({ length: 6 }, (_, n) => given(n)));
    expect(chain.events).toEqual([]);
    chain.node.refusesState = null;
    chain.node.allowance = 5n;
    await chain.tick([given(6)]);
    const tokens = chain.events.map((event) => 'token' in event && event.token.address);
    expect(tokens).toEqual(Array.from({ length: 6 }, (_, n) => walletNumber(101 + n)));
    await chain.tick();
    expect(chain.events).toEqual([]);
  });

  it('is reported once the node says who sent it, if nobody vouches for the token', async () => {
    chain.node.allowance = 5n;
    chain.node.transaction = null;
    await chain.tick([{ ...approval(), value: 5n }], [], []);
    expect(chain.events).toEqual([]);
    chain.node.transaction = { from: alice };
    await chain.tick();
    expect(chain.events).toMatchObject([{ value: '5', sentByWallet: true }]);
    await chain.tick();
    expect(chain.events).toEqual([]);
  });

  it('is not reported if a re-org drops it, and is forgotten after five minutes of blocks', async () => {
    chain.node.allowance = 5n;
    chain.node.allowanceLag = 1;
    await chain.tick([approved(5n)]);
    chain.node.reorg(1);
    chain.node.allowanceLag = 0;
    expect(await reported(5n)).toEqual([]);
    chain.node.allowanceLag = 1;
    await chain.tick([approved(5n), { ...approval(usdc), from: bob }]);
    expect(Array.from(chain.table.approvals.values(), ({ unread }) => unread.length)).toEqual([1, 1]);
    await chain.tick(...Array.from({ length: 26 }, () => []));
    expect(chain.table.approvals.size).toBe(0);
  });

  it.each([
    ['is reported once the node says what is left, if its transaction moved the token', 2n, ['2']],
    ['is not reported if its transaction spent it', 0n, []],
  ])('%s', async (_what, rest, news) => {
    chain.node.allowance = rest;
    chain.node.allowanceLag = 1;
    await chain.tick([approved(5n), { ...toBob(3n), transaction: 'approval of 5' }]);
    expect(chain.events).toEqual([]);
    chain.node.allowanceLag = 0;
    expect(await reported(rest)).toEqual(news);
    expect(await reported(rest)).toEqual([]);
  });
});

describe('an approval that a re-org drops', () => {
  it('is reported again each time it is mined or dropped again, if the change before was reported', async () => {
    expect(await reported(5n, [5n])).toEqual(['5']);
    for (let again = 0; again < 3; again += 1) {
      chain.node.reorg(1);
      expect(await reported(0n)).toEqual(['0']);
      expect(await reported(0n)).toEqual([]);
      expect(await reported(5n, [5n])).toEqual(['5']);
    }
    // A re-org that does not move it.
    chain.node.reorg(1);
    expect(await reported(5n, [5n])).toEqual([]);
  });

  it('is not reported again if its end was not reported', async () => {
    await reported(5n, [5n]);
    chain.node.reorg(1);
    expect(await reported(5n)).toEqual([]);
    expect(await reported(5n, [5n])).toEqual([]);
  });

  it.each([
    ['26 blocks later', 26, ['0']],
    ['no more after five minutes of blocks', 27, []],
  ])('is asked for again, because the node may not know the re-org yet, %s', async (_when, blocks, told) => {
    await reported(5n, [5n]);
    chain.node.reorg(1);
    for (let block = 1; block < blocks; block += 1) expect(await reported(5n)).toEqual([]);
    expect(await reported(0n)).toEqual(told);
  });

  it.each([
    ['none drops it', false, {}],
    ['its row ignores the token', true, { ignoreTokens: new Set([usdc]) }],
    ['its row is gone', true, { wallet: bob }],
  ])('is not reported as dropped if %s', async (_why, isDropped, row) => {
    await reported(5n, [5n]);
    chain.watches = [watchOf({ wallet: alice, ...row })];
    chain.table.writes = [];
    if (isDropped) chain.node.reorg(1);
    expect(await reported(0n)).toEqual([]);
    expect(chain.table.writes.includes('put approvals')).toBe(isDropped);
  });

  it('is reported again an hour later', async () => {
    await reported(5n, [5n]);
    chain.node.reorg(1);
    await reported(0n);
    await chain.tick(...Array.from({ length: 12 * 25 - 10 }, () => []));
    expect(await reported(5n, [5n])).toEqual(['5']);
  });

  it('is reported by the transaction that takes its place', async () => {
    await reported(5n, [5n]);
    chain.node.reorg(1);
    expect(await reported(6n, [6n])).toEqual(['6']);
    chain.node.reorg(1);
    expect(await reported(5n, [5n])).toEqual(['5']);
    for (const value of [5n, 6n]) {
      chain.node.reorg(1);
      chain.node.allowance = value;
      await chain.tick([{ ...approved(value), transaction: 'another one' }]);
      expect(chain.events).toMatchObject([{ value: `${value}`, transactionHash: expect.any(String) }]);
    }
  });

  it('is asked for until the node gives the state, for ten minutes', async () => {
    await reported(5n, [5n]);
    chain.node.reorg(1);
    chain.node.allowance = null;
    for (let scan = 0; scan < 5; scan += 1) await chain.tick(...Array.from({ length: 10 }, () => []));
    expect(await reported(0n)).toEqual(['0']);
  });

  it.each(['put approvals', 'events', 'put marks', 'save'])(
    'is reported even if a scan dies: %s',
    async (dies) => {
      const died = async (...scan: Parameters<typeof reported>) => {
        chain.diesAt(dies);
        chain.atEvents = () => chain.table.atWrite('events');
        await reported(...scan).catch(() => {});
        chain.diesAt(null);
      };
      await died(5n, [5n]);
      chain.node.reorg(1);
      await reported(0n);
      expect([...left.values()].at(-1) ?? '0').toBe('0');
      await reported(5n, [5n]);
      expect([...left.values()].at(-1)).toBe('5');
      chain.node.reorg(1);
      await died(0n);
      // Its blocks come back before the next scan.
      await reported(5n, [5n]);
      expect([...left.values()].at(-1)).toBe('5');
      chain.node.reorg(1);
      await died(0n);
      const { hints } = await chain.tick();
      expect(hints.marks.get(alice)?.polledAt).toBeNull();
      expect([...left.values(), ...chain.events.map((one) => 'value' in one && one.value)].at(-1)).toBe('0');
      expect(await reported(0n)).toEqual([]);
    },
  );

  it('is stored again after a scan that died, without older ones and without those of deleted rows', async () => {
    await reported(5n, [5n]);
    await chain.tick();
    chain.diesAt('put marks');
    const dead = [alice, bob].map((from) => ({ ...approval(usdc), from, to: walletNumber(3), value: 5n }));
    await chain.tick(dead);
    chain.diesAt(null);
    chain.watches = [watchOf({ wallet: alice })];
    await chain.tick();
    expect(chain.left.filter((one) => one.startsWith('events'))).toEqual([`events ${alice}`]);
    expect(chain.events).toMatchObject([{ spender: walletNumber(3) }]);
  });

  it('of a scan that died is reported before its outcome after a re-org, even if the node now lags behind', async () => {
    chain.node.allowance = 5n;
    chain.atEvents = () => {
      throw new Error('died');
    };
    await chain.tick([approved(5n)], [], []).catch(() => {});
    chain.atEvents = () => {};
    chain.node.reorg(3);
    chain.node.truncate(2);
    chain.node.allowance = 0n;
    await chain.ask();
    expect(chain.events.map((one) => 'value' in one && one.value)).toEqual(['5', '0']);
    const [granted, undone] = chain.events.map(({ scannedTo }) => scannedTo);
    expect(granted).toBeLessThan(undone ?? 0);
  });

  it('is kept among the twenty approvals of its wallet', async () => {
    chain.node.allowance = 5n;
    const given = (n: number) => ({ ...approval(usdc), to: walletNumber(n), value: 5n });
    await chain.tick(Array.from({ length: 15 }, (_, n) => given(n)));
    const ofBob = { ...given(1), from: bob };
    const again = { ...given(5), value: 6n };
    await chain.tick([...Array.from({ length: 14 }, (_, n) => given(20 + n)), again, ofBob]);
    expect(chain.table.approvals.get(alice)?.told).toHaveLength(20);
    expect(chain.table.approvals.get(alice)?.told).toContainEqual(expect.stringContaining(walletNumber(5)));
    expect(chain.table.approvals.get(bob)?.told).toHaveLength(1);
  });
});
