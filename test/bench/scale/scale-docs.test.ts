import { expect, it } from 'vitest';
import { readSection } from '../../support/docs/docs-section.ts';
import { estimatesTable } from './scale-tables.ts';

it('docs/architecture.md matches the formulas (npm run docs:scale)', () => {
  expect(readSection('architecture', 'estimates')).toBe(estimatesTable());
});
