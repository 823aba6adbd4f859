import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { withRules } from './docs-page.ts';

/** `npm run docs:spam`: the table of docs/spam.md, from the rules. */
const page = fileURLToPath(new URL('../../../docs/spam.md', import.meta.url));
writeFileSync(page, withRules(readFileSync(page, 'utf8')));
