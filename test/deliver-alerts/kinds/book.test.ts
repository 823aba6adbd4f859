import { expect, it } from 'vitest';
import { findChain } from '../../../functions/chain/chains.ts';
import { alertMessage } from '../../../functions/deliver-alerts/kinds/alert-message.ts';
import { operationsChat } from '../../../functions/deliver-alerts/kinds/operations-chat.ts';
import type { ChatMessage } from '../../../functions/deliver-alerts/kinds/service.ts';
import { telegramText } from '../../../functions/deliver-alerts/kinds/telegram.ts';
import { gold, lookalikeOf, poisoningAlert, toImitation, transferAlert } from '../../support/alerts.ts';
import { alertExamples, fiveReasons, summaryExamples } from '../../support/every-alert.ts';
import { operationsExamples } from '../../support/every-incident.ts';
import { operationsOrigin } from '../../support/operations-origin.ts';

const paidImitation = { ...toImitation, value: 5_000_000n };
const more = Object.entries({
  'received, on a chain without explorer': transferAlert({ watch: { chain: findChain('0x7777') } }),
  'received, spam that its row shows': transferAlert({ watch: { spam: 'show' }, verdict: fiveReasons }),
  'sent to an imitation, of a token nobody knows': transferAlert({
    ...{ transfer: toImitation, token: gold, lookalike: lookalikeOf() },
  }),
  'poisoning, without a label or a time': poisoningAlert({
    ...{ watch: { label: null }, transfer: { blockTimestamp: null }, verdict: fiveReasons },
  }),
  'poisoning that may have been paid': poisoningAlert({ transfer: paidImitation, token: gold }),
  'poisoning, of a pair that may have been paid': poisoningAlert({
    ...{ transfer: paidImitation, lookalike: { proven: false } },
  }),
});

const pageOf = (name: string, message: ChatMessage) =>
  `===== ${name} (${message.tone}, ${message.link?.url ?? 'no link'})\n\n${telegramText(message).text}\n`;

// Renewed by `npx vitest run book.test.ts -u`, like the books of emails and SMS.
it('shows every alert in a chat exactly as in the book', async () => {
  const pages = [...alertExamples, ...more, ...summaryExamples].map(([name, alert]) =>
    pageOf(name, alertMessage(alert)),
  );
  await expect(pages.join('\n')).toMatchFileSnapshot('chat-book.txt');
});

it('shows every operations message in a chat exactly as in the book', async () => {
  const pages = operationsExamples.map(([name, message]) => {
    return pageOf(name, operationsChat(JSON.stringify(message), null, operationsOrigin));
  });
  await expect(pages.join('\n')).toMatchFileSnapshot('operations-chat-book.txt');
});
