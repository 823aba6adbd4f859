import { SNSClient } from '@aws-sdk/client-sns';
import { SQSClient } from '@aws-sdk/client-sqs';
import { buildApp } from 'fauxqs';
import { loopbackAccount } from './loopback-account.ts';

/** An SNS and an SQS of this process, at one address. */
export interface EmbeddedMessaging {
  readonly endpoint: string;
  readonly sns: SNSClient;
  readonly sqs: SQSClient;
  stop(): Promise<void>;
}

/**
 * Starts fauxqs on a free port of 127.0.0.1, in memory. Its own `startFauxqs` listens on every interface,
 * so its app is opened here.
 */
export async function startEmbeddedMessaging(): Promise<EmbeddedMessaging> {
  const app = buildApp({ logger: false, defaultRegion: loopbackAccount.region });
  app.addHook('onRequest', async (request, reply) => {
    // No web page is a client of it: only browsers send an Origin.
    if (request.headers.origin !== undefined) await reply.status(403).send();
  });
  const endpoint = await app.listen({ port: 0, host: '127.0.0.1' });
  const sns = new SNSClient({ endpoint, ...loopbackAccount });
  const sqs = new SQSClient({ endpoint, useQueueUrlAsEndpoint: false, ...loopbackAccount });
  return {
    endpoint,
    sns,
    sqs,
    stop: async () => {
      sns.destroy();
      sqs.destroy();
      await app.close();
    },
  };
}
