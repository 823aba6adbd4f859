import { z } from 'zod';

/** `CALLS_PER_DAY` of both functions: digits, or empty for a plan without a daily limit. */
export const callsPerDay = z
  .string()
  .regex(/^\d*$/)
  .transform((digits) => (digits === '' ? null : Number(digits)));
