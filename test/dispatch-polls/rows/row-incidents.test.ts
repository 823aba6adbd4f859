import { beforeEach, describe, expect, it } from 'vitest';
import { recordRowIncidents, rowIncidents } from '../../../functions/dispatch-polls/rows/row-incidents.ts';
import { type Incident, incidentKey, type OpenIncident } from '../../../functions/incidents/incident.ts';
import { chooseWatches, understandRow } from '../../../functions/wallet/read-watchlist.ts';
import type { WatchlistRow } from '../../../functions/wallet/watchlist-row.ts';
import { treasury } from '../../support/alerts.ts';

const shouted = treasury.toUpperCase().replace('0X', '0x');
const watchlistOf = (...rows: WatchlistRow[]) => chooseWatches(rows.map(understandRow));
const openOf = (incident: Incident): OpenIncident => ({
  ...incident,
  key: incidentKey(incident),
  since: 0,
  published: true,
  claimedAt: 0,
});

describe('what is wrong with a row', () => {
  it('is reported with its keys as they stand, its label and the attribute at fault', () => {
    const row = { wallet: '0x12', chain: 'eth', label: 'L'.repeat(300) };
    expect([...rowIncidents(watchlistOf(row))]).toMatchObject([
      {
        type: 'row.unreadable',
        wallet: '0x12',
        chain: 'eth',
        reason: expect.stringContaining('"0x12"'),
        about: { label: 'L'.repeat(200), detail: "its address can't be read" },
      },
    ]);
  });

  it.each([
    ['wallet', { wallet: `${'x'.repeat(59)}😀😀` }],
    ['wallet', { wallet: `${'x'.repeat(79)}😀😀` }],
    ['chain', { chain: `${'x'.repeat(39)}😀😀` }],
    ['every', { every: `${'x'.repeat(39)}😀😀` }],
    ['spam', { spam: `${'x'.repeat(59)}😀😀` }],
    ['label', { label: `${'x'.repeat(199)}😀`, spam: 'x' }],
  ])('cuts no character of its %s in two: services refuse half a character', (_, row) => {
    const incidents = [...rowIncidents(watchlistOf({ wallet: treasury, chain: 'eth', ...row }))];
    expect(incidents).toHaveLength(1);
    const texts = incidents.flatMap(({ reason, about }) => [reason, about?.label ?? '', about?.detail ?? '']);
    expect(texts.filter((text) => !text.isWellFormed())).toEqual([]);
  });

  it('is another row of the same watch, named by the key that differs', () => {
    const byWallet = [
      ...rowIncidents(watchlistOf({ wallet: shouted, chain: 'eth' }, { wallet: treasury, chain: 'eth' })),
    ];
    expect(byWallet).toMatchObject([
      {
        type: 'row.duplicate',
        wallet: shouted,
        reason: `Another row watches this wallet too: "${treasury}", "eth". Only the other row's settings apply.`,
        whatToDo: expect.stringMatching(
          /^Delete this row in .*\. To use its settings instead, delete the other one\.$/,
        ),
      },
    ]);
    const byChain = [
      ...rowIncidents(watchlistOf({ wallet: treasury, chain: '0x1' }, { wallet: treasury, chain: 'eth' })),
    ];
    expect(byChain.map(({ reason }) => reason)).toEqual([
      expect.stringMatching(/^Another row watches this wallet too: chain "(eth|0x1)"\./),
    ]);
  });

  it('is a misspelt attribute, with the command that sets the attribute that was meant', () => {
    const row = { wallet: treasury, chain: 'eth', minAmont: '5', label: 7 as never };
    expect([...rowIncidents(watchlistOf(row))]).toEqual([
      {
        type: 'row.attribute',
        wallet: treasury,
        chain: 'eth',
        reason:
          '"minAmont" is no attribute that Chainbell reads; "minAmount" was probably meant. The row is polled without it.',
        whatToDo: expect.stringMatching(
          /^npx chainbell set 0x\w+( \S+)* minAmount=… sets what was meant\. If it is a note of your own, give it another name\.$/,
        ),
        about: { detail: 'minAmont' },
        part: 'minAmont',
      },
    ]);
  });
});

describe('the record of what is wrong with rows', () => {
  let begun: Incident[];
  let over: OpenIncident[];
  let logged: [string, unknown][];
  beforeEach(() => {
    begun = [];
    over = [];
    logged = [];
  });
  const record = (rows: WatchlistRow[], open: readonly OpenIncident[] = []) =>
    recordRowIncidents(watchlistOf(...rows), open, {
      incidents: {
        list: async () => [],
        begin: async (some) => void begun.push(...some),
        end: async (some) => void over.push(...some),
      },
      log: { info() {}, error() {}, warn: (message, details) => void logged.push([message, details]) },
    });
  const broken = (n: number) => ({ wallet: `0x${n}`, chain: 'eth' });

  it('begins with what is new, and says so in the log once', async () => {
    await record([broken(1)]);
    expect(begun.map(({ wallet }) => wallet)).toEqual(['0x1']);
    expect(logged).toEqual([[begun[0]?.reason, { wallet: '0x1', chain: 'eth' }]]);
    const open = begun.map(openOf);
    await record([broken(1)], open);
    // It is sent again, in case a crash kept it from being reported.
    expect(begun).toHaveLength(2);
    expect(over).toEqual([]);
    expect(logged).toHaveLength(1);
  });

  it('ends what is mended, and leaves incidents alone that are not of rows', async () => {
    await record([broken(1)]);
    const open = begun.map(openOf);
    const other = openOf({ type: 'key.missing', wallet: null, chain: null, reason: 'r', whatToDo: 'w' });
    await record([{ wallet: treasury, chain: 'eth' }], [...open, other]);
    expect(over).toEqual(open);
  });

  it('holds five hundred, counts the others, and takes them in once there is room', async () => {
    await record(Array.from({ length: 503 }, (_, n) => broken(n)));
    expect(begun).toHaveLength(500);
    expect(logged.at(-1)).toEqual([
      'more rows have incidents than are published at a time',
      { unpublished: 3 },
    ]);
    const open = begun.map(openOf);
    begun = [];
    await record(
      Array.from({ length: 501 }, (_, n) => broken(n)),
      open,
    );
    expect(begun).toHaveLength(500);
    expect(logged.at(-1)?.[1]).toEqual({ unpublished: 1 });
    begun = [];
    await record([broken(501), broken(502)], open);
    expect(begun.map(({ wallet }) => wallet)).toEqual(['0x501', '0x502']);
  });
});
