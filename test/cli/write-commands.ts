import { writeSection } from '../support/docs-section.ts';
import { actionsTable, summaryTable } from './command-table.ts';
import { policySection, roleNames } from './role-policies.ts';

/** `npm run docs:commands`: writes the table of docs/command-line.md, and the table and policies of docs/permissions.md. */
writeSection('command-line', 'commands', summaryTable());
writeSection('permissions', 'actions', await actionsTable());
for (const role of roleNames) writeSection('permissions', role, await policySection(role));
