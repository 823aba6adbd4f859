import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { GetItemCommand, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { beforeEach, describe, expect, it } from 'vitest';
import { Unusable } from '../../lib/cli/unusable.ts';
import { takeDataDir } from '../../lib/local/data-dir.ts';
import { startEmbeddedAws } from '../../lib/local/engine/embedded-aws.ts';
import { scratchFolder } from '../support/scratch-folder.ts';

let parent: string;
beforeEach(() => {
  parent = scratchFolder();
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
    expect(() => takeDataDir(parent)).toThrow(Unusable);
    expect(() => takeDataDir(parent)).toThrow(`in use by process ${process.pid}`);
  });

  it.each([
    ['of a process that is gone', '4194304'], // above any process id
    ['of our own, as in a container, where every run is process 1', String(process.pid)],
    ['of a process that has it by now and is no Chainbell', String(process.ppid)],
    ['that is none', ''],
    ['that is no number', 'running'],
    ['that would be every process', '0'],
  ])('is free if a killed run left a number %s', (_what, left) => {
    writeFileSync(join(parent, 'running.pid'), left);
    const giveBack = takeDataDir(parent);
    expect(() => takeDataDir(parent)).toThrow(`in use by process ${process.pid}`);
    giveBack();
    expect(readdirSync(parent)).toEqual([]);
  });

  it('is no one else’s while another process has it, whatever number is noted, and free when that is killed', async () => {
    const module = new URL('../../lib/local/data-dir.ts', import.meta.url).href;
    const script = `const { takeDataDir } = await import(${JSON.stringify(module)});
      takeDataDir(${JSON.stringify(parent)}); console.log('taken'); setInterval(() => {}, 1000);`;
    const other = spawn(process.execPath, ['--input-type=module', '-e', script]);
    await once(other.stdout, 'data');
    expect(() => takeDataDir(parent)).toThrow(`in use by process ${other.pid}`);
    for (const noted of [String(process.pid), '']) {
      writeFileSync(join(parent, 'running.pid'), noted);
      expect(() => takeDataDir(parent)).toThrow(
        /is in use by (process \d+|another run); end that run first\.$/,
      );
    }
    const gone = once(other, 'exit');
    other.kill('SIGKILL');
    await gone;
    takeDataDir(parent)();
  });

  it.runIf(existsSync('/proc/self'))('says so if nobody can make one, and does not try for ever', () => {
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

it('the embedded AWS keeps its tables in it', async () => {
  const key = { wallet: { S: `0x${'a'.repeat(40)}` }, chain: { S: 'eth' } };
  const first = await startEmbeddedAws({ dataDir: parent });
  await first.dynamodb.send(new PutItemCommand({ TableName: first.tables.watchlist, Item: key }));
  await first.stop();
  const second = await startEmbeddedAws({ dataDir: parent });
  const get = new GetItemCommand({ TableName: second.tables.watchlist, Key: key });
  const { Item } = await second.dynamodb.send(get);
  await second.stop();
  expect(Item).toEqual(key);
});
