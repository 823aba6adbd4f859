import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, it } from 'vitest';
import type { NodeEvent } from '../../functions/node/node-event.ts';
import { documentClient } from '../../functions/runtime/aws-clients.ts';
import { tableItems } from '../../functions/runtime/table-items.ts';
import { createNodeJournal } from '../../functions/state/node-journal.ts';
import type { PageRequest, SourcePage } from '../../functions/transfer/source.ts';
import type { Watch } from '../../functions/wallet/watch.ts';
import { describedTransfer, watchOf } from '../support/alerts.ts';
import { stateTable, useEmbeddedAws } from '../support/embedded.ts';
import { LaggingTable } from '../support/fakes/lagging-table.ts';
import { type VirtualClock, virtualClock } from '../support/virtual-clock.ts';

const embedded = useEmbeddedAws();
let wallets = 0;
let watch: Watch;
let journal: ReturnType<typeof createNodeJournal>;
let clock: VirtualClock;
beforeEach(() => {
  wallets += 1;
  clock = virtualClock({ passes: true });
  watch = watchOf({ wallet: `0x${'9'.repeat(36)}${String(wallets).padStart(4, '0')}` as Watch['wallet'] });
  const { aws } = embedded;
  journal = createNodeJournal(stateTable(aws), clock);
});

/** A scan of new blocks, and one that goes back. */
const to = 1_000_000;
const added = { logged: null, coin: null, coinTo: to, to };
const again = (block: number) => ({ logged: block, coin: block, coinTo: to, to });
const limits = { deadline: Number.POSITIVE_INFINITY };
const at = (blockNumber: number, over: Partial<ReturnType<typeof describedTransfer>> = {}) => {
  const { direction: _direction, coin: _coin, ...transfer } = describedTransfer({ blockNumber, ...over });
  return transfer;
};
async function read(over: Partial<PageRequest> = {}): Promise<SourcePage[]> {
  const { wallet, chain } = watch;
  const request = { wallet, chain, from: null, to: null, position: null, ...over };
  const pages: SourcePage[] = [];
  for await (const page of journal.source.pages(request, limits)) pages.push(page);
  return pages;
}
const blocksOf = (pages: readonly SourcePage[]) =>
  pages.flatMap(({ transfers }) => transfers.map(({ blockNumber }) => blockNumber));

describe('the journal of a node', () => {
  it('returns written transfers, newest first, to the last digit', async () => {
    const large = at(9, { value: 2n ** 256n - 1n, kind: 'erc1155', tokenId: '7' });
    await journal.write(watch, [large, at(1_000_000), at(10)], added);
    const pages = await read();
    expect(blocksOf(pages)).toEqual([1_000_000, 10, 9]);
    expect(pages[0]?.transfers[2]).toEqual(large);
  });

  it('returns only the requested blocks, both ends included, and the wallet', async () => {
    await journal.write(watch, [at(9), at(10), at(11), at(12)], added);
    expect(blocksOf(await read({ from: { block: 10 }, to: 11 }))).toEqual([11, 10]);
    expect(blocksOf(await read({ chain: { ...watch.chain, id: '0x38' } }))).toEqual([]);
  });

  it('continues at the place where a reader stopped, until the end', async () => {
    const many = Array.from({ length: 250 }, (_, logIndex) => at(5, { logIndex }));
    await journal.write(watch, many, added);
    const pages = await read();
    expect(pages.map(({ transfers }) => transfers.length)).toEqual([100, 100, 50]);
    const rest = await read({ position: pages[0]?.next ?? null });
    expect([...(pages[0]?.transfers ?? []), ...rest.flatMap(({ transfers }) => transfers)]).toEqual(
      many.toReversed(),
    );
  });

  it('drops what a re-org took back, from its block on, and nothing below', async () => {
    await journal.write(watch, [at(8), at(9, { logIndex: 1 }), at(10)], added);
    for (let scans = 0; scans < 2; scans += 1) await journal.write(watch, [at(9, { logIndex: 2 })], again(9));
    expect((await read())[0]?.transfers).toEqual([at(9, { logIndex: 2 }), at(8)]);
  });

  it('drops only what was read again, separately for coin (which no log shows) and for the rest', async () => {
    const coin = at(9, { kind: 'native', logIndex: null });
    const logged = at(9, { kind: 'native', logIndex: 3 });
    await journal.write(watch, [coin, logged], added);
    await journal.write(watch, [], { logged: 10, coin: null, coinTo: to, to });
    await journal.write(watch, [], { logged: 9, coin: null, coinTo: to, to });
    expect((await read())[0]?.transfers).toEqual([coin]);
    await journal.write(watch, [logged], { logged: null, coin: 9, coinTo: to, to });
    expect((await read())[0]?.transfers).toEqual([logged]);
  });

  it("keeps coin after the part that was read again, and another scan's results in later blocks", async () => {
    const coin = (block: number) => at(block, { kind: 'native', logIndex: null });
    await journal.write(watch, [coin(9), coin(10), at(10)], added);
    await journal.write(watch, [], { ...again(9), coinTo: 9 });
    expect((await read())[0]?.transfers).toEqual([coin(10)]);
    await journal.write(watch, [], { ...again(9), to: 9 });
    expect(blocksOf(await read())).toEqual([10]);
  });

  it("shows a poll a scan's fresh writes, and keeps them for thirty days", async () => {
    const table = new LaggingTable();
    journal = createNodeJournal(table.opened, clock);
    await journal.write(watch, [at(9)], added);
    await journal.putEvents(watch, [event('a', 9)]);
    expect(blocksOf(await read())).toEqual([9]);
    expect(await journal.events(watch)).toHaveLength(1);
    const until = Math.floor(clock.now() / 1_000) + 30 * 86_400;
    expect(Array.from(table.items.values(), ({ expiresAt }) => expiresAt)).toEqual([until, until]);
  });

  it('keeps what a paused wallet moves for a year and more: resumed, it goes on from its stored block', async () => {
    const table = new LaggingTable();
    const kept = createNodeJournal(table.opened, clock);
    await kept.write({ ...watch, paused: true }, [at(9)], added);
    const left = 86_400 * 366 + clock.now() / 1_000;
    const [item] = table.items.values();
    expect(item?.expiresAt).toBeGreaterThan(left);
  });

  it('misses nothing if the function dies while a scan replaces what an earlier one found', async () => {
    await journal.write(watch, [at(9, { logIndex: 1 })], added);
    const dynamodb = documentClient(embedded.aws.dynamodb);
    let writes = 0;
    const dies = Object.assign(Object.create(dynamodb), {
      send: async (command: Parameters<typeof dynamodb.send>[0]) => {
        if (command instanceof BatchWriteCommand) writes += 1;
        if (writes > 1) throw new Error('the function died');
        return dynamodb.send(command);
      },
    });
    const dying = createNodeJournal(tableItems(dies, embedded.aws.tables.state), clock);
    await expect(dying.write(watch, [at(9, { logIndex: 2 })], again(9))).rejects.toThrow('died');
    const shown = (await read()).flatMap(({ transfers }) => transfers.map(({ logIndex }) => logIndex));
    expect(shown).toContain(2);
  });
});

const event = (key: string, blockNumber: number, scannedTo = 10): NodeEvent => ({
  ...{ kind: 'approval', of: 'erc20', isGranted: true, key, blockNumber, blockTimestamp: null },
  token: at(1).token,
  ...{ transactionHash: null, spender: null, value: '1', unlimited: false, tokenId: null, expires: null },
  sentByWallet: null,
  scannedTo,
});

describe('events in the journal, which are not transfers', () => {
  it('come in chain order, once even if they are written several times, until they are dropped', async () => {
    const [first, second] = [event('b', 9), event('a', 10)];
    await journal.putEvents(watch, [second, first]);
    await journal.putEvents(watch, [event('a', 8)]);
    await journal.putEvents(watch, [second]);
    expect(await journal.events(watch)).toEqual([first, second]);
    await journal.dropEvents(watch, [first]);
    expect(await journal.events(watch)).toEqual([second]);
  });

  it('of one block come by their keys, so that a retry has the same order', async () => {
    const [first, second] = [event('a', 9), event('b', 9)];
    await journal.putEvents(watch, [second, first]);
    expect(await journal.events(watch)).toEqual([first, second]);
  });

  it("come in scan order if a re-org has put a later scan's events into an earlier block", async () => {
    const [dropped, again] = [event('a', 10, 10), event('b', 9, 11)];
    await journal.putEvents(watch, [dropped]);
    await journal.putEvents(watch, [again]);
    expect(await journal.events(watch)).toEqual([dropped, again]);
  });

  it("come in scan order also if the later scan's node lagged behind", async () => {
    const [granted, undone] = [event('a', 10, 12), event('a undone', 10, 10)];
    await journal.putEvents(watch, [granted]);
    await clock.advance(60_000);
    await journal.putEvents(watch, [undone]);
    expect(await journal.events(watch)).toEqual([granted, undone]);
  });

  it('are read from their end and in parts: a poll has no memory for all that strangers make up', async () => {
    const asked: unknown[] = [];
    async function* query(...of: unknown[]) {
      asked.push(of[1]);
      for (let i = 6_000; i > 0; i -= 1) yield { left: i, line: JSON.stringify(event(`made up ${i}`, i)) };
    }
    const some = await createNodeJournal({ query } as never, clock).events(watch);
    expect(some.map(({ blockNumber }) => blockNumber)).toEqual(
      Array.from({ length: 5_000 }, (_, i) => i + 1_001),
    );
    // Changes of control come behind approvals.
    expect(asked).toEqual([{ ScanIndexForward: false }]);
  });

  it('do not count as transfers, and stay after a re-org', async () => {
    await journal.putEvents(watch, [event('a', 9)]);
    await journal.write(watch, [], again(0));
    expect(blocksOf(await read())).toEqual([]);
    expect(await journal.events(watch)).toHaveLength(1);
  });
});
