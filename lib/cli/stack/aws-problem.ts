import { cleanText } from '../../../functions/text/safe-text.ts';
import { Unusable } from '../unusable.ts';

/** Credentials, region or network keep AWS from answering. */
export class AwsUnavailable extends Unusable {
  override readonly name = 'AwsUnavailable';
}

export class AwsRefused extends Unusable {
  override readonly name = 'AwsRefused';
  readonly action: string;
  readonly whatToDo: string;
  constructor(action: string, cause: Error) {
    const whatToDo = adviceOn(action, cause.message);
    super(
      `AWS does not let these credentials call ${action}. ${whatToDo} docs/examples/policies has all that each command needs.`,
      { cause },
    );
    this.action = action;
    this.whatToDo = whatToDo;
  }
}

/** Another statement helps if none allows the action, but not if one denies it. */
function adviceOn(action: string, said: string): string {
  const [, resource = '*'] = /on resource: ([\w:/.*+=,@#-]+)/.exec(said) ?? [];
  const statement = JSON.stringify({ Effect: 'Allow', Action: action, Resource: resource });
  const [, denial] = /with an (explicit deny in an? [\w -]+)/.exec(said) ?? [];
  if (denial !== undefined) return `Whoever keeps it must lift the ${denial}.`;
  const [, missing = 'identity-based policy'] = /no ([\w -]+?) allows/.exec(said) ?? [];
  if (missing === 'identity-based policy') return `A policy of theirs must have ${statement}.`;
  return `AWS finds no ${missing} that allows it: one must have ${statement}.`;
}

const refusal = /^((AccessDenied|AuthorizationError)(Exception)?|NotAuthorized|UnauthorizedOperation)$/;

const none = 'There are no AWS credentials: sign in by aws sso login, or set AWS_PROFILE.';
const expired =
  'The AWS credentials have expired: sign in again by aws sso login (with --profile if AWS_PROFILE is set), or get new keys.';
const unknown =
  'AWS does not know these credentials: sign in by aws sso login, or set AWS_PROFILE; aws sts get-caller-identity says whose they are. If it knows them, the account has not enabled this region, or the clock here is wrong.';

const unavailable: ReadonlyMap<string, string> = new Map(
  Object.entries({
    CredentialsProviderError: none,
    TokenProviderError: none,
    ExpiredToken: expired,
    ExpiredTokenException: expired,
    RequestExpired: expired,
    UnrecognizedClientException: unknown,
    InvalidClientTokenId: unknown,
    InvalidSignatureException: unknown,
    SignatureDoesNotMatch: unknown,
  }),
);

const network =
  /^(TimeoutError|Unknown|ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EPIPE)$|Deserialization error:/;

/** An error that names the remedy, or the error itself. @param action that was called; few refusals name it */
export function plainAwsError(error: unknown, action: string): unknown {
  if (!(error instanceof Error) || error instanceof Unusable) return error;
  if (refusal.test(error.name)) {
    const [, named = action] = /perform: ([a-z0-9-]+:[a-z0-9]+)/i.exec(error.message) ?? [];
    return new AwsRefused(named.toLowerCase() === action.toLowerCase() ? action : named, error);
  }
  const away = (why: string) => new AwsUnavailable(why, { cause: error });
  const sentence = unavailable.get(error.name);
  // An expired single sign-on session looks like missing credentials.
  if (sentence === none && /expired/i.test(error.message)) return away(expired);
  if (sentence !== undefined) return away(sentence);
  if (/^Region (is missing|not accepted)/.test(error.message))
    return away('There is no usable region: set AWS_REGION, or give --region to a command that has it.');
  if ([error.name, error.message, 'code' in error && error.code].some((one) => network.test(String(one))))
    return away(`AWS gives no answer to ${action}: look at the network, your proxy and the region's name.`);
  return error;
}

/** Null for an error that is not AWS's. */
export function plainSentence(error: Error): string | null {
  // Compared by name, because importing the class would load the SDK for every command.
  if (error.name === 'TableThrottled') return `${error.message} Try again in some minutes.`;
  if (!('$metadata' in error)) return null;
  const said = cleanText(error.message, 300) ?? 'it gives no reason';
  return `AWS answered ${error.name}: ${said}${/[.!?]$/.test(said) ? '' : '.'}`;
}
