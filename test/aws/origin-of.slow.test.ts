import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { originOf } from '../../lib/aws/settings/settings-at-hand.ts';
import { useScratchFolder } from '../support/scratch-folder.ts';

// Among the slow ones, for they need git and the quick ones need npm alone.
describe('the remote of a checkout', () => {
  const folder = useScratchFolder();
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
