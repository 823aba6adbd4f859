import * as z from 'zod';

/** Variables that must not be empty. */
export function texts<Name extends string>(...names: readonly Name[]): Readonly<Record<Name, z.ZodString>> {
  return Object.fromEntries(names.map((name) => [name, z.string().min(1)])) as Record<Name, z.ZodString>;
}

/** Reads a JSON text of this shape. */
export const parsedJson = <Shape extends z.ZodType>(shape: Shape) =>
  z
    .string()
    .transform((text, context): unknown => {
      try {
        return JSON.parse(text);
      } catch {
        // JSON.parse quotes the text, which may be a secret.
        context.addIssue({ code: 'custom', message: 'not JSON' });
        return z.NEVER;
      }
    })
    .pipe(shape);
