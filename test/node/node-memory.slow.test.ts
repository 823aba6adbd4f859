import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { beforeAll, expect, it } from 'vitest';
import { transferTopic } from '../../functions/node/movements.ts';
import { maxReplyBytes } from '../../functions/node/post-to-node.ts';
import { pollingLimits } from '../../lib/limits.ts';
import { served } from '../../lib/simulated-api/serve-api.ts';
import { bundle, repository } from '../bench/performance/bundle.ts';
import { hostileAnswers } from '../support/hostile-answers.ts';
import { useScratchFolder } from '../support/scratch-folder.ts';

const run = promisify(execFile);
const chains = 20;
/** V8's share of a quarter of the function's memory, as in test/bench/performance/dispatch.ts. */
const heap = ['--max-old-space-size=135', '--max-semi-space-size=12'];

const script = join(useScratchFolder(), 'ask-nodes.mjs');
beforeAll(async () => {
  await bundle(`${repository}test/support/ask-nodes.ts`, script);
}, 120_000);

/** Asks twenty chains at once, in a process with the dispatch function's heap. @param logs the answer for logs */
async function askAll(logs: string): Promise<{ doubts: (string | null)[]; megabytes: number }> {
  const packed = gzipSync(logs);
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    if (body.includes('eth_getLogs'))
      return void response.writeHead(200, { 'content-encoding': 'gzip' }).end(packed);
    const timestamp = `0x${Math.floor(Date.now() / 1_000).toString(16)}`;
    const head = { number: '0x3e8', hash: `0x${'1'.repeat(64)}`, timestamp };
    const results = [request.url?.slice(1), head];
    response.end(JSON.stringify(results.map((result, id) => ({ id, result }))));
  });
  const { address, stop } = await served(server);
  const { stdout } = await run(process.execPath, [...heap, script, address, `${chains}`]).finally(stop);
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
}

const topics = [transferTopic, ...Array<string>(2).fill(`0x${'0'.repeat(64)}`)];
const log = JSON.stringify({ address: `0x${'1'.repeat(40)}`, topics, data: '0x1', blockNumber: '0x3e8' });
const crowded = (bytes: number) => `[{"id":0,"result":[${`${log},`.repeat(bytes / 320)}${log}]}]`;

it.each([...hostileAnswers, ['logs of a crowded block', crowded] as const])(
  '%s from twenty nodes at once need no more memory than the dispatch function has',
  { timeout: 300_000 },
  async (name, answer) => {
    // Larger answers are cut off in any case; one kind shows it.
    const sizes = name === 'empty objects' ? [0.9, 8] : [0.9];
    for (const size of sizes) {
      const { doubts, megabytes } = await askAll(answer(size * maxReplyBytes));
      expect(doubts.filter((doubt) => doubt !== null)).toHaveLength(chains);
      expect(megabytes).toBeLessThan(pollingLimits.megabytes.dispatch);
    }
  },
);
