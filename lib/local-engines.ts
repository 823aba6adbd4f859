import * as z from 'zod';

/** What clients of the embedded engines are made with: they check neither, and none is a real account's. */
export const loopbackAccount = {
  region: 'us-east-1',
  credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
};

/** Where a local run's page says what the run is made of. */
export const enginesPath = '/engines';

/** Of the page, unless `npm start` was told another one. */
export const defaultPort = 4780;

/** What a local run is made of: the command line works on it as on a deployed stack. */
export const localEngines = z.object({
  dynamodbEndpoint: z.url(),
  messagingEndpoint: z.url(),
  tables: z.object({
    watchlist: z.string(),
    state: z.string(),
    history: z.string(),
    contacts: z.string(),
  }),
  alertsTopicArn: z.string(),
  opsTopicArn: z.string(),
});

export type LocalEngines = z.infer<typeof localEngines>;
