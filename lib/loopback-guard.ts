import type { IncomingMessage, Server, ServerResponse } from 'node:http';

/**
 * Whether a request was meant for another host. Any web page can have a name of its own lead to this machine (DNS rebinding) and
 * is then of one origin with whatever listens here: only Host still says where the browser believes to be.
 */
export function isForeign({ headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>): boolean {
  // Browsers leave the port out of Host where it is http's own.
  const port = socket.localPort === 80 ? '' : `:${socket.localPort}`;
  return headers.host !== `127.0.0.1${port}` && headers.host !== `localhost${port}`;
}

/** Refuses what a web page sends to a server that no page is a client of: a foreign Host, or an Origin, which only browsers send. */
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
