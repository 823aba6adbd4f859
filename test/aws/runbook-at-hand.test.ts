import { execFileSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { originOf, runbookAtHand } from '../../lib/aws/settings/runbook-at-hand.ts';

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

describe('the remote of a checkout', () => {
  const folder = mkdtempSync(join(tmpdir(), 'chainbell-origin-'));
  const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, stdio: 'ignore' });

  it('is null outside of one, and without a remote', () => {
    expect(originOf(folder)).toBeNull();
    git('init', '--quiet');
    expect(originOf(folder)).toBeNull();
  });

  it('is that named origin', () => {
    git('remote', 'add', 'origin', 'git@github.com:treasury/chainbell-fork.git');
    expect(originOf(folder)).toBe('git@github.com:treasury/chainbell-fork.git');
  });
});
