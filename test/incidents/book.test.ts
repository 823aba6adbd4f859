import { expect, it } from 'vitest';
import { operationsEmail, operationsSubject } from '../../functions/incidents/operations-text.ts';
import { operationsExamples } from '../support/every-incident.ts';
import { operationsOrigin } from '../support/operations-origin.ts';

// Renewed by `npx vitest run book.test.ts -u`, like the books of alerts.
it('describes every incident exactly as the book does', async () => {
  const pages = operationsExamples.map(([name, message]) => {
    const email = operationsEmail(message, operationsOrigin);
    return `===== ${name}\n\n--- Subject\n${operationsSubject(message)}\n\n--- Email\n${email}\n`;
  });
  await expect(pages.join('\n')).toMatchFileSnapshot('operations-book.txt');
});
