import { expect, it } from 'vitest';
import { alertMessage } from '../../../functions/deliver-alerts/kinds/alert-message.ts';
import { telegramText } from '../../../functions/deliver-alerts/kinds/telegram.ts';
import { alertExamples, summaryExamples } from '../../support/every-alert.ts';

// Written anew by `npx vitest run book.test.ts -u`, as the books of emails and SMS are.
it('says of every alert to a chat what the book has, to the letter', async () => {
  const pages = [...alertExamples, ...summaryExamples].map(([name, alert]) => {
    const { text } = telegramText(alertMessage(alert));
    return `===== ${name}\n\n${text}\n`;
  });
  await expect(pages.join('\n')).toMatchFileSnapshot('chat-book.txt');
});
