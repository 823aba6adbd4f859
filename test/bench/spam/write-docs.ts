import { writeSection } from '../../support/docs-section.ts';
import { rulesTable } from './docs-page.ts';
import { labelledTokens } from './labelled-tokens.ts';
import { markdownTable } from './markdown.ts';
import { resultsOn } from './results.ts';

/** `npm run docs:spam`: the tables of docs/spam.md, from the rules and from what is measured on the labelled tokens. */
writeSection('spam', 'rules', rulesTable());
writeSection('spam', 'measured', markdownTable(resultsOn(labelledTokens())));
