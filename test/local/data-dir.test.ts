import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { GetItemCommand, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { beforeEach, describe, expect, it } from 'vitest';
import { refuseOtherKind, storyFile, takeDataDir } from '../../lib/local/data-dir.ts';
import { startEmbeddedAws } from '../../lib/local/engine/embedded-aws.ts';
import { storyWorld } from '../../lib/simulated-api/story/story-world.ts';
import { scratchFolder } from '../support/scratch-folder.ts';

let parent: string;
beforeEach(() => {
  parent = scratchFolder();
});
const inUse = /^--data: \S+ is in use by another run; end that run first\.$/;

describe('the data directory', () => {
  it('is created, locked by one run, and released', () => {
    const directory = join(parent, 'new', 'one');
    const giveBack = takeDataDir(directory);
    expect(() => takeDataDir(directory)).toThrow(inUse);
    giveBack();
    expect(readdirSync(directory)).toEqual([]);
  });

  it('is free once the process that had locked it is killed', async () => {
    const module = new URL('../../lib/local/data-dir.ts', import.meta.url).href;
    const script = `const { takeDataDir } = await import(${JSON.stringify(module)});
      takeDataDir(${JSON.stringify(parent)}); console.log('taken'); setInterval(() => {}, 1000);`;
    const other = spawn(process.execPath, ['--input-type=module', '-e', script]);
    await once(other.stdout, 'data');
    expect(() => takeDataDir(parent)).toThrow(inUse);
    const gone = once(other, 'exit');
    other.kill('SIGKILL');
    await gone;
    takeDataDir(parent)();
  });

  it('fails with one line if it can not be created, without trying for ever', () => {
    writeFileSync(join(parent, 'file'), '');
    const impossible = [join(parent, 'file'), ...(existsSync('/proc/self') ? ['/proc/nope/below'] : [])];
    for (const path of impossible)
      expect(() => takeDataDir(path)).toThrow(/^--data: \/\S+ can't be used \([^\n]+\)\.$/);
  });

  it('is of the story or of real wallets: the simulated API would take back what a real one showed', async () => {
    const [real, story] = [join(parent, 'real'), join(parent, 'story')];
    for (const directory of [real, story]) {
      takeDataDir(directory)();
      for (const isStory of [true, false]) refuseOtherKind(directory, isStory);
    }
    // As a run that was killed before its first poll leaves them.
    storyWorld(5, join(story, storyFile));
    for (const dataDir of [real, story]) await (await startEmbeddedAws({ dataDir })).stop();
    refuseOtherKind(real, false);
    refuseOtherKind(story, true);
    expect(() => refuseOtherKind(real, true)).toThrow(/^--data: \S+ has real transfers, which [^\n]+\.$/);
    // A story that failed before it had tables: real wallets there would be refused from their second run on.
    const failed = join(parent, 'failed');
    takeDataDir(failed)();
    storyWorld(5, join(failed, storyFile));
    refuseOtherKind(failed, true);
    expect(() => refuseOtherKind(failed, false)).toThrow(/^--data: \S+ has the made-up story: [^\n]+\.$/);
    expect(() => refuseOtherKind(story, false)).toThrow(/^--data: \S+ has the made-up story: [^\n]+\.$/);
  });

  it('keeps the tables of the embedded AWS', async () => {
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
});
