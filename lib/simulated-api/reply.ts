/** A body that is a text is sent as it is, others as JSON. */
export interface Reply {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export function refusal(status: number, message: string | string[]): Reply {
  return { status, body: { message } };
}

export const keyRefused = refusal(401, 'Invalid key');

export const planExhausted = refusal(
  401,
  'Validation service blocked: Your plan: free-plan-daily total included usage has been consumed, please upgrade your plan.',
);

export const tooManyRequests = refusal(429, 'Rate limit exceeded.');
