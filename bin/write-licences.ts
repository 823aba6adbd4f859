import { writeFileSync } from 'node:fs';
import { packagesOfFunctions } from '../lib/package/bundled-packages.ts';
import { licencesPage } from '../lib/package/licences.ts';

/** `npm run licences`: writes docs/licences.md. */
writeFileSync(new URL('../docs/licences.md', import.meta.url), licencesPage(await packagesOfFunctions()));
