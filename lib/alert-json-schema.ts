import * as z from 'zod';
import { alertSchema } from '../functions/alert/alert.ts';

/** The alert as JSON Schema (draft 2020-12), for readers in any language: what alert.schema.json holds. */
export function alertJsonSchema(): object {
  // "input": an address is read into a branded string, and what readers see is the text before that.
  const schema = z.toJSONSchema(alertSchema, { target: 'draft-2020-12', io: 'input' });
  return {
    $schema: schema.$schema,
    $id: 'urn:chainbell:alert:1',
    title: 'Chainbell alert',
    description:
      'One alert as every subscriber gets it. Every field is always there; what nobody knows is null. Addresses, hashes and hex ids are lower case.',
    ...schema,
  };
}
