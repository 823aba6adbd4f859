import { createHash } from 'node:crypto';
import type { SSMClient } from '@aws-sdk/client-ssm';
import type { Clock } from '../../runtime/clock.ts';
import { readParameter } from '../../runtime/read-parameter.ts';

/** The value of a destination's parameter. */
export interface ParameterValue {
  readonly value: string;
  /** Tells one value from another, and nothing about it. */
  readonly fingerprint: string;
}

/** Reads destinations' parameters. */
export interface Parameters {
  /** Null: there is none. A value is read again after a minute, a missing one after less than half. */
  read(destination: string): Promise<ParameterValue | null>;
  /** The next read is made anew. */
  forget(destination: string): void;
}

const keptMs = 60_000;
/** Messages that wait for it come back every thirty seconds. */
const missingKeptMs = 20_000;

export function parameterName(destination: string): string {
  return `/chainbell/destinations/${destination}`;
}

export function createParameters(ssm: SSMClient, clock: Pick<Clock, 'now'>): Parameters {
  const known = new Map<string, { readonly found: ParameterValue | null; readonly until: number }>();
  return {
    async read(destination) {
      const kept = known.get(destination);
      if (kept !== undefined && clock.now() < kept.until) return kept.found;
      const value = await readParameter(ssm, parameterName(destination));
      const found = value === null ? null : { value, fingerprint: fingerprintOf(value) };
      known.set(destination, { found, until: clock.now() + (found === null ? missingKeptMs : keptMs) });
      return found;
    },
    forget: (destination) => void known.delete(destination),
  };
}

function fingerprintOf(value: string): string {
  return createHash('sha256').update(value).digest('hex').slice(0, 32);
}
