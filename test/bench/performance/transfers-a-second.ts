import { SNSClient } from '@aws-sdk/client-sns';
import type { OutgoingAlert } from '../../../functions/alert/outgoing-alert.ts';
import { publishAlerts } from '../../../functions/alert/publish.ts';
import { pollWallet } from '../../../functions/poll-wallets/poll-wallet.ts';
import { systemClock } from '../../../functions/runtime/clock.ts';
import type { Transfer } from '../../../functions/transfer/transfer.ts';
import { hashOf } from '../../../lib/simulated-api/simulated-transfer.ts';
import { watchOf } from '../../support/alerts.ts';
import { emptyRange } from '../../support/empty-range.ts';
import { MemoryStates } from '../../support/memory-states.ts';
import { asTransfer } from '../spam/as-transfer.ts';
import { labelledTokens } from '../spam/labelled-tokens.ts';
import { pollWorker, soon } from './poll-worker.ts';
import { processorTime, type Ratio, ratioOf } from './ratio.ts';

/** Of one poll: more would be told by a digest. */
const perPoll = 10;
const pollsPerRound = 60;

/**
 * What a new transfer costs a processor between the source's reply and SNS's answer, judged, composed in all its texts, saved and
 * published, beside AWS's client that publishes the same messages. Tokens are those of the labelled set; spam is told too.
 */
export async function transfersASecond(): Promise<Ratio> {
  const watch = watchOf({ spam: 'mark' });
  const states = new MemoryStates();
  const batches = batchesOf(transfersOfTokens());
  let transfers: readonly Transfer[] = [];
  let told: readonly OutgoingAlert[] = [];
  const deps = pollWorker({
    states,
    source: {
      open: async () => {},
      ranges: (requests) =>
        requests.map(async function* () {
          yield { ...emptyRange, transfers };
        }),
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
  const perTransfer = async (once: () => Promise<unknown>) =>
    (await processorTime(pollsPerRound, once)) / perPoll;
  const ratio = await ratioOf(
    'a transfer beside the publishing of it',
    null,
    () => perTransfer(pollNew),
    () => perTransfer(() => publish(told)),
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

function batchesOf(transfers: readonly Transfer[]): Transfer[][] {
  const count = Math.floor(transfers.length / perPoll);
  return Array.from({ length: count }, (_, n) => transfers.slice(n * perPoll, (n + 1) * perPoll));
}

const sns = new SNSClient({
  region: 'eu-central-1',
  credentials: { accessKeyId: 'an-id', secretAccessKey: 'a-secret' },
  // Answers at once: what the network takes is not a processor's.
  requestHandler: {
    handle: async () => ({
      response: {
        statusCode: 200,
        headers: {},
        body: Buffer.from(
          '<PublishResponse><PublishResult><MessageId>an-id</MessageId></PublishResult></PublishResponse>',
        ),
      },
    }),
  },
});

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
