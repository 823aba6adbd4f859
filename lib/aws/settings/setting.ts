import * as z from 'zod';
import { isSafeUrl } from '../../../functions/http/base-url.ts';
import { parseUrl } from '../../../functions/text/safe-text.ts';

/** Settings come as text (`-c name=value`) or as JSON; these functions turn text into JSON. */

type FromText = (value: unknown) => unknown;

function trimmed(value: unknown): unknown {
  return typeof value === 'string' ? value.trim() : value;
}

/** Text that is no number stays as it is: a schema may know words such as `none`. So does 40.000, which some read as forty thousand. */
export function asNumber(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const text = value.trim();
  return /^-?\d+(\.\d{1,2})?$/.test(text) ? Number(text) : text;
}

function asBoolean(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const word = value.trim().toLowerCase();
  return word === 'true' ? true : word === 'false' ? false : value;
}

export function asJsonOrWord(value: unknown): unknown {
  const text = trimmed(value);
  return typeof text === 'string' && text.startsWith('{') ? parsedOrAsIs(text) : text;
}

/** `a,b` or a JSON array; empty text is an empty list. */
export function asList(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const text = value.trim();
  if (/^[[{]/.test(text)) return parsedOrAsIs(text);
  return text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

/** JSON, or the text if it is none. */
function parsedOrAsIs(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

export interface Setting<T> {
  /** One sentence, which editors show. */
  readonly meaning: string;
  /** What follows "it takes" in the sentence that stops a synth. */
  readonly takes: string;
  readonly fromText: FromText;
  readonly schema: z.ZodType<T>;
}

export const setting = <T>(
  meaning: string,
  takes: string,
  schema: z.ZodType<T>,
  fromText: FromText = trimmed,
): Setting<T> => ({ meaning, takes, fromText, schema });

/** A schema of a parser that throws. The setting's `takes` replaces the parser's message. */
export const parsedBy = <T>(parse: (text: string) => T) =>
  z.string().transform((text, context) => {
    try {
      return parse(text);
    } catch {
      context.addIssue({ code: 'custom' });
      return z.NEVER;
    }
  });

export const listOf = (item: z.ZodType<string>) =>
  z
    .array(item)
    .default([])
    .transform((items): readonly string[] => [...new Set(items)]);

/** https, or http for loopback. Without a password: the template would show it. */
export const webhook = z.string().refine((text) => {
  const url = withoutCredentials(text);
  return url !== null && isSafeUrl(url);
});

/** Everybody who gets a link would see its password. */
export const httpsPage = z.string().refine((text) => {
  const url = withoutCredentials(text);
  return url !== null && url.protocol === 'https:' && !/[#\s]/.test(text);
});

function withoutCredentials(text: string): URL | null {
  const url = parseUrl(text);
  return url?.username === '' && url.password === '' ? url : null;
}

export const phone = z.string().regex(/^\+[1-9]\d{6,14}$/);

export const emails = (meaning: string) =>
  setting(meaning, 'email addresses, separated by commas', listOf(z.email()), asList);

export const yesOrNo = (meaning: string) =>
  setting(meaning, 'true or false', z.boolean().default(false), asBoolean);

/** SSM's rules: up to 15 levels; names beginning with aws or ssm are AWS's. In /chainbell/destinations each name is a destination's. */
export const parameterName = z
  .string()
  .max(900)
  .regex(/^([\w.-]+|(\/[\w.-]+){1,15})$/)
  .refine((name) => !/^\/?(aws|ssm)|^\/chainbell\/destinations(\/|$)/i.test(name));
