import { type DestinationKind, destinationKinds } from '../../functions/deliver-alerts/environment.ts';
import { createService, ParameterUnusable } from '../../functions/deliver-alerts/kinds/create-service.ts';
import { firstFields, newWebhookSecret } from '../cli/secrets/ask-destination.ts';
import { Unusable } from '../cli/unusable.ts';

/** One of a kind at most. */
export interface LocalDestination {
  readonly kind: DestinationKind;
  /** As the SSM parameter has it. */
  readonly parameter: string;
}

function parameterOf(kind: DestinationKind, typed: string): object {
  // A token contains a colon.
  const at = kind === 'telegram' ? typed.lastIndexOf(':') : typed.length;
  const secret = { [firstFields[kind][0]]: typed.slice(0, at) };
  if (kind === 'telegram') return { ...secret, chat: typed.slice(at + 1) };
  return kind === 'webhook' ? { ...secret, secrets: [newWebhookSecret()] } : secret;
}

/**
 * @param typed option values by kind
 * @throws Unusable naming the option, but not its value, which is a secret
 */
export function readDestinations(
  typed: Readonly<Partial<Record<DestinationKind, string | undefined>>>,
): readonly LocalDestination[] {
  return destinationKinds.flatMap((kind) => {
    const value = typed[kind];
    if (value === undefined) return [];
    const parameter = JSON.stringify(parameterOf(kind, value));
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

/** With what a webhook's receiver needs to verify them. */
export function describeDestinations(destinations: readonly LocalDestination[]): readonly string[] {
  return destinations.map(({ kind, parameter }) => {
    const { secrets } = JSON.parse(parameter) as { secrets?: readonly string[] };
    return secrets === undefined ? kind : `${kind}, signed with ${secrets.join(' ')}`;
  });
}
