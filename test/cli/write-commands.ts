import { writeFileSync } from 'node:fs';
import { writeSection } from '../support/docs/docs-section.ts';
import { actionsTable, summaryTable } from './command-table.ts';
import { policyFile, policyText, roleNames } from './role-policies.ts';

/** `npm run docs:commands`: writes the commands into docs/reference.md, and their permissions and policies into docs/examples/policies. */
writeSection('reference', 'commands', summaryTable());
writeSection('examples/policies/README', 'actions', await actionsTable());
for (const role of roleNames) writeFileSync(policyFile(role), await policyText(role));
