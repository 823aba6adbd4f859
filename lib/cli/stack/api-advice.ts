import { KeyMissing, KeyRefused, PlanExhausted } from '../../../functions/transfer/source-errors.ts';

/** What the API's refusals mean to the owner; none of their messages holds the key. */
export function apiAdvice(error: unknown): string {
  if (error instanceof KeyMissing) return `${error.message} npx chainbell key set puts one there.`;
  if (error instanceof KeyRefused)
    return "the API refuses the key, so no wallet is polled: take a valid one from the provider's console, and npx chainbell key set.";
  if (error instanceof PlanExhausted) return `the plan's calls are used up: ${error.message}`;
  return `the API gave no transfers: ${error instanceof Error ? error.message : String(error)}`;
}
