import { once } from 'node:events';
import { createServer } from 'node:http';
import { listenOnLoopback } from '../../../lib/listen-on-loopback.ts';

/**
 * A process of its own, so that what the server costs is not counted: answers every request with the text it is sent, after as
 * many milliseconds as its argument says.
 */
const [text] = await once(process, 'message');
const latency = Number(process.argv[2] ?? 0);
const server = createServer((_request, response) => {
  const answer = () => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(String(text));
  };
  if (latency === 0) answer();
  else setTimeout(answer, latency);
});
process.send?.(await listenOnLoopback(server, 0));
process.on('disconnect', () => process.exit());
// Awake all the time: to wake a sleeping process costs the one that calls it, the more the longer it slept.
const stayAwake = () => void setImmediate(stayAwake);
stayAwake();
