import { refusal } from '../../../lib/simulated-api/reply.ts';

export const keyRefused = refusal(401, 'Invalid key');

export const planExhausted = refusal(
  401,
  'Validation service blocked: Your plan: free-plan-daily total included usage has been consumed, please upgrade your plan.',
);

export const tooManyRequests = refusal(429, 'Rate limit exceeded.');
