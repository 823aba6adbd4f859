import { type DestinationKind, destinationKinds } from '../../functions/deliver-alerts/environment.ts';
import { firstFields, newWebhookSecret, secretProblem } from '../cli/secrets/ask-destination.ts';
import { Unusable } from '../cli/unusable.ts';

/** One a kind at most. `parameter` is the SSM parameter's JSON, `text` the banner's line; a webhook's line has its secrets. */
export type LocalDestination = ReturnType<typeof readDestinations>[number];

function parameterOf(kind: DestinationKind, typed: string) {
  // A bot's token contains a colon.
  const [, token, chat] = /^(.+:.+):(.*)$/.exec(typed) ?? [];
  if (kind === 'telegram') return { token, chat };
  const secret = { [firstFields[kind][0]]: typed };
  return kind === 'webhook' ? { ...secret, secrets: [newWebhookSecret()] } : secret;
}

/**
 * @param typed option values by kind
 * @throws Unusable naming the option, but not its value, which is a secret
 */
export function readDestinations(typed: Readonly<Partial<Record<DestinationKind, string | undefined>>>) {
  return destinationKinds.flatMap((kind) => {
    const value = typed[kind];
    if (value === undefined) return [];
    const fields = parameterOf(kind, value);
    const parameter = JSON.stringify(fields);
    const problem = secretProblem(kind, parameter, true);
    if (problem !== null) throw new Unusable(`--${kind}: ${problem}.`);
    const text = 'secrets' in fields ? `${kind}, signed with ${[fields.secrets].flat().join(' ')}` : kind;
    return [{ kind, parameter, text }];
  });
}
