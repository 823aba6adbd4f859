import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { treasury } from '../../support/alerts.ts';
import { ended, parsed, start } from '../chainbell.ts';
import { entry, flagged, ndjson } from '../entries.ts';

/**
 * Makes the process print, as the last line of stderr, its peak memory (KiB) and the processor time that
 * it took (microseconds): unlike wall-clock time, this does not depend on how busy the machine is.
 */
const tell =
  'process.on("exit",()=>{const{maxRSS,userCPUTime,systemCPUTime}=process.resourceUsage();console.error(maxRSS,userCPUTime+systemCPUTime)})';
const tellUsage = ['--import', `data:text/javascript,${tell}`];
const template = JSON.stringify(entry());
const perBlock = 500;

/** Transfers that differ in sender, transaction and token, so that memory kept for them adds up. */
function* blocks(lines: number): Generator<string> {
  for (let at = 0; at < lines; at += perBlock) {
    let block = '';
    for (let i = at; i < at + perBlock; i += 1) {
      const digits = i.toString(16).padStart(8, '0');
      block += `${template
        .replaceAll('28c6c062', digits)
        .replaceAll('a1b2c3d4', digits)
        .replace('USD Coin', `Coin ${i}`)}\n`;
    }
    yield block;
  }
}

async function usageFor(lines: number) {
  const child = start(['judge', '--wallet', treasury], tellUsage);
  Readable.from(blocks(lines)).pipe(child.stdin);
  const { code, stdout, stderr } = await ended(child);
  expect(code).toBe(0);
  expect(stdout.match(/\n/g)).toHaveLength(lines);
  const [kibibytes = 0, microseconds = 0] = stderr.trim().split(' ').map(Number);
  return { mebibytes: kibibytes / 1_024, seconds: microseconds / 1_000_000 };
}

it('100,000 lines take at most ten times the time of 10,000, and no more memory', async () => {
  const few = await usageFor(10_000);
  const many = await usageFor(100_000);
  // About eight processor seconds on an idle machine; other work may double that.
  expect(many.seconds).toBeLessThan(25);
  expect(many.seconds / few.seconds).toBeLessThan(12);
  // If kept, the lines alone would be 60 MiB.
  expect(many.mebibytes - few.mebibytes).toBeLessThan(30);
}, 120_000);

it('judge answers a line before the next one arrives', async () => {
  const child = start(['judge']);
  child.stdin.write(ndjson([entry(flagged)]));
  const first = await new Promise<Buffer>((resolve) => child.stdout.once('data', resolve));
  expect(parsed(first.toString())).toHaveLength(1);
  child.stdin.end(ndjson([entry()]));
  expect(parsed((await ended(child)).stdout)).toHaveLength(1);
});

describe('a reader', () => {
  it('that does not read stops the input, so the buffered output is bounded', async () => {
    const child = start(['judge']);
    let given = 0;
    const counted = Readable.from(blocks(100_000), { highWaterMark: 1 });
    counted.on('data', () => {
      given += perBlock;
    });
    counted.pipe(child.stdin);
    let before = -1;
    while (given !== before) {
      before = given;
      await pause(400);
    }
    expect(given).toBeLessThan(20_000);
    const { stdout } = await ended(child);
    expect(stdout.match(/\n/g)).toHaveLength(100_000);
  }, 120_000);

  it('that closes the pipe, as head does, ends the command quietly with exit code 0', async () => {
    const child = start(['judge']);
    Readable.from(blocks(100_000)).pipe(child.stdin);
    const code = new Promise((resolve) => child.once('close', resolve));
    child.stdout.once('data', () => child.stdout.destroy());
    expect(await text(child.stderr)).toBe('');
    expect(await code).toBe(0);
  }, 30_000);
});
