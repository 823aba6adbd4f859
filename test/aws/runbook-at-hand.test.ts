import { describe, expect, it } from 'vitest';
import { runbookAtHand } from '../../lib/aws/settings/settings-at-hand.ts';

describe('the runbook of a checkout', () => {
  const github = 'https://github.com/treasury/chainbell-fork/blob/HEAD/docs/runbook.md';
  it.each([
    ['https://github.com/treasury/chainbell-fork.git', github],
    ['https://github.com/treasury/chainbell-fork/', github],
    ['git@github.com:treasury/chainbell-fork.git', github],
    ['ssh://git@github.com/treasury/chainbell-fork.git', github],
    [
      'https://gitlab.com/dao/tools/chainbell.git',
      'https://gitlab.com/dao/tools/chainbell/-/blob/HEAD/docs/runbook.md',
    ],
  ])('of %s is at its host', (remote, runbookUrl) => {
    expect(runbookAtHand(remote)).toEqual({ runbookUrl });
  });

  it('is given without the password of its remote', () => {
    expect(runbookAtHand('https://me:ghp_secret@github.com/treasury/chainbell-fork.git')).toEqual({
      runbookUrl: github,
    });
  });

  it.each([
    null,
    '',
    '/srv/git/chainbell.git',
    '../chainbell',
    'https://git.example.org/treasury/chainbell.git',
    'https://github.com.evil.example/treasury/chainbell.git',
    'https://github.com/',
    'https://github.com/treasury/chain bell<script>.git',
    'git@github.com:',
  ])('is not guessed of %j', (remote) => {
    expect(runbookAtHand(remote)).toEqual({});
  });
});
