import { expect, it } from 'vitest';
import { logOf, readSafeLogs } from '../../../functions/node/control/safe-events.ts';
import { exchange, imitation, treasury, usdc } from '../../support/alerts.ts';
import { eventLog, topicOf, wireLog } from '../../support/event-logs.ts';

const removed = '0xf8d49fc529812e9a7c5c50e69c20f0dccc0db8fa95c98bc58cc9a4f1c1299eaf';
const disabled = '0xaab4fa2b463f581b2b32cb3b7e3b704b9ce37cc209b5fb4d77e593ace4054276';
const logAt = (topic: string, block: number, value = topicOf(exchange), address: string = treasury) =>
  eventLog({ address, topics: [topic, value], data: '0x', blockNumber: `0x${block}` });

it.each([
  ['owner-removed', removed],
  ['module-disabled', disabled],
] as const)('%s is named by the last log of that Safe, event and address', (what, topic) => {
  const other = what === 'owner-removed' ? disabled : removed;
  const named = logAt(topic, 2);
  const logs = [
    logAt(topic, 1),
    named,
    logAt(other, 3),
    logAt(topic, 4, topicOf(imitation)),
    logAt(topic, 5, topicOf(exchange), usdc),
  ];
  expect(logOf(treasury, { what, before: exchange, after: null }, logs)).toBe(named);
});

it('a value that older Safes do not index is read from the data, if it is the only one', () => {
  const change = { what: 'owner-removed', before: exchange, after: null } as const;
  const plain = (data: string) => eventLog({ address: treasury, topics: [removed], data });
  const log = plain(topicOf(exchange));
  expect(logOf(treasury, change, [log])).toBe(log);
  expect(logOf(treasury, change, [plain(topicOf(exchange) + topicOf(1).slice(2))])).toBeUndefined();
});

it('one call asks for the eight events of the changed Safes; a failing node names none', async () => {
  const asked: unknown[] = [];
  const node = {
    ask: async (calls: readonly { params: readonly unknown[] }[]) => {
      asked.push(...calls.map(({ params }) => params[0]));
      return [{ result: [wireLog(), 'no log'] }];
    },
  };
  expect(await readSafeLogs([treasury], { from: 1, to: 16 }, node)).toEqual([eventLog()]);
  const filter = { address: [treasury], fromBlock: '0x1', toBlock: '0x10', topics: [expect.any(Array)] };
  expect(asked).toEqual([filter]);
  const [events] = Object(asked[0]).topics;
  expect(events).toEqual(expect.arrayContaining([removed, disabled]));
  expect(events).toEqual(Array(8).fill(expect.stringMatching(/^0x[0-9a-f]{64}$/)));
  const failing = { ask: () => Promise.reject(new Error('down')) };
  expect(await readSafeLogs([treasury], { from: 1, to: 16 }, failing)).toEqual([]);
});
