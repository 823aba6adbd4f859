import * as z from 'zod';
import { cleanText } from '../../text/safe-text.ts';
import { unlink } from '../../text/unlink.ts';
import type { Answer } from '../net/send.ts';
import { parsedJson } from '../parsed-json.ts';

const said = parsedJson(
  z.object({
    description: z.string().optional(),
    message: z.string().optional(),
    error: z.string().optional(),
  }),
);

/**
 * The status and one cleaned line of what a service says in its answer: `404: no_team`. Nothing secret is in it, and of a
 * web page nothing at all.
 */
export function answerText({ status, body }: Answer, secrets: readonly string[]): string {
  const parsed = said.safeParse(body).data;
  const words = parsed?.description ?? parsed?.message ?? parsed?.error ?? (/[<{]/.test(body) ? '' : body);
  const text = cleanText(withoutSecrets(words, secrets), 200);
  return text === null ? String(status) : `${status}: ${unlink(text)}`;
}

/** Also what looks like a part of one: an answer may quote the path alone. */
function withoutSecrets(text: string, secrets: readonly string[]): string {
  const parts = secrets.flatMap((secret) => [secret, encodeURIComponent(secret), ...pathsOf(secret)]);
  return parts.reduce((sofar, part) => sofar.replaceAll(part, '[secret]'), text);
}

function pathsOf(secret: string): string[] {
  const url = URL.parse(secret);
  return url === null ? [] : [url.pathname, ...url.pathname.split('/')].filter((part) => part.length >= 8);
}
