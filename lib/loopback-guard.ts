import { once } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';

/** Whether a request names another host: by DNS rebinding any web page can point a name of its own at this machine. */
export function isForeign({ headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>): boolean {
  const port = socket.localPort === 80 ? '' : `:${socket.localPort}`;
  return headers.host !== `127.0.0.1${port}` && headers.host !== `localhost${port}`;
}

/** Refuses a foreign Host, and any Origin, which only browsers send. */
export function refuseBrowsers(server: Server): void {
  const handlers = server.listeners('request');
  server.removeAllListeners('request');
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (isForeign(request) || request.headers.origin !== undefined) {
      response.writeHead(403, { connection: 'close' }).end();
      return;
    }
    for (const handle of handlers) handle.call(server, request, response);
  });
}

/**
 * Opens a server to this machine's programs, not to web pages; returns `http://127.0.0.1:<port>`.
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
