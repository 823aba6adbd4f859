import { once } from 'node:events';
import { type Clock, systemClock } from '../../../functions/runtime/clock.ts';
import type { FunctionFolder } from '../../aws/bundling.ts';
import { type Aws, openAws } from '../stack/aws.ts';
import type { Streams } from '../streams.ts';

/** What a command works with besides its arguments. */
export interface Context {
  readonly streams: Streams;
  readonly clock: Clock;
  /** @param region null: the environment's */
  readonly openAws: (region: string | null) => Aws;
  /** Ends when the person at the terminal wants a command to end that goes on, such as the page at this address. */
  readonly interrupted: (address: string) => Promise<void>;
  /** What Lambda says of a function whose code is what this checkout or package deploys. */
  readonly codeSha256: (folder: FunctionFolder) => Promise<string>;
}

/** What is outside of a command and its streams: AWS and the time. */
export type Outside = Omit<Context, 'streams'>;

/** AWS with the credentials of the environment, the machine's own clock, and the sources at hand. */
export const realOutside: Outside = {
  clock: systemClock,
  openAws,
  interrupted: async () => {
    await Promise.race(['SIGINT', 'SIGTERM'].map((signal) => once(process, signal)));
  },
  codeSha256: async (folder) => (await import('../../aws/function-zip.ts')).codeSha256(folder),
};
