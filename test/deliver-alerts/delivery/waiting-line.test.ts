import { describe, expect, it, vi } from 'vitest';
import { createWaitingLine } from '../../../functions/deliver-alerts/delivery/waiting-line.ts';
import { tableItems } from '../../../functions/runtime/table-items.ts';
import { deliveriesInMemory } from '../../support/fakes/deliveries-in-memory.ts';

const minute = 60_000;
const start = 1_800_000_000_000;
const place = (position: string, line = '0xaa') => ({ line, position });

function lineOf(destination = 'team', tables = deliveriesInMemory()) {
  let now = start;
  const line = createWaitingLine(tableItems(tables.documents, 'Deliveries'), destination, { now: () => now });
  const pass = (ms: number) => {
    now += ms;
  };
  const stored = (position: string) => tables.item(destination, `waiting#0xaa#${position}`);
  return { ...line, stored, tables, pass };
}
const tried = { dueAt: start + 5_000, tries: 2, firstTriedAt: start - 9, fingerprint: 'f' };

describe('the waiting line of a wallet', () => {
  it('counts the messages published before this one, of all wallets at the destination', async () => {
    const { join, countBefore, tables } = lineOf();
    for (const at of [place('1'), place('3'), place('2', '0xbb'), place('4', '0xbb')]) await join(at);
    await lineOf('another', tables).join(place('0'));
    expect(await countBefore(place('3'), 'all')).toBe(2);
    expect(await countBefore(place('1'), 'all')).toBe(0);
  });

  it('counts at most a thousand', async () => {
    const { countBefore, tables } = lineOf();
    const send = vi.spyOn(tables.documents, 'send');
    expect(await countBefore(place('1'), 'all')).toBe(0);
    expect(send.mock.calls.map(([{ input }]) => input)).toMatchObject([{ Limit: 1_000 }]);
  });

  it('keeps the record of a message that joins again, and of one that is held', async () => {
    const { join, put, hold, first } = lineOf();
    await put(place('1'), tried);
    expect(await join(place('1'))).toBe(false);
    expect((await first(place('1')))?.waiting).toEqual(tried);
    await hold(place('1'), start + 7);
    expect((await first(place('1')))?.waiting).toEqual({ ...tried, dueAt: start + 7 });
  });

  it('has no message that waits for a day after the clock was set back by one', async () => {
    const { put, first, pass } = lineOf();
    await put(place('1'), tried);
    pass(-24 * 60 * minute);
    expect((await first(place('1')))?.waiting).toEqual({ ...tried, dueAt: start - 24 * 60 * minute });
  });

  it('ignores a message that is a quarter of an hour overdue, so that later messages go on at their rate', async () => {
    const { put, join, first, countBefore, stored, pass } = lineOf();
    await put(place('1'), tried);
    await join(place('2'));
    pass(15 * minute + 4_999);
    expect(await first(place('2'))).toMatchObject({ isBefore: true });
    expect(await countBefore(place('2', '0xbb'), 'all')).toBe(1);
    expect(await countBefore(place('2', '0xbb'), 'own')).toBe(0);
    pass(1);
    expect(await countBefore(place('2', '0xbb'), 'all')).toBe(0);
    // The message sees itself; only other messages may treat it as gone.
    expect(await first(place('1'))).toEqual({ isBefore: false, waiting: tried });
    expect(await first(place('2'))).toMatchObject({ isBefore: false });
    expect(stored('1')).toBeUndefined();
  });

  it('keeps a message that waits for one due long ago, as after an outage', async () => {
    const { hold, join, first, pass } = lineOf();
    pass(20 * minute);
    await hold(place('1'), start + 7);
    await join(place('2'));
    pass(14 * minute);
    expect(await first(place('2'))).toMatchObject({ isBefore: true });
  });

  it('counts no message as gone that comes again after an outage of its worker, and keeps its tries', async () => {
    const { put, join, first, pass } = lineOf();
    await put(place('1'), tried);
    pass(15 * minute + 4_999);
    expect(await join(place('1'))).toBe(false);
    pass(1);
    await join(place('1'));
    await join(place('2'));
    const waiting = { ...tried, dueAt: start + 15 * minute + 5_000 };
    expect(await first(place('2'))).toEqual({ isBefore: true, waiting });
  });

  it('expires two weeks after the message was last seen', async () => {
    const { join, hold, put, stored, pass } = lineOf();
    const days = 14 * 86_400;
    await join(place('1'));
    expect(stored('1')?.expiresAt).toBe(start / 1_000 + days);
    pass(minute);
    await hold(place('1'), start);
    expect(stored('1')?.expiresAt).toBe(start / 1_000 + 60 + days);
    pass(minute);
    await put(place('1'), tried);
    expect(stored('1')?.expiresAt).toBe(start / 1_000 + 120 + days);
  });
});
