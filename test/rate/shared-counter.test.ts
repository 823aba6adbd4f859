import { GetCommand, type UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { createSharedCounter } from '../../functions/rate/shared-counter.ts';
import { tableItems } from '../../functions/runtime/table-items.ts';
import { stateTable, useEmbeddedAws } from '../support/embedded.ts';
import { LaggingTable } from '../support/fakes/lagging-table.ts';

const embedded = useEmbeddedAws();
const clock = { now: () => Date.parse('2026-02-03T12:00:00.500Z') };
const workerOf = () => createSharedCounter(stateTable(embedded.aws), clock);
const keyOf = (name: string) => ({ wallet: '#test', chain: name });

describe('numbers of a shared counter', () => {
  it('are given once, however many workers ask at the same time', async () => {
    const taken = await Promise.all(
      Array.from({ length: 6 }, () => workerOf().take(keyOf('once'), { count: 4, from: 100, to: 120 })),
    );
    const numbers = taken.flatMap(({ first, count }) => Array.from({ length: count }, (_, n) => first + n));
    expect(numbers.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, n) => 100 + n));
    const wanted = { count: 1, from: 100, to: 120 };
    expect(await workerOf().take(keyOf('once'), wanted)).toEqual({ first: 120, count: 0 });
  });

  it('begin at the first allowed number, and continue after the last one taken', async () => {
    const [one, other] = [workerOf(), workerOf()];
    const take = (worker: typeof one, from: number, count = 2) =>
      worker.take(keyOf('on'), { count, from, to: 1_000 });
    expect(await take(one, 10)).toEqual({ first: 10, count: 2 });
    expect(await take(other, 11)).toEqual({ first: 12, count: 2 });
    expect(await take(one, 5)).toEqual({ first: 14, count: 2 });
    expect(await take(other, 50)).toEqual({ first: 50, count: 2 });
    expect(await take(one, 50, 0)).toEqual({ first: 52, count: 0 });
  });

  it('are taken in steps, and none if only a part of a step is left', async () => {
    const take = (to: number) => workerOf().take(keyOf('steps'), { count: 1, step: 300, from: 1_000, to });
    expect(await take(1_299)).toEqual({ first: 1_000, count: 0 });
    expect(await take(1_300)).toEqual({ first: 1_000, count: 1 });
    expect(await take(1_400)).toEqual({ first: 1_300, count: 0 });
  });

  it('from a wrong clock are dropped', async () => {
    const wanted = { count: 1, to: 9_000, farthest: 9_500 };
    const worker = workerOf();
    expect(await worker.take(keyOf('far'), { ...wanted, from: 8_000 })).toEqual({ first: 8_000, count: 1 });
    const before = { count: 1, from: 100, to: 200, farthest: 700 };
    for (const one of [worker, workerOf()])
      expect(await one.take(keyOf('far'), before)).toEqual({ first: one === worker ? 100 : 101, count: 1 });
    expect(await workerOf().take(keyOf('far'), { ...before, from: 300, to: 400 })).toEqual({
      first: 300,
      count: 1,
    });
  });

  it('as far ahead as a correct clock may take are kept', async () => {
    await workerOf().take(keyOf('edge'), { count: 1, from: 699, to: 700 });
    const wanted = { count: 1, from: 100, to: 200, farthest: 700 };
    expect(await workerOf().take(keyOf('edge'), wanted)).toEqual({ first: 700, count: 0 });
  });
});

/** A table that records its requests. */
function notedTable() {
  const table = new LaggingTable();
  const sent: string[] = [];
  const client: typeof table.client = Object.create(table.client, {
    send: {
      value: async (command: UpdateCommand | GetCommand) => {
        sent.push(command instanceof GetCommand ? 'read' : 'write');
        return table.client.send(command as UpdateCommand);
      },
    },
  });
  return { table, sent, worker: () => createSharedCounter(tableItems(client, table.name), clock) };
}

it('numbers cost one write if the item is behind them, or if this worker wrote it last', async () => {
  const { sent, worker } = notedTable();
  const one = worker();
  const take = (from: number, by = one) => by.take(keyOf('cost'), { count: 2, from, to: 1_000 });
  await take(10);
  await take(10);
  await take(20);
  expect(sent.splice(0)).toEqual(['write', 'write', 'write']);
  await take(20, worker());
  expect(sent.splice(0)).toEqual(['write', 'read', 'write']);
  await take(20);
  expect(sent.splice(0)).toEqual(['write', 'read', 'write']);
});
