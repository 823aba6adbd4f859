import { createServer, type Server, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** A raw server on loopback: `answer` gets each request's socket, and the number of requests so far. */
export async function loopbackServer(
  answer: (socket: Socket, request: { head: string; count: number }) => void,
): Promise<{ url: string; requests: () => number }> {
  let count = 0;
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('data', (data) => {
      count += 1;
      answer(socket, { head: String(data), count });
    });
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return { url: `http://127.0.0.1:${address.port}`, requests: () => count };
}

/** A whole HTTP reply as text. */
export function httpReply(status: number, body: string, headers: Record<string, string> = {}): string {
  const lines = Object.entries({ 'content-length': String(Buffer.byteLength(body)), ...headers });
  return [`HTTP/1.1 ${status} X`, ...lines.map(([name, value]) => `${name}: ${value}`), '', body].join(
    '\r\n',
  );
}
