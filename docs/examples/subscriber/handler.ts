import process from 'node:process';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { Alert } from 'chainbell/alert';
import { SeenInDynamoDB } from '../seen/seen-in-dynamodb.ts';
import { createSubscriber } from './subscriber.ts';

/** Lambda calls this. resources.ts makes the function, its table and its subscription. */
export const handler = createSubscriber({
  seen: new SeenInDynamoDB(DynamoDBDocumentClient.from(new DynamoDBClient()), process.env.SEEN_TABLE ?? ''),
  act: async (alert) => {
    process.stdout.write(`${headline(alert)}\n`);
  },
});

/** An alert's `type` says which fields it has. Amounts are exact decimal text, because numbers of JavaScript can't hold them all. */
function headline(alert: Alert): string {
  if (alert.type === 'summary')
    return `summary: ${alert.summary.wallets} wallets, ${alert.summary.problems.length} problems`;
  const wallet = alert.wallet.label ?? alert.wallet.address;
  switch (alert.type) {
    case 'transfer.received':
    case 'transfer.sent':
    case 'transfer.self': {
      const { amount, value, token } = alert.transfer;
      return `${alert.type} ${wallet}: ${amount ?? `${value} units of`} ${token.symbol ?? token.address}`;
    }
    case 'transfer.reverted':
      return `${alert.type} ${wallet}: takes alert ${alert.reverts} back`;
    case 'transfers.digest':
      return `${alert.type} ${wallet}: ${alert.digest.count} transfers`;
    case 'wallet.poisoning': {
      const { lookalike, verdict } = alert;
      const what = lookalike
        ? `${lookalike.address} imitates ${lookalike.imitates}`
        : verdict?.reasons[0]?.detail;
      return `${alert.type} ${wallet}: ${what}`;
    }
    case 'approval.granted':
    case 'approval.revoked': {
      const { spender, token } = alert.approval;
      return `${alert.type} ${wallet}: ${token.symbol ?? token.address} to ${spender.address ?? 'nobody'}`;
    }
    case 'entry.unreadable':
      return `${alert.type} ${wallet}: ${alert.entry.reason}`;
    case 'balance.low':
    case 'balance.restored': {
      const { amount, value, token, minimum } = alert.balance;
      return `${alert.type} ${wallet}: ${amount ?? value} ${token.symbol ?? token.address}, floor ${minimum}`;
    }
    case 'control.changed':
      return `${alert.type} ${wallet}: ${alert.control.what} ${alert.control.before} to ${alert.control.after}`;
    case 'wallet.watching':
      return `${alert.type} ${wallet}: since ${alert.since}`;
  }
}
