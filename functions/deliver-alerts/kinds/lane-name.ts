import { createHash } from 'node:crypto';

/** Whom a service counts, in a table: nobody reads the URL or token out of it. */
export function laneName(what: string, ...secret: readonly string[]): string {
  return `${what}#${createHash('sha256').update(JSON.stringify(secret)).digest('hex').slice(0, 32)}`;
}
