import * as z from 'zod';
import { filterPolicy } from './destination.ts';
import { phone } from './setting.ts';

const phoneSetting = z.union([
  phone.transform((number) => ({ phone: number, filter: undefined })),
  z.strictObject({
    phone,
    filter: filterPolicy.optional(),
  }),
]);

/** A topic has one subscription a number, so one filter. */
export const phones = z
  .array(phoneSetting)
  .prefault([])
  .transform((all) => [...new Map(all.map((one) => [JSON.stringify(one), one])).values()])
  .refine((all) => new Set(all.map((one) => one.phone)).size === all.length);
