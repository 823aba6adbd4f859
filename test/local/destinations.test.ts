import { describe, expect, it } from 'vitest';
import { readDestinations } from '../../lib/local/destinations.ts';

describe('destinations on the command line', () => {
  it('are a bot and its chat, or a URL', () => {
    const typed = { telegram: '1234:ab-c:-1005678', discord: 'https://discord.com/a' };
    expect(readDestinations(typed).map(({ kind, parameter }) => [kind, JSON.parse(parameter)])).toEqual([
      ['telegram', { token: '1234:ab-c', chat: '-1005678' }],
      ['discord', { url: 'https://discord.com/a' }],
    ]);
  });

  it.each([
    ['telegram', 'one-word-0123456789'],
    ['telegram', '1234:no-chat-0123456789'],
    ['telegram', '1234:no-chat-0123456789:'],
    ['slack', 'http://hooks.example.org/0123456789'],
    ['discord', 'https://10.0.0.1/0123456789'],
    ['pagerduty', 'not one word 0123456789'],
    ['webhook', 'not a URL 0123456789'],
  ] as const)('are refused in a sentence without the value if %s cannot use them', (kind, value) => {
    const read = () => readDestinations({ [kind]: value });
    expect(read).toThrow(new RegExp(`^--${kind}: [^\\n]+\\.$`));
    expect(read).not.toThrow('0123456789');
  });
});
