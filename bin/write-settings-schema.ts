import { writeFileSync } from 'node:fs';
import { settingsJsonSchema } from '../lib/aws/settings/json-schema.ts';

/** `npm run schema` */
const file = new URL('../chainbell.schema.json', import.meta.url);
writeFileSync(file, `${JSON.stringify(settingsJsonSchema(), null, 2)}\n`);
