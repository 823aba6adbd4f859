/**
 * For every AWS client: without them one connection that hangs holds up an invocation to its end, and all its wallets.
 * AWS answers such calls in milliseconds; the SDK makes each three times in all.
 */
export const awsClientOptions = {
  requestHandler: { connectionTimeout: 3_000, requestTimeout: 8_000, throwOnRequestTimeout: true },
};
