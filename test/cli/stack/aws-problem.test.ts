import { describe, expect, it } from 'vitest';
import { plainAwsError } from '../../../lib/cli/stack/aws-problem.ts';

const called = 'sqs:GetQueueUrl';
const queue = 'arn:aws:sqs:eu-central-1:123456789012:Chainbell-team';
const whoMayNot = 'User: arn:aws:sts::123456789012:assumed-role/Ops/me is not authorized to perform';
const list = 'docs/examples/policies has all that each command needs.';

/** A person's view of an error that AWS's client throws. */
function sentence(name: string, message: string): string {
  const error = plainAwsError(Object.assign(new Error(message), { name }), called);
  return error instanceof Error ? error.message : '';
}

describe('a refusal by AWS', () => {
  const allow = (action: string, resource: string) =>
    `{"Effect":"Allow","Action":"${action}","Resource":"${resource}"}`;

  it.each([
    [
      'without a policy that allows it, the action spelt in lower case',
      `${whoMayNot}: sqs:getqueueurl on resource: ${queue} because no identity-based policy allows the sqs:getqueueurl action`,
      `AWS does not let these credentials call ${called}. A policy of theirs must have ${allow(called, queue)}. ${list}`,
    ],
    [
      'of an action that the called one needs',
      `${whoMayNot}: kms:Decrypt on resource: arn:aws:kms:eu-central-1:123456789012:key/1-2 because no resource-based policy allows the kms:Decrypt action`,
      `AWS does not let these credentials call kms:Decrypt. AWS finds no resource-based policy that allows it: one must have ${allow('kms:Decrypt', 'arn:aws:kms:eu-central-1:123456789012:key/1-2')}. ${list}`,
    ],
    [
      'by a permissions boundary',
      `${whoMayNot}: sqs:getqueueurl on resource: ${queue} because no permissions boundary allows the sqs:getqueueurl action`,
      `AWS does not let these credentials call ${called}. AWS finds no permissions boundary that allows it: one must have ${allow(called, queue)}. ${list}`,
    ],
    [
      'by an explicit deny, which no statement can overrule',
      `${whoMayNot}: sqs:getqueueurl on resource: ${queue} with an explicit deny in a service control policy`,
      `AWS does not let these credentials call ${called}. Whoever keeps it must lift the explicit deny in a service control policy. ${list}`,
    ],
    [
      'without naming the resource',
      'Access denied',
      `AWS does not let these credentials call ${called}. A policy of theirs must have ${allow(called, '*')}. ${list}`,
    ],
  ])('%s', (_, said, expected) => {
    expect(sentence('AccessDeniedException', said)).toBe(expected);
  });
});

it.each([
  ['ExpiredToken', 'The provided token has expired', /have expired: sign in again by aws sso login/],
  [
    'CredentialsProviderError',
    'The SSO session associated with this profile has expired. To refresh this SSO session run aws sso login with the corresponding profile.',
    /have expired: sign in again by aws sso login/,
  ],
  ['TokenProviderError', 'Token is expired. To refresh this SSO session run', /have expired: sign in/],
  ['CredentialsProviderError', 'Could not load credentials from any providers', /^There are no AWS cred/],
  ['InvalidClientTokenId', 'The token included is invalid', /^AWS does not know .* this region/],
  ['Unknown', 'Unknown', /^AWS gives no answer to .*, your proxy/],
  // A proxy's page.
  [
    'SyntaxError',
    `Unexpected token '<', "<html>" is not valid JSON
  Deserialization error: to see the raw response, inspect the hidden field {error}.$response on this object.`,
    /^AWS gives no answer to .*, your proxy/,
  ],
  ['Error', 'Region is missing', /^There is no usable region: set AWS_REGION, or give --region to a com/],
  ['Error', 'Region not accepted: region="eu-west-1 " is not a valid hostname', /^There is no usable reg/],
])('unusable credentials or region: %s (%s) says what to do', (name, message, said) => {
  expect(sentence(name, message)).toMatch(said);
});
