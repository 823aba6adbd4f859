import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { writeSection } from '../../support/docs-section.ts';
import type { DayCost } from '../day/days.ts';
import { costPicture } from './cost-picture.ts';
import { daysTable, estimatesTable, profileTable } from './scale-tables.ts';

/**
 * `npm run docs:scale`: writes docs/pictures/cost.svg and the table of estimates in docs/scale.md; with `-- --days FILE` its tables of
 * simulated days too, of what `npm run -s bench -- --json` printed.
 */
const { values } = parseArgs({ options: { days: { type: 'string' } } });
writeFileSync(new URL('../../../docs/pictures/cost.svg', import.meta.url), costPicture());
writeSection('scale', 'estimates', estimatesTable());
if (values.days !== undefined) {
  const results: readonly object[] = JSON.parse(readFileSync(values.days, 'utf8'));
  const days = results.filter((one): one is DayCost => 'naiveDollars' in one);
  writeSection('scale', 'days', daysTable(days));
  writeSection('scale', 'profile', profileTable(days));
}
