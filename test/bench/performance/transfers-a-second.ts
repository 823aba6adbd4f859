import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { SNSClient } from '@aws-sdk/client-sns';
import { BatchWriteCommand, type DynamoDBDocumentClient, type QueryCommand } from '@aws-sdk/lib-dynamodb';
import { publishAlerts } from '../../../functions/alert/publish.ts';
import type { OutgoingAlert } from '../../../functions/alert/sns-message.ts';
import { pollWallet } from '../../../functions/poll-wallets/poll-wallet.ts';
import { plainDocumentClient } from '../../../functions/runtime/aws-clients.ts';
import { systemClock } from '../../../functions/runtime/clock.ts';
import { createHistoryTable } from '../../../functions/state/history-table.ts';
import type { Transfer } from '../../../functions/transfer/transfer.ts';
import { hashOf } from '../../../lib/simulated-api/simulated-transfer.ts';
import { watchOf } from '../../support/alerts.ts';
import { MemoryStates } from '../../support/memory-states.ts';
import { asTransfer } from '../spam/as-transfer.ts';
import { labelledTokens } from '../spam/labelled-tokens.ts';
import { pollWorker, soon } from './poll-worker.ts';
import { processorTime, type Ratio, ratioOf } from './ratio.ts';

/** Of one poll: more would be told by a digest. */
const perPoll = 10;
const pollsPerRound = 60;

/**
 * What a new transfer costs a processor between the source's reply and SNS's answer, judged, composed in all its texts, written to
 * History, saved and published, beside AWS's clients that write and publish the same. Tokens are those of the labelled set; spam is told too.
 */
export async function transfersASecond(): Promise<Ratio> {
  const watch = watchOf({ spam: 'mark' });
  const states = new MemoryStates();
  const batches = batchesOf(transfersOfTokens());
  let transfers: readonly Transfer[] = [];
  let told: readonly OutgoingAlert[] = [];
  const { history, writeAgain } = historyTable();
  const deps = pollWorker({
    states,
    history,
    source: {
      open: async () => {},
      async *pages() {
        yield { transfers, unreadable: [], next: null };
      },
    },
    publish: (alerts) => {
      told = alerts;
      return publish(alerts);
    },
  });
  const poll = () => pollWallet(watch, states.stateOf(watch, Date.now()), deps, soon());
  await poll();
  const begun = new Map(states.items);
  let polls = 0;
  const pollNew = async () => {
    for (const [key, item] of begun) states.items.set(key, item);
    transfers = batches[polls % batches.length] ?? [];
    polls += 1;
    await poll();
    if (told.length < perPoll) throw new Error(`${told.length} of ${perPoll} transfers were told`);
  };
  const writeAndPublish = async () => {
    await writeAgain();
    await publish(told);
  };
  const perTransfer = async (once: () => Promise<unknown>) =>
    (await processorTime(pollsPerRound, once)) / perPoll;
  const ratio = await ratioOf(
    'a transfer beside what AWS takes of it',
    null,
    () => perTransfer(pollNew),
    () => perTransfer(writeAndPublish),
  );
  return { ...ratio, of: 'transfers' };
}

/** One received unit of each token of the labelled set, in a transaction of its own. */
function transfersOfTokens(): Transfer[] {
  const now = new Date().toISOString();
  return labelledTokens().map((token, n) => ({
    ...asTransfer(token).transfer,
    transactionHash: hashOf(`transaction ${n}`),
    blockNumber: 18_000_000 + n,
    blockHash: hashOf(`block ${n}`),
    blockTimestamp: now,
  }));
}

/** Newest first, as a source has them. */
function batchesOf(transfers: readonly Transfer[]): Transfer[][] {
  const count = Math.floor(transfers.length / perPoll);
  return Array.from({ length: count }, (_, n) => transfers.slice(n * perPoll, (n + 1) * perPoll).reverse());
}

/** Options of a client whose every call is answered so, at once: what the network takes is not a processor's. */
const answering = (body: string) => ({
  region: 'eu-central-1',
  credentials: { accessKeyId: 'an-id', secretAccessKey: 'a-secret' },
  requestHandler: {
    handle: async () => ({ response: { statusCode: 200, headers: {}, body: Buffer.from(body) } }),
  },
});

const sns = new SNSClient(
  answering('<PublishResponse><PublishResult><MessageId>an-id</MessageId></PublishResult></PublishResponse>'),
);

/** The History table over AWS's client; `writeAgain` sends the last poll's items once more, and nothing else. */
function historyTable() {
  const client = plainDocumentClient(new DynamoDBClient(answering('{}')));
  let written: BatchWriteCommand['input'] = { RequestItems: {} };
  const noting = Object.create(client) as DynamoDBDocumentClient;
  noting.send = (async (command: BatchWriteCommand | QueryCommand) => {
    if (command instanceof BatchWriteCommand) written = command.input;
    return client.send(command as BatchWriteCommand);
  }) as never;
  const history = createHistoryTable(noting, 'History', 90, systemClock);
  const writeAgain = async () => {
    const items = written.RequestItems?.History?.length ?? 0;
    if (items < perPoll) throw new Error(`${items} of ${perPoll} transfers were written to History`);
    await client.send(new BatchWriteCommand(written));
  };
  return { history, writeAgain };
}

function publish(alerts: readonly OutgoingAlert[]) {
  return publishAlerts(alerts, {
    sns,
    topicArn: 'arn:aws:sns:eu-central-1:123456789012:Alerts',
    pace: { take: async () => true },
    clock: systemClock,
    deadline: soon().publishUntil,
    published: () => {},
  });
}
