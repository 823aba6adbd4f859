import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { originOf, runbookAtHand } from '../../lib/aws/settings/settings-at-hand.ts';
import { scratchFolder } from '../support/scratch-folder.ts';

const github = 'https://github.com/treasury/chainbell-fork/blob/HEAD/docs/runbook.md';

it.each([
  ['https://github.com/treasury/chainbell-fork.git', github],
  ['https://github.com/treasury/chainbell-fork/', github],
  ['git@github.com:treasury/chainbell-fork.git', github],
  ['ssh://git@github.com/treasury/chainbell-fork.git', github],
  ['https://me:ghp_secret@github.com/treasury/chainbell-fork.git', github],
  [
    'https://gitlab.com/dao/tools/chainbell.git',
    'https://gitlab.com/dao/tools/chainbell/-/blob/HEAD/docs/runbook.md',
  ],
])('the runbook of the checkout of %s is at its host, without a password', (remote, runbookUrl) => {
  expect(runbookAtHand(remote)).toEqual({ runbookUrl });
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
])('the runbook of %j is not guessed', (remote) => {
  expect(runbookAtHand(remote)).toEqual({});
});

it("a checkout's remote is the one named origin; null outside a checkout, and without a remote", () => {
  const folder = scratchFolder();
  const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, stdio: 'ignore' });
  expect(originOf(folder)).toBeNull();
  git('init', '--quiet');
  expect(originOf(folder)).toBeNull();
  git('remote', 'add', 'origin', 'git@github.com:treasury/chainbell-fork.git');
  expect(originOf(folder)).toBe('git@github.com:treasury/chainbell-fork.git');
});
