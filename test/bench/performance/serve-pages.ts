import { once } from 'node:events';
import { createServer } from 'node:http';
import { listenOnLoopback } from '../../../lib/loopback-guard.ts';

/**
 * A process of its own, so that what the server costs is not counted: answers every request with the JSON object it is sent, after
 * as many milliseconds as its argument says. No two answers are the same text, or a worker would remember what it read: the
 * wallets of a worker have pages of their own, and more of them than it remembers.
 */
const [text] = await once(process, 'message');
const rest = String(text).slice(1);
let answers = 0;
const latency = Number(process.argv[2] ?? 0);
const server = createServer((_request, response) => {
  const answer = () => {
    response.writeHead(200, { 'content-type': 'application/json' });
    answers += 1;
    response.end(`{"answer":${1_000_000 + answers},${rest}`);
  };
  if (latency === 0) answer();
  else setTimeout(answer, latency);
});
process.send?.(await listenOnLoopback(server, 0));
process.on('disconnect', () => process.exit());
// Awake all the time: to wake a sleeping process costs the one that calls it, the more the longer it slept.
const stayAwake = () => void setImmediate(stayAwake);
stayAwake();
