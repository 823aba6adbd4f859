import { randomBytes } from 'node:crypto';
import { type DestinationKind, destinationKinds } from '../../functions/deliver-alerts/environment.ts';
import { createService, ParameterUnusable } from '../../functions/deliver-alerts/kinds/create-service.ts';
import { Unusable } from '../cli/unusable.ts';

/** Where this run sends its alerts too; one of a kind, called by it. */
export interface LocalDestination {
  readonly kind: DestinationKind;
  /** What its SSM parameter would hold. */
  readonly parameter: string;
}

/** By kind: how the option's value becomes the parameter. */
const parameterOf: Readonly<Record<DestinationKind, (typed: string) => object>> = {
  // A token has a colon of its own.
  telegram: (typed) => {
    const at = typed.lastIndexOf(':');
    return { token: typed.slice(0, at), chat: typed.slice(at + 1) };
  },
  slack: (url) => ({ url }),
  discord: (url) => ({ url }),
  pagerduty: (routingKey) => ({ routingKey }),
  webhook: (url) => ({ url, secrets: [`whsec_${randomBytes(32).toString('base64')}`] }),
};

/**
 * @param typed values of the options that are called as the kinds
 * @throws Unusable naming the option, and nothing of its value, which is a secret
 */
export function readDestinations(
  typed: Readonly<Partial<Record<DestinationKind, string | undefined>>>,
): readonly LocalDestination[] {
  return destinationKinds.flatMap((kind) => {
    const value = typed[kind];
    if (value === undefined) return [];
    const parameter = JSON.stringify(parameterOf[kind](value));
    try {
      createService(kind, parameter, { allowLoopback: true, movedTo: null });
    } catch (error) {
      if (error instanceof ParameterUnusable)
        throw new Unusable(`--${kind}: ${error.message}.`, { cause: error });
      throw error;
    }
    return [{ kind, parameter }];
  });
}

/** For the person at the terminal: where alerts go, and what a receiver needs to verify them. */
export function describeDestinations(destinations: readonly LocalDestination[]): readonly string[] {
  return destinations.map(({ kind, parameter }) => {
    const { secrets } = JSON.parse(parameter) as { secrets?: readonly string[] };
    return secrets === undefined ? kind : `${kind}, signed with ${secrets.join(' ')}`;
  });
}
