import { describe, expect, it } from 'vitest';
import { operationsChat } from '../../../functions/deliver-alerts/kinds/operations-chat.ts';
import { repositoryRunbook } from '../../../functions/incidents/operations-message.ts';
import { operationsOrigin } from '../../support/operations-origin.ts';

const runbook = (heading: string) => ({ text: 'Runbook', url: `${repositoryRunbook}#${heading}` });
const chatOf = (content: unknown, subject: string | null = null) =>
  operationsChat(typeof content === 'string' ? content : JSON.stringify(content), subject, operationsOrigin);

const failing = {
  ...{ type: 'destination.failing', state: 'began', wallet: null, chain: null, destination: 'team' },
  ...{ reason: '410: gone', whatToDo: 'Put a new URL.' },
};

// The book shows every operations message in a chat.
describe('a message of ours', () => {
  it('says if a reason has no visible character, and otherwise shows up to 400 characters', () => {
    const lineOf = (reason: string) => chatOf({ ...failing, reason }).lines[2];
    expect(lineOf('\u200b')).toBe('Reason: (nothing visible)');
    expect(lineOf('')).toBe('Reason: (nothing visible)');
    const long = 'word '.repeat(80).trim();
    expect(lineOf(long)).toBe(`Reason: ${long}`);
    expect(lineOf(`${long} and more`)).toBe(`Reason: ${long.slice(0, 397)}...`);
    expect(lineOf('@everyone')).toBe('Reason: (@)everyone');
  });

  it("has the subject's short addresses and labels as they stand, and nothing else that a chat would act on", () => {
    const subject =
      'Chainbell: 0x3333...3333 on eth is NOT being watched, nor 0xd8da6b...a9604O: $UNI claim.xyz';
    expect(chatOf(failing, subject).headline).toBe(
      '🔧 Chainbell: 0x3333...3333 on eth is NOT being watched, nor 0xd8da6b...a9604O: ($)UNI claim(.)xyz',
    );
    expect(chatOf(failing, 'Safe 1767322800 on eth is NOT being watched').headline).toContain(
      'Safe 1767322800 on',
    );
    expect(chatOf(failing, '#0xabcde...abcdef, @0xabcde...abcdef').headline).toBe(
      '🔧 (#)0xabcde(...)abcdef, (@)0xabcde(...)abcdef',
    );
  });
});

describe("a message that is not Chainbell's", () => {
  it.each([
    ['another type', { ...failing, type: 'toString' }],
    ['a type that is no text', { ...failing, type: 7 }],
    ['another state', { ...failing, state: 'goes on' }],
    ['no reason', { ...failing, reason: null }],
    ['no advice', { ...failing, whatToDo: undefined }],
    ['a wallet that is no text', { ...failing, wallet: 7 }],
    ['an alarm without a state', { AlarmName: 'late' }],
    ['no JSON', 'Somebody published this.'],
  ])('is shown by its subject: %s', (_what, content) => {
    const plain = { lines: [], link: null, tone: 'danger' };
    expect(chatOf(content, 'Hello @all')).toEqual({ headline: '🔧 Hello (@)all', ...plain });
  });

  it('is shown as it is if it has no subject', () => {
    expect(chatOf('Somebody published this.').headline).toBe('🔧 Somebody published this.');
    expect(chatOf('').headline).toBe('🔧 (nothing visible)');
  });
});

describe('an alarm', () => {
  const alarm = { AlarmName: 'Chainbell: polls late', NewStateValue: 'ALARM' };
  const link = ` Runbook: ${repositoryRunbook}#polls-late`;

  it.each([
    ['nothing', undefined, [], null],
    ['null', null, [], null],
    ['nothing but the link', link, [], 'polls-late'],
    ['a sentence', 'Late.', ['About: Late.'], null],
    ['advice too', `Late. What to do: wait.${link}`, ['About: Late.', 'What to do: wait.'], 'polls-late'],
    ['a link with another path', `Late. Runbook: ${repositoryRunbook}#a/b`, ['About: Late.'], null],
    ['a link without a heading', `Late. Runbook: ${repositoryRunbook}#`, ['About: Late.'], null],
    ['a link with a space before', `Late. Runbook: ${repositoryRunbook}# x`, ['About: Late.'], null],
    ['a mention', 'Late @all. What to do: ask @bob', ['About: Late (@)all.', 'What to do: ask (@)bob'], null],
  ])('that describes itself by %s', (_what, AlarmDescription, lines, heading) => {
    expect(chatOf({ ...alarm, AlarmDescription }, 'a subject')).toMatchObject({
      headline: '🔧 ALARM: Chainbell: polls late',
      lines,
      link: heading === null ? null : runbook(heading),
      tone: 'danger',
    });
  });

  it.each(['OK', 'INSUFFICIENT_DATA'])(
    'that is over, or unknown, has no danger sign: %s',
    (NewStateValue) => {
      expect(chatOf({ ...alarm, NewStateValue, AlarmDescription: 'Late.' })).toMatchObject({
        headline: `✅ ${NewStateValue}: Chainbell: polls late`,
        lines: ['It was about: Late.'],
        link: null,
        tone: 'well',
      });
    },
  );
});
