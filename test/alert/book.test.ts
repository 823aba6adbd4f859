import { expect, it } from 'vitest';
import type { Alert } from '../../functions/alert/alert.ts';
import { toSnsMessage } from '../../functions/alert/publish.ts';
import { alertExamples, summaryExamples } from '../support/every-alert.ts';

/** The alert as each kind of subscriber reads it. */
function pageOf(name: string, alert: Alert): string {
  const { Subject, Message, MessageAttributes } = toSnsMessage(alert);
  const { email, sms } = JSON.parse(Message);
  const attributes = Object.entries(MessageAttributes).map(
    ([key, { StringValue }]) => `${key}: ${StringValue}`,
  );
  return `===== ${name}\n\n--- Attributes\n${attributes.join('\n')}\n\n--- SMS\n${sms}\n\n--- Subject\n${Subject}\n\n--- Email\n${email}`;
}

const types = Object.entries(
  Object.groupBy([...alertExamples, ...summaryExamples], ([, alert]) => alert.type),
);

// Shows changed words as readers see them: `npx vitest run book.test.ts -u` rewrites the books.
it.each(types)('writes %s exactly as its page of the book has it', async (type, examples = []) => {
  const pages = examples.map(([name, alert]) => pageOf(name, alert));
  await expect(`${pages.join('\n\n')}\n`).toMatchFileSnapshot(`book/${type}.txt`);
});
