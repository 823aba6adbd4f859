import { ConditionalCheckFailedException, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { describe, expect, it } from 'vitest';
import { callWindows } from '../../functions/rate/call-windows.ts';
import { createWindowTable } from '../../functions/rate/window-table.ts';
import { documentClient } from '../../functions/runtime/aws-clients.ts';
import { useEmbeddedAws } from '../support/embedded.ts';

const embedded = useEmbeddedAws();
/** Eight calls a window, four of them further ones. */
const windows = callWindows(10);
const now = Date.parse('2026-02-03T12:00:00.000Z');
const tableOf = () =>
  createWindowTable(documentClient(embedded.aws.dynamodb), embedded.aws.tables.state, windows, {
    now: () => now,
  });

describe("a window's calls", () => {
  it('are never more than it has, however many workers claim them at the same time', async () => {
    const claims = await Promise.all(Array.from({ length: 12 }, () => tableOf().claim(100, 1, 'poll')));
    expect(claims.filter(Boolean)).toHaveLength(8);
    expect(await tableOf().claim(100, 1, 'poll')).toBe(false);
    expect(await tableOf().claim(101, 1, 'poll')).toBe(true);
  });

  it('are claimed together or not at all', async () => {
    const table = tableOf();
    expect(await table.claim(200, 9, 'poll')).toBe(false);
    expect(await table.claim(200, 6, 'poll')).toBe(true);
    expect(await table.claim(200, 3, 'poll')).toBe(false);
    expect(await tableOf().claim(200, 3, 'poll')).toBe(false);
    expect(await tableOf().claim(200, 2, 'poll')).toBe(true);
  });

  it('are for further calls by half, also where those come first', async () => {
    expect(await tableOf().claim(300, 5, 'further')).toBe(false);
    expect(await tableOf().claim(300, 3, 'further')).toBe(true);
    expect(await tableOf().claim(300, 2, 'further')).toBe(false);
    expect(await tableOf().claim(300, 1, 'further')).toBe(true);
    expect(await tableOf().claim(300, 4, 'poll')).toBe(true);
    expect(await tableOf().claim(300, 1, 'further')).toBe(false);
  });

  it('are those of one window alone: an item that another one used is begun anew, and an old one too', async () => {
    expect(await tableOf().claim(400, 8, 'poll')).toBe(true);
    expect(await tableOf().claim(400 + 64, 8, 'further')).toBe(false);
    expect(await tableOf().claim(400 + 64, 4, 'further')).toBe(true);
    expect(await tableOf().claim(400 + 64, 4, 'poll')).toBe(true);
    // A clock that was set back.
    expect(await tableOf().claim(400, 8, 'poll')).toBe(true);
  });
});

describe('a claim', () => {
  const client = DynamoDBDocumentClient.from(new DynamoDBClient({}));
  const sent = mockClient(client);
  const refused = new ConditionalCheckFailedException({ message: '', $metadata: {} });
  const table = () => createWindowTable(client, 'State', windows, { now: () => now });

  it('is one write for the first of a window and two for the next worker', async () => {
    sent.reset();
    sent.on(UpdateCommand).resolves({});
    await table().claim(500, 3, 'poll');
    expect(sent.commandCalls(UpdateCommand)).toHaveLength(1);
    expect(sent.commandCalls(UpdateCommand)[0]?.args[0].input).toMatchObject({
      Key: { wallet: '#window', chain: '52' },
      ExpressionAttributeValues: {
        ':window': 500,
        ':calls': 3,
        ':further': 0,
        ':later': now / 1_000 + 86_400,
      },
    });
    sent.reset();
    sent.on(UpdateCommand).rejectsOnce(refused).resolves({});
    const second = table();
    expect(await second.claim(500, 3, 'poll')).toBe(true);
    expect(sent.commandCalls(UpdateCommand)).toHaveLength(2);
    // It knows by then that the window is begun.
    await second.claim(500, 1, 'poll');
    await second.claim(500, 1, 'further');
    expect(sent.commandCalls(UpdateCommand)).toHaveLength(4);
  });

  it('of a further call joins the window that a poll has begun', async () => {
    sent.reset();
    sent.on(UpdateCommand).resolves({});
    await table().claim(600, 1, 'further');
    expect(sent.commandCalls(UpdateCommand)).toHaveLength(1);
    expect(sent.commandCalls(UpdateCommand)[0]?.args[0].input.UpdateExpression).toMatch(/^ADD/);
  });

  it('fails where the table does', async () => {
    sent.reset();
    sent.on(UpdateCommand).rejects(new Error('throttled'));
    await expect(table().claim(700, 1, 'poll')).rejects.toThrow('throttled');
  });
});
