import type { DestinationKind } from '../environment.ts';
import { createService, ParameterUnusable } from '../kinds/create-service.ts';
import type { Service } from '../kinds/service.ts';
import type { DestinationState } from './destination-state.ts';
import { type Parameters, parameterName } from './parameter.ts';

export interface Destination {
  readonly name: string;
  readonly kind: DestinationKind;
}

/** What a destination's parameter comes to by now. */
export type Target =
  | { readonly service: Service; readonly fingerprint: string }
  /** Messages wait until it is mended; the reason names it, and nothing of its value. */
  | { readonly service: null; readonly reason: string };

export async function findTarget(
  { name, kind }: Destination,
  { moved }: Pick<DestinationState, 'moved'>,
  parameters: Parameters,
  allowLoopback: boolean,
): Promise<Target> {
  const found = await parameters.read(name);
  const parameter = `The SSM parameter ${parameterName(name)}`;
  if (found === null) return { service: null, reason: `${parameter} is missing.` };
  const { value, fingerprint } = found;
  const movedTo = moved?.fingerprint === fingerprint ? moved.chat : null;
  try {
    return { service: createService(kind, value, { allowLoopback, movedTo }), fingerprint };
  } catch (error) {
    if (!(error instanceof ParameterUnusable)) throw error;
    parameters.forget(name);
    return { service: null, reason: `${parameter} can't be used: ${error.message}.` };
  }
}
