import { readFileSync, writeFileSync } from 'node:fs';
import { permissionsTable } from './permissions.ts';

/** `npm run docs:permissions`: writes the roles of the synthesised template into docs/security.md. */
const file = new URL('../../docs/security.md', import.meta.url);
const [before = '', , after = ''] = readFileSync(file, 'utf8').split(/<!-- permissions(?: end)? -->/);
writeFileSync(file, `${before}<!-- permissions -->\n${permissionsTable()}\n<!-- permissions end -->${after}`);
