import type { OperationsOrigin } from '../../functions/incidents/operations-origin.ts';
import { repositoryRunbook } from '../../functions/incidents/runbook-link.ts';

/** What sends the operations messages of tests and pictures. */
export const operationsOrigin: OperationsOrigin = {
  runbookUrl: repositoryRunbook,
  stack: { name: 'Chainbell', region: 'us-east-1' },
};
