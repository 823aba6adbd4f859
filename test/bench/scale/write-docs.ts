import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { writeSection } from '../../support/docs-section.ts';
import type { DayCost } from '../day/days.ts';
import type { StormCost } from '../day/storms.ts';
import { costPicture } from './cost-picture.ts';
import { daysTable, estimatesTable, profileTable, stormsTable } from './scale-tables.ts';

/**
 * `npm run docs:scale`: writes docs/pictures/cost.svg and the table of estimates in docs/scale.md; with `-- --days FILE` its tables of
 * simulated days and storms too, of what `npm run -s bench -- --json` printed, or its part `--only days` or `--only storms`.
 */
const { values } = parseArgs({ options: { days: { type: 'string' } } });
writeFileSync(new URL('../../../docs/pictures/cost.svg', import.meta.url), costPicture());
writeSection('scale', 'estimates', estimatesTable());
if (values.days !== undefined) {
  const results: readonly object[] = JSON.parse(readFileSync(values.days, 'utf8'));
  const days = results.filter((one): one is DayCost => 'naiveDollars' in one);
  if (days.length > 0) {
    writeSection('scale', 'days', daysTable(days));
    writeSection('scale', 'profile', profileTable(days));
  }
  const storms = results.filter((one): one is StormCost => 'storm' in one);
  if (storms.length > 0) writeSection('scale', 'storms', stormsTable(storms));
}
