import { writeFileSync } from 'node:fs';
import { alertJsonSchema } from '../lib/alert-json-schema.ts';
import { settingsJsonSchema } from '../lib/aws/settings/json-schema.ts';

/** `npm run schema` */
for (const [file, schema] of [
  ['functions/alert/alert.schema.json', alertJsonSchema()],
  ['chainbell.schema.json', settingsJsonSchema()],
] as const)
  writeFileSync(new URL(`../${file}`, import.meta.url), `${JSON.stringify(schema, null, 2)}\n`);
