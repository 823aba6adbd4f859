import * as z from 'zod';

/** For clients of the embedded engines, which check neither. */
export const loopbackAccount = {
  region: 'us-east-1',
  credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
};

export const enginesPath = '/engines';

export const defaultPort = 4780;

/** What a local run consists of: the command line works on it as on a deployed stack. */
export const localEngines = z.object({
  dynamodbEndpoint: z.url(),
  messagingEndpoint: z.url(),
  tables: z.object({ watchlist: z.string(), state: z.string(), history: z.string(), contacts: z.string() }),
  alertsTopicArn: z.string(),
  opsTopicArn: z.string(),
});

export type LocalEngines = z.infer<typeof localEngines>;
