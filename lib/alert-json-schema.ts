import * as z from 'zod';
import { alertSchema } from '../functions/alert/alert.ts';

/** The content of alert.schema.json, for readers in any language. */
export function alertJsonSchema(): object {
  // "input": an address as readers see it, without the brand.
  const schema = z.toJSONSchema(alertSchema, { target: 'draft-2020-12', io: 'input' });
  return {
    $schema: schema.$schema,
    $id: 'urn:chainbell:alert:1',
    title: 'Chainbell alert',
    description:
      'One alert as queues, functions and webhooks get it. Every field is always there; unknown values are null. Addresses, hashes and hex ids are lower case.',
    ...schema,
  };
}
