import { type Clock, systemClock } from '../../../functions/runtime/clock.ts';
import { type Aws, openAws } from '../stack/aws.ts';
import type { Streams } from '../streams.ts';

/** What a command works with besides its arguments. */
export interface Context {
  readonly streams: Streams;
  readonly clock: Clock;
  /** @param region null: the environment's */
  readonly openAws: (region: string | null) => Aws;
}

/** What is outside of a command and its streams: AWS and the time. */
export type Outside = Omit<Context, 'streams'>;

/** AWS with the credentials of the environment, and the machine's own clock. */
export const realOutside: Outside = { clock: systemClock, openAws };
