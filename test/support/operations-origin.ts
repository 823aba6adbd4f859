import { type OperationsOrigin, repositoryRunbook } from '../../functions/incidents/operations-message.ts';

/** The sender of operations messages in tests and pictures. */
export const operationsOrigin: OperationsOrigin = {
  runbookUrl: repositoryRunbook,
  stack: { name: 'Chainbell', region: 'us-east-1' },
};
