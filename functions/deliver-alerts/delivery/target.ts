import type { DestinationKind } from '../environment.ts';
import { createService, ParameterUnusable } from '../kinds/create-service.ts';
import type { Service } from '../kinds/service.ts';
import type { Lease } from './destination-state.ts';
import { type Parameters, parameterName } from './parameter.ts';

export interface Destination {
  readonly name: string;
  readonly kind: DestinationKind;
}

/** What a destination's parameter comes to by now. */
export type Target =
  | UsableTarget
  /** Messages wait until it is mended; the reason names it, and nothing of its value. */
  | { readonly service: null; readonly fingerprint: null; readonly reason: string };

export interface UsableTarget {
  readonly service: Service;
  readonly fingerprint: string;
  /** Where messages go: their ids there mean nothing, or other messages, anywhere else. */
  readonly place: string;
}

/**
 * What it comes to for all workers: one that remembers another value than the worker before it reads it anew, as all do
 * while the destination is switched off. What a person sends again after mending it is then tried, and not buried.
 */
export async function findTarget(
  { name, kind }: Destination,
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
  const parameter = `The SSM parameter ${parameterName(name)}`;
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
