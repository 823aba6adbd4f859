import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { plainDocumentClient } from '../../functions/runtime/aws-clients.ts';
import { createHistoryTable } from '../../functions/state/history-table.ts';
import { transferAlert, treasury, watchOf } from '../support/alerts.ts';
import { useEmbeddedAws } from '../support/embedded.ts';

const embedded = useEmbeddedAws();

function historyOf() {
  const { aws } = embedded;
  const dynamodb = plainDocumentClient(aws.dynamodb);
  const clock = { now: () => 0, sleep: async () => {} };
  const under = async (watch: string) => {
    const query = new QueryCommand({
      TableName: aws.tables.history,
      KeyConditionExpression: 'watch = :watch',
      ExpressionAttributeValues: { ':watch': watch },
    });
    return (await dynamodb.send(query)).Items ?? [];
  };
  return { table: createHistoryTable(dynamodb, aws.tables.history, 1, clock), under };
}

describe('History', () => {
  it("keeps what a wallet was told under the chain's id, and finds it there", async () => {
    const { table, under } = historyOf();
    const alert = transferAlert({ id: 'new' });
    await table.put([{ alert, status: 'told' }]);
    expect(await under(`${treasury}#0x1`)).toMatchObject([
      { id: 'new', alert: { wallet: { chain: 'eth' } } },
    ]);
    expect(await under(`${treasury}#eth`)).toEqual([]);
    expect(await table.find(watchOf(), alert.transfer.blockNumber, 'new')).toEqual(alert);
    expect(await table.find(watchOf(), alert.transfer.blockNumber, 'unknown')).toBeNull();
  });
});
