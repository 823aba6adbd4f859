import { writeFileSync } from 'node:fs';
import { alertJsonSchema } from '../lib/alert-json-schema.ts';

/** `npm run schema` */
const file = new URL('../functions/alert/alert.schema.json', import.meta.url);
writeFileSync(file, `${JSON.stringify(alertJsonSchema(), null, 2)}\n`);
