import { beforeEach, describe, expect, it } from 'vitest';
import { incidentItemOf, incidentStateKey } from '../../functions/incidents/incident.ts';
import { documentClient } from '../../functions/runtime/aws-clients.ts';
import { tableItems } from '../../functions/runtime/table-items.ts';
import type { RowStatus } from '../../functions/state/ledger-row.ts';
import { stackOf } from '../../lib/cli/stack/local-run.ts';
import { localEngines } from '../../lib/local-engines.ts';
import { feedEntry } from '../../lib/page/feed-entry.ts';
import { createStackFeed, type StackFeed } from '../../lib/page/stack-feed.ts';
import type { TableName } from '../../lib/table-keys.ts';
import { exchange, transferAlert, treasury, watchingAlert, watchOf } from '../support/alerts.ts';
import { putRow, useEmbeddedAws } from '../support/embedded.ts';
import { historyRow, historyTable } from '../support/history-row.ts';
import { virtualClock } from '../support/virtual-clock.ts';

const embedded = useEmbeddedAws();
const clock = virtualClock();
let feed: StackFeed;
let there: Record<TableName, string>;
let batch = 0;

async function putAll(ids: readonly string[], status: RowStatus, block: number, wallet = treasury) {
  const alert = transferAlert();
  batch += 1;
  const rows = ids.map((id, n) =>
    historyRow({ ...alert, id, transfer: { ...alert.transfer, blockNumber: block + n } }, status),
  );
  await historyTable(embedded.aws).put(watchOf({ wallet }), batch, rows);
}
const put = (id: string, status: RowStatus, block: number) => putAll([id], status, block);
const numbered = (name: string, count: number) => Array.from({ length: count }, (_, n) => `${name} ${n}`);

const shown = async () =>
  (await feed.next()).map((news) => {
    if (news.kind === 'operations') return `${news.message.type} ${news.message.state}`;
    return 'alert' in news ? `${news.kind} ${news.alert.id}` : news.kind;
  });

describe('the feed of a deployed stack', () => {
  beforeEach(async () => {
    await putRow(embedded.aws, { wallet: treasury, chain: 'eth' });
    const { stack, ...rest } = stackOf(localEngines.parse(embedded.aws));
    there = { ...stack.tables };
    const addressed = (text: string) => `${text} addressed`;
    feed = createStackFeed({ ...rest, stack: { ...stack, tables: there }, addressed }, clock);
  });

  it('has each alert of History once, also one that was indexed late', async () => {
    await put('first', 'told', 20);
    await put('spam', 'hidden', 21);
    expect(await shown()).toEqual(['alert first', 'hidden spam']);
    expect(await shown()).toEqual([]);
    await put('late', 'unwanted', 19);
    expect(await shown()).toEqual(['filtered late']);
  });

  it('writes the commands of a second stack as its emails and chats do', async () => {
    const { stack, ...rest } = stackOf(localEngines.parse(embedded.aws));
    feed = createStackFeed({ ...rest, stack: { ...stack, name: 'Second' } }, clock);
    await historyTable(embedded.aws).put(watchOf(), 1, [historyRow(watchingAlert(), 'told')]);
    const [forms] = (await feed.next()).map((news) => feedEntry(news).forms);
    const note = expect.stringMatching(/chainbell remove.*Commands for this stack take --stack Second\./s);
    expect(forms).toMatchObject({ email: note, telegram: { paragraphs: [note] } });
  });

  it('has every alert between two reads, however many are spam', async () => {
    await put('first', 'told', 20);
    await shown();
    await put('theft', 'told', 21);
    await putAll(numbered('spam', 25), 'hidden', 22);
    expect(await shown()).toHaveLength(26);
  });

  it('is completed by the next read if one fails', async () => {
    await put('first', 'told', 20);
    const { state } = there;
    there.state = 'away';
    await expect(feed.next()).rejects.toThrow();
    there.state = state;
    expect(await shown()).toContain('alert first');
  });

  it('has the problems reported to operations, when they begin and when they end', async () => {
    await shown();
    const { dynamodb, tables } = embedded.aws;
    const table = tableItems(documentClient(dynamodb), tables.state);
    const incident = {
      type: 'key.refused',
      wallet: null,
      chain: null,
      reason: 'No.',
      whatToDo: 'Set it.',
    } as const;
    const times = { since: clock.now(), claimedAt: clock.now(), published: false };
    await table.put(incidentItemOf({ key: 'key.refused', ...incident, ...times }));
    expect(await shown()).toEqual([]);
    const published = { values: { yes: true, joint: 'a message of many' } };
    await table.update(incidentStateKey('key.refused'), 'SET published = :yes, joint = :joint', published);
    expect(await shown()).toEqual(['key.refused began']);
    expect(await shown()).toEqual([]);
    await table.remove(incidentStateKey('key.refused'));
    const [ended] = await feed.next();
    const json = { type: 'key.refused', state: 'ended', part: 'a message of many' };
    expect(ended).toMatchObject({ kind: 'operations', json, message: { whatToDo: 'Nothing. addressed' } });
    // Subscribers get no `joint`, which only publishing needs.
    expect(ended).not.toHaveProperty('json.joint');
    // It has no end: it would head the page for ever.
    const copy = { ...incident, type: 'token.contradicted', ...times, published: true } as const;
    await table.put(incidentItemOf({ key: 'copy', ...copy }));
    expect(await shown()).toEqual([]);
  });

  it('has each alert once, though two reads overlap', async () => {
    await put('one', 'told', 500);
    const both = (await Promise.all([shown(), shown()])).flat();
    expect(both.filter((news) => news === 'alert one')).toHaveLength(1);
  });

  it('has the newest fifty of a wallet, and later reads go no further back', async () => {
    await putAll(numbered('old', 60), 'told', 100);
    expect(await shown()).toHaveLength(50);
    expect(await shown()).toEqual([]);
  });

  it('has an alert at the first read, though sixty transfers that were hidden came after it', async () => {
    await put('theft', 'told', 700);
    await putAll(numbered('spam', 60), 'hidden', 701);
    expect(await shown()).toContain('alert theft');
  });

  it('has every alert of a wallet that had none at the first read', async () => {
    await putRow(embedded.aws, { wallet: exchange, chain: 'eth' });
    await shown();
    await putAll(numbered('new', 51), 'told', 600, exchange);
    expect(await shown()).toHaveLength(51);
  });
});
