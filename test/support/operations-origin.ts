import { type OperationsOrigin, repositoryRunbook } from '../../functions/incidents/operations-message.ts';

/** What sends the operations messages of tests and pictures. */
export const operationsOrigin: OperationsOrigin = {
  runbookUrl: repositoryRunbook,
  stack: { name: 'Chainbell', region: 'us-east-1' },
};
