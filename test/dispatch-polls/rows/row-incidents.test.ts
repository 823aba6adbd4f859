import { describe, expect, it } from 'vitest';
import { recordRowIncidents, rowIncidents } from '../../../functions/dispatch-polls/rows/row-incidents.ts';
import { chooseWatches, understandRow } from '../../../functions/wallet/read-watchlist.ts';
import type { WatchlistRow } from '../../../functions/wallet/watchlist-row.ts';
import { treasury } from '../../support/alerts.ts';
import { openInPager } from '../../support/open-in-pager.ts';
import { DispatchWorld } from '../../support/worlds/dispatch-world.ts';
import { walletNumber } from '../../support/worlds/hinted-world.ts';

const shouted = treasury.toUpperCase().replace('0X', '0x');
const watchlistOf = (...rows: WatchlistRow[]) => chooseWatches(rows.map(understandRow));
const incidentsOf = (...rows: WatchlistRow[]) => [...rowIncidents(watchlistOf(...rows))];

describe('what is wrong with a row', () => {
  it('is reported with its keys as typed, its label and the attribute at fault', () => {
    const row = { wallet: '0x12', chain: 'eth', label: 'L'.repeat(300) };
    expect(incidentsOf(row)).toMatchObject([
      {
        type: 'row.unreadable',
        wallet: '0x12',
        chain: 'eth',
        reason: expect.stringContaining('"0x12"'),
        about: { label: 'L'.repeat(200), detail: "its address can't be read" },
      },
    ]);
  });

  it('names the attribute at fault in quotes: its paused is "mabe" reads like no sentence', () => {
    const row = { wallet: treasury, chain: 'eth', paused: 'mabe' };
    expect(incidentsOf(row)).toMatchObject([{ about: { detail: 'its "paused" is "mabe"' } }]);
  });

  it.each([
    [{ spam: 'x'.repeat(16) }, `its "spam" is "${'x'.repeat(16)}"`],
    [{ spam: 'x'.repeat(17) }, `its "spam" can't be read`],
    [{ chain: ' ' }, `its "chain" can't be read`],
    [{ chain: 'ether' }, 'its "chain" is "ether"'],
  ])('quotes a short value of %o', (typed, detail) => {
    expect(incidentsOf({ wallet: treasury, chain: 'eth', ...typed })).toMatchObject([{ about: { detail } }]);
  });

  it.each([
    ['wallet', { wallet: `${'x'.repeat(59)}😀😀` }],
    ['wallet', { wallet: `${'x'.repeat(79)}😀😀` }],
    ['chain', { chain: `${'x'.repeat(39)}😀😀` }],
    ['every', { every: `${'x'.repeat(39)}😀😀` }],
    ['spam', { spam: `${'x'.repeat(59)}😀😀` }],
    ['label', { label: `${'x'.repeat(199)}😀`, spam: 'x' }],
  ])('cuts no character of its %s in two: services refuse half a character', (_, row) => {
    const incidents = incidentsOf({ wallet: treasury, chain: 'eth', ...row });
    expect(incidents).toHaveLength(1);
    const texts = incidents.flatMap(({ reason, about }) => [reason, about?.label ?? '', about?.detail ?? '']);
    expect(texts.filter((text) => !text.isWellFormed())).toEqual([]);
  });

  it('may be another row of the same watch, named by the key that differs', () => {
    expect(incidentsOf({ wallet: shouted, chain: 'eth' }, { wallet: treasury, chain: 'eth' })).toMatchObject([
      {
        type: 'row.duplicate',
        wallet: shouted,
        reason: `Another row watches this wallet too: "${treasury}", "eth". Only the other row's settings apply.`,
      },
    ]);
    const [byChain] = incidentsOf({ wallet: treasury, chain: '0x1' }, { wallet: treasury, chain: 'eth' });
    expect(byChain?.reason).toMatch(/^Another row watches this wallet too: chain "(eth|0x1)"\./);
  });

  it.each([
    [{ watch: 'erc20', tokens: 'native' }, true],
    [{ watch: 'native', tokens: 'USDC' }, true],
    [{ watch: 'erc20', tokens: 'native,USDC' }, false],
    [{ watch: 'nft', tokens: 'USDC' }, false],
    [{ watch: 'erc20,approvals', tokens: 'native' }, false],
    [{ watch: 'erc20', tokens: 'native', minBalance: '1' }, false],
    [{ tokens: 'native' }, false],
    [{ tokens: 'USDC', ignoreTokens: 'USDC,native' }, true],
    [{ watch: 'erc20', tokens: 'native,USDC', ignoreTokens: 'USDC' }, true],
    [{ tokens: 'native,USDC', ignoreTokens: 'USDC' }, false],
    [{ watch: 'control', tokens: 'USDC', ignoreTokens: 'USDC' }, false],
  ])('may be that %o leaves nothing to report: %s', (attributes, isSilent) => {
    const found = incidentsOf({ wallet: treasury, chain: 'eth', ...attributes });
    const incident = { type: 'row.attribute', about: { detail: 'tokens, so NO transfer is reported' } };
    expect(found).toMatchObject(isSilent ? [incident] : []);
  });

  it.each([
    [{ watch: 'erc20', tokens: 'native' }, 'watch='],
    [{ tokens: 'USDC', ignoreTokens: 'USDC' }, 'ignoreTokens='],
    [{ watch: 'erc20', tokens: 'native', ignoreTokens: 'native' }, 'watch= ignoreTokens='],
  ])('is mended of %o by one command with %s', (attributes, cleared) => {
    const [incident] = incidentsOf({ wallet: treasury, chain: 'eth', ...attributes });
    expect(incident?.whatToDo).toBe(
      `npx chainbell set ${treasury} --chain eth ${cleared} reports its tokens.`,
    );
  });

  it('may be a misspelt attribute, reported with the command that sets the intended one', () => {
    const row = { wallet: treasury, chain: 'eth', minAmont: '5', label: 7 as never };
    expect(incidentsOf(row)).toEqual([
      {
        type: 'row.attribute',
        wallet: treasury,
        chain: 'eth',
        reason:
          'Chainbell reads no attribute "minAmont"; you probably meant "minAmount". The row is polled without it.',
        whatToDo: expect.stringMatching(
          /^npx chainbell set 0x\w+( \S+)* minAmount=… sets what was meant\. If it is a note of your own, give it another name\.$/,
        ),
        about: { detail: 'minAmont' },
        part: 'minAmont',
      },
    ]);
  });
});

it('at most five hundred incidents of rows are recorded; the others begin once there is room', async () => {
  const world = new DispatchWorld();
  const broken = (from: number, count: number) =>
    Array.from({ length: count }, (_, n) => ({ wallet: `0x${from + n}`, chain: 'eth' }));
  const record = async (rows: WatchlistRow[]) => {
    const deps = world.dependencies();
    await recordRowIncidents(watchlistOf(...rows), await deps.incidents.list(), deps);
    return (await deps.incidents.list()).map(({ wallet }) => wallet);
  };
  expect(await record(broken(0, 503))).toHaveLength(500);
  expect(await record(broken(501, 2))).toEqual(['0x501', '0x502']);
});

describe('rows of a chain without a node', () => {
  const asking = (count: number) =>
    chooseWatches(
      Array.from({ length: count }, (_, n) => ({ wallet: walletNumber(100 + n), chain: 'base' })).map((row) =>
        understandRow({ ...row, minBalance: '1' }),
      ),
    );
  const record = async (
    world: DispatchWorld,
    rows: Parameters<typeof recordRowIncidents>[0],
  ): Promise<readonly (readonly [state: string, wallet: string | null, detail: string | undefined])[]> => {
    world.operations.length = 0;
    const deps = world.dependencies();
    await recordRowIncidents(rows, await deps.incidents.list(), deps);
    return world.operations.map(({ state, wallet, about }) => [state, wallet, about?.detail]);
  };

  it.each([
    [{ minBalance: '1' }, 'minBalance', 'minBalance'],
    [{ watch: 'erc20,nft', minBalance: '1' }, 'nft, minBalance', 'watch'],
    [{ watch: 'erc20,nft' }, 'nft', 'watch'],
    [{ tokens: `native,${walletNumber(1)}` }, 'native', 'watch'],
    [{ tokens: 'native' }, 'native', 'watch, so NOTHING is reported'],
    [{ watch: 'nft' }, 'nft', 'watch, so NOTHING is reported'],
  ])('say of %o what is missing and how to set a node', async (typed, asked, detail) => {
    const rest = detail.includes('NOTHING')
      ? 'It asks for nothing else, so NOTHING of the wallet is reported.'
      : 'The rest of the row is watched.';
    const world = new DispatchWorld();
    const { watched } = chooseWatches([understandRow({ wallet: treasury, chain: 'bsc testnet', ...typed })]);
    expect(await record(world, { ...asking(0), nodeless: watched })).toEqual([['began', treasury, detail]]);
    expect(world.operations).toMatchObject([
      {
        reason: `The row asks for ${asked}, which only a node of bsc testnet shows, and there is none. ${rest}`,
        whatToDo: 'To set one: npx chainbell rpc set bsc-testnet.',
      },
    ]);
  });

  it('are one message if they are many, and one when there is a node', async () => {
    const world = new DispatchWorld();
    const { watched } = asking(200);
    const rows = { ...asking(0), nodeless: watched };
    expect(await record(world, rows)).toEqual([['began', null, '200 wallets']]);
    const [began] = world.operations;
    expect(began?.reason).toMatch(
      /^The row asks for minBalance, which only a node of base shows.* For 200 wallets: 0x/,
    );
    expect(await record(world, rows)).toEqual([]);
    expect(await record(world, asking(0))).toEqual([['ended', null, '200 wallets']]);
    expect(world.operations[0]?.part).toBe(began?.part);
    await record(world, rows);
    const messages = [...world.operations];
    for (const left of [198, 100, 1, 0]) {
      await record(world, { ...asking(0), nodeless: watched.slice(0, left) });
      messages.push(...world.operations);
    }
    expect(openInPager(messages)).toEqual(new Set());
  });

  it('end by a message each if they began so, or a pager would not end them', async () => {
    const world = new DispatchWorld();
    const { watched } = asking(5);
    for (const count of [2, 4, 5]) {
      world.now += 60_000;
      await record(world, { ...asking(0), nodeless: watched.slice(0, count) });
    }
    const ended = await record(world, asking(0));
    expect(ended.map(([, wallet]) => wallet)).toEqual(watched.map(({ row }) => row.wallet));
  });

  it('leave room for a row that is not watched at all, however many they are', async () => {
    const world = new DispatchWorld();
    const { watched } = asking(600);
    const rows = { ...asking(0), nodeless: watched };
    expect(await record(world, rows)).toEqual([['began', null, '500 wallets']]);
    const broken = chooseWatches([understandRow({ wallet: '0x12', chain: 'eth' })]);
    expect(await record(world, { ...broken, nodeless: watched })).toEqual([
      ['began', '0x12', "its address can't be read"],
    ]);
  });
});
