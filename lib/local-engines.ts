import * as z from 'zod';
import { Unusable } from './cli/unusable.ts';

/** For clients of the embedded engines, which check neither. */
export const loopbackAccount = {
  region: 'us-east-1',
  credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
};

export const enginesPath = '/engines';

export const defaultPort = 4780;

/** The parts of a local run: the command line works on them as on a deployed stack. */
export const localEngines = z.object({
  dynamodbEndpoint: z.url(),
  messagingEndpoint: z.url(),
  tables: z.object({ watchlist: z.string(), state: z.string(), history: z.string(), contacts: z.string() }),
  alertsTopicArn: z.string(),
  opsTopicArn: z.string(),
});

export type LocalEngines = z.infer<typeof localEngines>;

/** 0: any free one. @throws Unusable */
export function readPort(text: string): number {
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text);
  throw new Unusable(`--port: "${text.slice(0, 20)}" is not a port, it takes 0 to 65535.`);
}
