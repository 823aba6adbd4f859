import * as z from 'zod';
import { filterPolicy } from './destination.ts';
import { phone } from './setting.ts';

/** One of the setting `phones`: a number that gets every alert, or one with a filter policy. */
const phoneSetting = z.union([
  phone.transform((number) => ({ phone: number, filter: undefined })),
  z.strictObject({
    phone,
    /** An SNS filter policy on message attributes. */
    filter: filterPolicy.optional(),
  }),
]);

/** A topic has one subscription a number, so a number can't have two filters. */
export const phones = z
  .array(phoneSetting)
  .prefault([])
  .transform((all) => [...new Map(all.map((one) => [JSON.stringify(one), one])).values()])
  .refine((all) => new Set(all.map((one) => one.phone)).size === all.length);
