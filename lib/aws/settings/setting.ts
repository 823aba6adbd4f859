import * as z from 'zod';
import { isSafeUrl } from '../../../functions/api/http/base-url.ts';
import { parseUrl } from '../../../functions/text/parse-url.ts';
import { asBoolean, asList, type FromText } from './setting-text.ts';

/** What a setting is made of; definitions.ts has all of them. */
export interface Setting<T> {
  /** What it is for, in one line: editors show it. */
  readonly meaning: string;
  /** What follows "it takes" in the sentence that stops a synth. */
  readonly takes: string;
  readonly fromText: FromText;
  readonly schema: z.ZodType<T>;
}

/** A setting of these four parts. */
export const setting = <T>(
  meaning: string,
  takes: string,
  fromText: FromText,
  schema: z.ZodType<T>,
): Setting<T> => ({
  meaning,
  takes,
  fromText,
  schema,
});

/** A schema out of a parser that throws: the setting's own sentence says what it takes. */
export const parsedBy = <T>(parse: (text: string) => T) =>
  z.string().transform((text, context) => {
    try {
      return parse(text);
    } catch {
      context.addIssue({ code: 'custom' });
      return z.NEVER;
    }
  });

/** A list without repeats; empty unless given. */
export const listOf = (item: z.ZodType<string>) =>
  z
    .array(item)
    .default([])
    .transform((items) => [...new Set(items)]);

/** https, or http for loopback. A password in a URL would stand in the template for everyone to read. */
export const webhook = z.string().refine((text) => {
  const url = withoutCredentials(text);
  return url !== null && isSafeUrl(url);
});

/** A page that links name a heading of; a password in it would go to everybody who gets the link. */
export const httpsPage = z.string().refine((text) => {
  const url = withoutCredentials(text);
  return url !== null && url.protocol === 'https:' && !/[#\s]/.test(text);
});

/** Null for what is no URL, and for one with a user name or password. */
function withoutCredentials(text: string): URL | null {
  const url = parseUrl(text);
  return url?.username === '' && url.password === '' ? url : null;
}

/** A phone number with its country code. */
export const phone = z.string().regex(/^\+[1-9]\d{6,14}$/);

/** Addresses to subscribe. */
export const emails = (meaning: string) =>
  setting(meaning, 'email addresses, separated by commas', asList, listOf(z.email()));

/** Off unless asked for. */
export const yesOrNo = (meaning: string) =>
  setting(meaning, 'true or false', asBoolean, z.boolean().default(false));

/** By SSM's own rules: letters, digits, `_.-`, up to 15 levels; names beginning with aws or ssm are AWS's. */
export const parameterName = z
  .string()
  .max(900)
  .regex(/^([\w.-]+|(\/[\w.-]+){1,15})$/)
  .refine((name) => !/^\/?(aws|ssm)/i.test(name));
