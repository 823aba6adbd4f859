import { hash } from 'node:crypto';
import type { SSMClient } from '@aws-sdk/client-ssm';
import type { Clock } from '../../runtime/clock.ts';
import { readParameter } from '../../runtime/read-parameter.ts';
import { type DestinationKind, destinationParameter } from '../environment.ts';
import { createService, ParameterUnusable } from '../kinds/create-service.ts';
import type { Service } from '../kinds/service.ts';
import type { Lease } from './destination-state.ts';

export interface Destination {
  readonly name: string;
  readonly kind: DestinationKind;
  readonly queueArn: string;
}

const keptMs = 60_000;
/** How long a missing parameter is remembered: messages that wait for it come back every thirty seconds. */
const missingKeptMs = 20_000;

/** The fingerprint identifies the value, and reveals nothing of it. */
type ParameterValue = { readonly value: string; readonly fingerprint: string };

export type Parameters = ReturnType<typeof createParameters>;

export function createParameters(ssm: SSMClient, clock: Pick<Clock, 'now'>) {
  const known = new Map<string, { readonly found: ParameterValue | null; readonly until: number }>();
  return {
    async read(destination: string): Promise<ParameterValue | null> {
      const kept = known.get(destination);
      if (kept !== undefined && clock.now() < kept.until) return kept.found;
      const value = await readParameter(ssm, destinationParameter(destination));
      const found = value === null ? null : { value, fingerprint: hash('sha256', value).slice(0, 32) };
      known.set(destination, { found, until: clock.now() + (found === null ? missingKeptMs : keptMs) });
      return found;
    },
    forget(destination: string): void {
      known.delete(destination);
    },
  };
}

export type Target =
  | UsableTarget
  /** The reason names the parameter, and quotes nothing of its value. */
  | { readonly service: null; readonly fingerprint: null; readonly reason: string };

export interface UsableTarget {
  readonly service: Service;
  readonly fingerprint: string;
  /** The chat within which message ids are valid. */
  readonly place: string;
}

/**
 * The parameter is read again if this worker remembers another value than the latest worker read, and while the destination is off:
 * a redrive after mending is then tried, not buried.
 */
export async function findTarget(
  { name, kind }: Pick<Destination, 'name' | 'kind'>,
  { state, change }: Pick<Lease, 'state' | 'change'>,
  parameters: Parameters,
  allowLoopback: boolean,
): Promise<Target> {
  if (state.off !== null) parameters.forget(name);
  let found = await parameters.read(name);
  if ((found?.fingerprint ?? null) !== state.value) {
    parameters.forget(name);
    found = await parameters.read(name);
    await change({ value: found?.fingerprint ?? null });
  }
  const parameter = `The SSM parameter ${destinationParameter(name)}`;
  if (found === null) return { service: null, fingerprint: null, reason: `${parameter} is missing.` };
  const { value, fingerprint } = found;
  const { moved } = state;
  const movedTo = moved?.fingerprint === fingerprint ? moved.chat : null;
  try {
    const service = createService(kind, value, { allowLoopback, movedTo });
    return { service, fingerprint, place: `${fingerprint}${movedTo ?? ''}` };
  } catch (error) {
    if (!(error instanceof ParameterUnusable)) throw error;
    parameters.forget(name);
    return { service: null, fingerprint: null, reason: `${parameter} can't be used: ${error.message}.` };
  }
}
