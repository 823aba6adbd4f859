import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { differenceOf } from './compare.ts';
import { readSteps, rewrite } from './page.ts';
import { screenOf } from './screen.ts';
import { shorten } from './shorten.ts';

const guide = readFileSync(new URL('../../docs/guide.md', import.meta.url), 'utf8');

describe('docs/guide.md', () => {
  it('shows what came of each command that it runs', () => {
    const steps = readSteps(guide);
    const silent = steps.filter((step) => step.kind === 'run' && (step.shown?.text ?? '') === '');
    expect(silent).toEqual([]);
    expect(steps.filter(({ kind }) => kind === 'run').length).toBeGreaterThan(10);
  });
});

describe('a page', () => {
  const page = [
    '```sh',
    'one',
    '```',
    '',
    '```text',
    'old',
    '```',
    '<!-- guide: Telegram 2 -->',
    '```text',
    'b',
    '```',
  ];

  it('is commands with what they say, and messages', () => {
    expect(readSteps(page.join('\n'))).toMatchObject([
      { kind: 'run', command: 'one', shown: { text: 'old' } },
      { kind: 'Telegram', number: 2, shown: { text: 'b' } },
    ]);
  });

  it('is written anew if something else came', () => {
    const [first, second] = readSteps(page.join('\n'));
    if (first?.kind !== 'run' || first.shown === null || second?.kind !== 'Telegram')
      throw new Error('not read');
    const texts = new Map([
      [first.shown, 'new\nand longer'],
      [second.shown, 'c'],
    ]);
    const again = readSteps(rewrite(page.join('\n'), texts));
    expect(again).toMatchObject([{ shown: { text: 'new\nand longer' } }, { shown: { text: 'c' } }]);
  });

  it.each(['nonsense', 'Telegram 1'])('is refused with a comment that says %s to nobody', (says) => {
    expect(() => readSteps(`<!-- guide: ${says} -->`)).toThrow(says);
  });
});

describe('what came', () => {
  it('is the same if only times, ids and widths of columns differ', () => {
    const shown = 'Id    at\nff14d9c6  2026-11-22 19:05 UTC\n"id": "ff14d9c682d47016bd012ee71a4f8ce5"';
    const came = 'Id  at\nff14d9c6     2027-01-01 00:00 UTC\n"id": "0014d9c682d47016bd012ee71a4f8ce5"';
    expect(differenceOf(shown, came)).toBeNull();
  });

  it('is shown line by line if it is something else', () => {
    expect(differenceOf('same\n12 USDC', 'same\n13 USDC')).toBe('  same\n+ 13 USDC\n- 12 USDC');
  });

  it('has dots for what is left out, and nothing for what npm says of the machine', () => {
    const came = 'npm warn EBADENGINE x\nsynthesis\nmore\n✅  Chainbell\nOutputs:';
    expect(shorten('npx cdk deploy', came)).toBe('...\n✅  Chainbell\n...');
    expect(shorten('npx chainbell list', 'npm warn x\na\nb')).toBe('a\nb');
  });
});

describe('a screen', () => {
  it.each([
    ['a line that is written over', 'old one\r\x1b[2Knew\r\n', 'new'],
    [
      'a prompt that is drawn again above',
      '? who\r\n\x1b[1A\x1b[2K\x1b[G\x1b[32m✔\x1b[39m who me\r\n',
      '✔ who me',
    ],
    ['a line longer than the screen', '0123456789abc\r\nnext', '0123456789abc\nnext'],
    ['what is cleared below', 'keep\r\ngo\r\ngo\x1b[1A\r\x1b[J', 'keep'],
  ])('shows %s', (_, output, shown) => {
    expect(screenOf(output, 10)).toBe(shown);
  });
});
