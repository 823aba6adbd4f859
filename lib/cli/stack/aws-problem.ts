import { cleanText } from '../../../functions/text/safe-text.ts';
import { Unusable } from '../unusable.ts';

/** AWS was not asked, or gave no answer: of credentials, region or the network. */
export class AwsUnavailable extends Unusable {
  override readonly name = 'AwsUnavailable';
}

/** AWS answered that these credentials may not do this. */
export class AwsRefused extends Unusable {
  override readonly name = 'AwsRefused';
  /** As IAM policies name it: `dynamodb:PutItem`. */
  readonly action: string;
  constructor(action: string, cause: unknown) {
    super(
      `AWS does not let these credentials call ${action}: a policy must allow it (docs/command-line.md lists what each command needs).`,
      { cause },
    );
    this.action = action;
  }
}

const refusals = new Set([
  'AccessDenied',
  'AccessDeniedException',
  'AuthorizationError',
  'AuthorizationErrorException',
  'NotAuthorized',
  'UnauthorizedOperation',
]);

const unavailable: ReadonlyMap<string, string> = new Map(
  Object.entries({
    CredentialsProviderError: 'There are no AWS credentials: sign in, or set AWS_PROFILE.',
    TokenProviderError: 'There are no AWS credentials: sign in, or set AWS_PROFILE.',
    ExpiredToken: 'The AWS credentials have expired: sign in again.',
    ExpiredTokenException: 'The AWS credentials have expired: sign in again.',
    RequestExpired: 'The AWS credentials have expired: sign in again.',
    UnrecognizedClientException: 'AWS does not know these credentials: sign in again, or set AWS_PROFILE.',
    InvalidClientTokenId: 'AWS does not know these credentials: sign in again, or set AWS_PROFILE.',
    InvalidSignatureException: 'AWS does not know these credentials: sign in again, or set AWS_PROFILE.',
    SignatureDoesNotMatch: 'AWS does not know these credentials: sign in again, or set AWS_PROFILE.',
  }),
);

const network = new Set(['ENOTFOUND', 'EAI_AGAIN', 'ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'EPIPE']);

/**
 * An error of an AWS client as one that says what a person can do about it; the error itself where there is nothing
 * general to say of it.
 * @param action the one that was called, which few refusals name
 */
export function plainAwsError(error: unknown, action: string): unknown {
  if (!(error instanceof Error) || error instanceof Unusable) return error;
  if (refusals.has(error.name)) {
    const [, named] = /perform: ([a-z0-9-]+:[a-z0-9]+)/i.exec(error.message) ?? [];
    return new AwsRefused(named ?? action, error);
  }
  const sentence = unavailable.get(error.name);
  if (sentence !== undefined) return new AwsUnavailable(sentence, { cause: error });
  if (error.message.startsWith('Region is missing'))
    return new AwsUnavailable('There is no region: give --region, or set AWS_REGION.', { cause: error });
  if (error.name === 'TimeoutError' || ('code' in error && network.has(String(error.code))))
    return new AwsUnavailable(
      `AWS gives no answer to ${action}: look at the network and the region's name.`,
      {
        cause: error,
      },
    );
  return error;
}

/** What AWS answered, in a sentence; null for an error that is none of AWS's. */
export function plainSentence(error: Error): string | null {
  if (!('$metadata' in error)) return null;
  const said = cleanText(error.message, 300) ?? 'it gives no reason';
  return `AWS answered ${error.name}: ${said}${/[.!?]$/.test(said) ? '' : '.'}`;
}
