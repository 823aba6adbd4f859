import type { Context, SQSBatchItemFailure, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { pollMessage } from '../queue/poll-message.ts';
import { stackOf } from '../runtime/error-text.ts';
import { metricNames } from '../runtime/metric-names.ts';
import { once } from '../runtime/once.ts';
import { type PollFunction, pollDependencies } from './dependencies.ts';
import { pollWallets } from './poll-wallets.ts';

/** Milliseconds to end an invocation before Lambda cuts it off. */
const margin = 3_000;

/** SQS delivers a message again if it is unreadable, a table is out of reach or a mark is unwritten, but not if a wallet fails. */
export function createPollHandler(makeFunction: () => Promise<PollFunction>) {
  const started = once(makeFunction);
  return async (
    event: SQSEvent,
    context: Pick<Context, 'getRemainingTimeInMillis'>,
  ): Promise<SQSBatchResponse> => {
    const { deps, flush } = await started();
    const until = deps.clock.now() + context.getRemainingTimeInMillis() - margin;
    const batchItemFailures: SQSBatchItemFailure[] = [];
    for (const { messageId, body } of event.Records) {
      try {
        await pollWallets(pollMessage.parse(JSON.parse(body)), deps, until);
      } catch (error) {
        deps.log.error('error: a batch of polls failed', { messageId, error: stackOf(error) });
        deps.count(metricNames.walletsFailing, 1);
        batchItemFailures.push({ itemIdentifier: messageId });
      }
    }
    await flush();
    return { batchItemFailures };
  };
}

export const handler = createPollHandler(() => pollDependencies(process.env));
