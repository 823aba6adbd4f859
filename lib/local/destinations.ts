import { type DestinationKind, destinationKinds } from '../../functions/deliver-alerts/environment.ts';
import { firstFields, newWebhookSecret, secretProblem } from '../cli/secrets/ask-destination.ts';
import { Unusable } from '../cli/unusable.ts';

/** One of a kind at most. */
export interface LocalDestination {
  readonly kind: DestinationKind;
  /** The SSM parameter's JSON. */
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
    const problem = secretProblem(kind, parameter, true);
    if (problem !== null) throw new Unusable(`--${kind}: ${problem}.`);
    return [{ kind, parameter }];
  });
}

/** A webhook's line has the secrets that verify it. */
export function describeDestinations(destinations: readonly LocalDestination[]): readonly string[] {
  return destinations.map(({ kind, parameter }) => {
    const { secrets } = JSON.parse(parameter) as { secrets?: readonly string[] };
    return secrets === undefined ? kind : `${kind}, signed with ${secrets.join(' ')}`;
  });
}
