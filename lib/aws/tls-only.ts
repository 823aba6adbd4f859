import { AnyPrincipal, Effect, PolicyStatement } from 'aws-cdk-lib/aws-iam';

/**
 * Denies the actions to whoever comes without TLS. Requests from this very machine are left alone, as they cross no
 * network: no request to AWS ever comes from loopback, so that nothing is lost there, and an AWS-compatible engine on
 * one's own machine can be used over http with its policies on.
 */
export function tlsOnly(action: string, resource: string): PolicyStatement {
  return new PolicyStatement({
    sid: 'TlsOnly',
    effect: Effect.DENY,
    principals: [new AnyPrincipal()],
    actions: [action],
    resources: [resource],
    conditions: {
      Bool: { 'aws:SecureTransport': 'false' },
      NotIpAddress: { 'aws:SourceIp': ['127.0.0.0/8', '::1/128'] },
    },
  });
}
