import { once } from 'node:events';
import type { Server } from 'node:http';
import { refuseBrowsers } from './loopback-guard.ts';

/**
 * Opens a server to this machine's programs, but to no web page; returns `http://127.0.0.1:<port>`.
 * Port 0 takes any free one. Throws the server's own error, EADDRINUSE for a busy port.
 */
export async function listenOnLoopback(server: Server, port = 0): Promise<string> {
  refuseBrowsers(server);
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return `http://127.0.0.1:${address.port}`;
}
