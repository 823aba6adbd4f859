import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readSection } from '../../support/docs/docs-section.ts';
import { costPicture } from './cost-picture.ts';
import { estimatesTable } from './scale-tables.ts';

const docs = (path: string) => readFileSync(new URL(`../../../docs/${path}`, import.meta.url), 'utf8');

it('docs/architecture.md and its picture match the formulas (npm run docs:scale)', () => {
  expect(readSection('architecture', 'estimates')).toBe(estimatesTable());
  expect(docs('pictures/cost.svg')).toBe(costPicture());
});
