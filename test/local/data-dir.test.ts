import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { OptionUnusable } from '../../lib/local/command-line.ts';
import { takeDataDir } from '../../lib/local/data-dir.ts';

let parent: string;
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'chainbell-'));
  onTestFinished(() => rmSync(parent, { recursive: true }));
});

describe('the data directory', () => {
  it('is made, taken and given back', () => {
    const directory = join(parent, 'new', 'one');
    const giveBack = takeDataDir(directory);
    expect(existsSync(directory)).toBe(true);
    giveBack();
    expect(readdirSync(directory)).toEqual([]);
  });

  it('is no one else’s while a process has it', () => {
    takeDataDir(parent);
    expect(() => takeDataDir(parent)).toThrow(OptionUnusable);
    expect(() => takeDataDir(parent)).toThrow(`in use by process ${process.pid}`);
  });

  it('is free again when its process was killed', () => {
    writeFileSync(join(parent, 'running.pid'), '4194304'); // above any process id
    expect(() => takeDataDir(parent)).not.toThrow();
  });

  it.runIf(existsSync('/proc/self'))('says so where nobody can make one, and does not try for ever', () => {
    expect(() => takeDataDir('/proc/nope/below')).toThrow(
      /^--data: \/proc\/nope\/below can't be used \([^\n]+\)\.$/,
    );
  });

  it('says in one line that it can not be one', () => {
    const file = join(parent, 'file');
    writeFileSync(file, '');
    expect(() => takeDataDir(file)).toThrow(/^--data: .*file can't be used \([^\n]+\)\.$/);
  });
});
