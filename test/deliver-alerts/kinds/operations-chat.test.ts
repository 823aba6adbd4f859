import { describe, expect, it } from 'vitest';
import { operationsChat } from '../../../functions/deliver-alerts/kinds/operations-chat.ts';
import { walletIncident } from '../../../functions/incidents/incident.ts';
import { incidentTexts } from '../../../functions/incidents/incident-texts.ts';
import { repositoryRunbook } from '../../../functions/incidents/operations-message.ts';
import { operationsOrigin } from '../../support/operations-origin.ts';

const runbook = (heading: string) => ({ text: 'Runbook', url: `${repositoryRunbook}#${heading}` });
const stack =
  'Stack: Chainbell in us-east-1 (commands, in your checkout: --stack Chainbell --region us-east-1)';
const chatOf = (content: unknown, subject: string | null = null) =>
  operationsChat(typeof content === 'string' ? content : JSON.stringify(content), subject, operationsOrigin);

const failing = {
  type: 'destination.failing',
  state: 'began',
  wallet: null,
  chain: null,
  reason: '410: gone',
  whatToDo: 'Put a new URL.',
  destination: 'team',
};

describe('a message of ours', () => {
  it.each([
    [
      'a destination that fails',
      failing,
      '🔧 Chainbell: A destination does not take alerts',
      [
        'Meanwhile: Its alerts wait or lie in its dead-letter queue; all other subscribers get theirs.',
        'What to do: Put a new URL.',
        'Reason: 410: gone',
        'Destination: team',
      ],
      'destinationfailing',
    ],
    [
      'a destination that is back, with something left to do',
      { ...failing, state: 'ended' },
      '✅ Chainbell: A destination takes alerts again',
      [
        'Now: What waited is delivered now; what it refused lies in its dead-letter queue.',
        'What to do: Put a new URL.',
        'Reason: 410: gone',
        'Destination: team',
      ],
      'destinationfailing',
    ],
    [
      'a wallet that is late',
      { ...failing, type: 'backlog', wallet: '0xabc', chain: 'eth', destination: undefined },
      '🔧 Chainbell: Alerts of a wallet are late',
      [
        'Meanwhile: What left in genuine or trusted tokens comes first, then the oldest; none is lost.',
        'What to do: Put a new URL.',
        'Reason: 410: gone',
        'Wallet: 0xabc',
        'Chain: eth',
      ],
      'backlog',
    ],
    [
      'a node that alone shows its chain',
      {
        ...{ ...failing, type: 'activity.unavailable', chain: 'polygon', destination: undefined },
        isSource: true,
      },
      "🔧 Chainbell: A chain's node is down",
      [
        'Meanwhile: Alerts of this chain wait for its node: they are late, none is lost.',
        'What to do: Put a new URL.',
        'Reason: 410: gone',
        'Chain: polygon',
      ],
      'activityunavailable',
    ],
    [
      'what costs nothing meanwhile',
      { ...failing, type: 'wallets.watching', destination: undefined },
      '🔧 Chainbell: Many wallets are watched now',
      ['What to do: Put a new URL.', 'Reason: 410: gone'],
      'walletswatching',
    ],
    [
      'an end with nothing left to do',
      { ...failing, type: 'key.refused', state: 'ended', destination: undefined },
      '✅ Chainbell: The API takes the key again',
      ['Now: Delayed alerts are being sent now, oldest first; none is lost.', 'Reason: 410: gone'],
      'keyrefused',
    ],
  ])('of %s', (_what, message, headline, lines, heading) => {
    expect(chatOf(message)).toEqual({
      headline,
      lines: [...lines, stack],
      link: runbook(heading),
      tone: message.state === 'began' ? 'danger' : 'well',
    });
  });

  it.each(Object.keys(incidentTexts))('may be of %s', (type) => {
    expect(chatOf({ ...failing, type }).link?.text).toBe('Runbook');
  });

  it('says since when a wallet is behind as people read a time: digits joined by hyphens would make a number to call', () => {
    const since = Date.parse('2026-01-02T03:04:05.000Z');
    const late = walletIncident('behind', { wallet: '0xabc', chain: 'eth' }, { reason: 'Much.', since });
    expect(chatOf({ ...failing, ...late }).lines).toContain(
      'Reason: Polls of "0xabc" on eth have not reached the newest block since 2 January 2026 at 03:04 UTC. Much.',
    );
  });

  it('says that a reason is invisible, and shows up to 400 characters of a visible one', () => {
    const lineOf = (reason: string) => chatOf({ ...failing, reason }).lines[2];
    expect(lineOf('\u200b')).toBe('Reason: (nothing visible)');
    expect(lineOf('')).toBe('Reason: (nothing visible)');
    const long = 'word '.repeat(80).trim();
    expect(lineOf(long)).toBe(`Reason: ${long}`);
    expect(lineOf(`${long} and more`)?.length).toBeLessThanOrEqual('Reason: '.length + 400);
    expect(lineOf('@everyone')).toBe('Reason: (@)everyone');
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
    expect(chatOf(content, 'Hello @all')).toEqual({
      headline: '🔧 Hello (@)all',
      lines: [],
      link: null,
      tone: 'danger',
    });
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
    expect(chatOf({ ...alarm, AlarmDescription }, 'a subject')).toEqual({
      headline: '🔧 ALARM: Chainbell: polls late',
      lines,
      link: heading === null ? null : runbook(heading),
      tone: 'danger',
    });
  });

  it.each(['OK', 'INSUFFICIENT_DATA'])('that is over, or unknown, is no danger: %s', (NewStateValue) => {
    expect(chatOf({ ...alarm, NewStateValue, AlarmDescription: 'Late.' })).toEqual({
      headline: `✅ ${NewStateValue}: Chainbell: polls late`,
      lines: ['It was about: Late.'],
      link: null,
      tone: 'well',
    });
  });
});
