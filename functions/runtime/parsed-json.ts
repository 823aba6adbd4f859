import * as z from 'zod';

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
