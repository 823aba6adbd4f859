import { writeSection } from '../../support/docs/docs-section.ts';
import { resultsTable, rulesTable } from './docs-tables.ts';
import { labelledTokens } from './labelled-tokens.ts';
import { resultsOn } from './measure.ts';

/** `npm run docs:spam`: writes the tables of docs/spam.md, from the rules and from measurements on the labelled tokens. */
writeSection('spam', 'rules', rulesTable());
writeSection('spam', 'measured', resultsTable(resultsOn(labelledTokens())));
