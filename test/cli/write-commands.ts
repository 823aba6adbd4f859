import { writeSection } from '../support/docs-section.ts';
import { actionsTable, summaryTable } from './command-table.ts';

/** `npm run docs:commands`: writes the tables of docs/command-line.md. */
writeSection('command-line', 'commands', summaryTable());
writeSection('command-line', 'actions', await actionsTable());
