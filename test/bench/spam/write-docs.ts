import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { writeSection } from '../../support/docs-section.ts';
import { withRules } from './docs-page.ts';
import { labelledTokens } from './labelled-tokens.ts';
import { markdownTable } from './markdown.ts';
import { resultsOn } from './results.ts';

/** `npm run docs:spam`: the tables of docs/spam.md, from the rules and from what is measured on the labelled tokens. */
const page = fileURLToPath(new URL('../../../docs/spam.md', import.meta.url));
writeFileSync(page, withRules(readFileSync(page, 'utf8')));
writeSection('spam', 'measured', markdownTable(resultsOn(labelledTokens())));
