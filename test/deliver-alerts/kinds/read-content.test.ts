import { describe, expect, it } from 'vitest';
import { alertMessage } from '../../../functions/deliver-alerts/kinds/alert-message.ts';
import { operationsChat } from '../../../functions/deliver-alerts/kinds/operations-chat.ts';
import { readContent } from '../../../functions/deliver-alerts/kinds/read-content.ts';
import { revertedAlert, transferAlert } from '../../support/alerts.ts';
import { operationsOrigin } from '../../support/operations-origin.ts';

const message = {
  messageId: 'sqs-1',
  receiptHandle: 'r',
  body: '',
  content: JSON.stringify(transferAlert()),
  id: 'a1',
  line: '0xaa',
  publishedAt: 0,
  position: '0',
  fromOperations: false,
  isUrgent: false,
  subject: null as string | null,
};
const read = (over: Partial<typeof message>, kind: 'webhook' | 'slack' = 'slack') =>
  readContent({ ...message, ...over }, kind, operationsOrigin);

describe('what a queued message says', () => {
  it('is its alert', () => {
    expect(read({})).toEqual({ chat: alertMessage(transferAlert()), reverts: null });
  });

  it('is which alert it takes back', () => {
    const reverted = revertedAlert({ id: 'a9' });
    expect(read({ content: JSON.stringify(reverted) })).toEqual({
      chat: alertMessage(reverted),
      reverts: 'a9',
    });
  });

  it('is that of operations, even where it looks like an alert', () => {
    const over = { fromOperations: true, subject: 'Hello' };
    expect(read(over)).toEqual({
      chat: operationsChat(message.content, 'Hello', operationsOrigin),
      reverts: null,
    });
    expect(read(over)?.chat.headline).toBe('🔧 Hello');
  });

  it.each(['hello', '{}', '[]', '{"id":"a1","type":"other","verdict":null}'])(
    'is nothing that a chat could show: %s',
    (content) => {
      expect(read({ content })).toBeNull();
    },
  );

  it.each([{}, { content: 'hello' }, { fromOperations: true }])(
    'is no matter to a webhook, which gets it as it is: %j',
    (over) => {
      expect(read(over, 'webhook')).toEqual({
        chat: { headline: '', lines: [], link: null, tone: 'well' },
        reverts: null,
      });
    },
  );
});
