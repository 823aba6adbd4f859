import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { served } from '../../../lib/simulated-api/serve-api.ts';

/** A request as a receiver got it. */
export interface Received {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** Epoch milliseconds. */
  readonly at: number;
  /** The status that it was answered with; null if it was not answered. */
  status: number | null;
}

export interface ReceiverAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** Milliseconds before the answer. */
  readonly after?: number;
  /** `reset` breaks the connection; `drip` sends the body a byte a second without end; `hang` sends nothing. */
  readonly cut?: 'reset' | 'drip' | 'hang';
}

async function drip(response: ServerResponse): Promise<void> {
  while (!response.destroyed) {
    response.write('.');
    await sleep(1_000);
  }
}

/** An HTTP server on loopback that stands for a service and gives a test's answers. */
export async function startReceiver(answer: (request: Received) => ReceiverAnswer = () => ({ status: 200 })) {
  let answering = answer;
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString('utf8');
    const { method = '', url = '', headers } = request;
    const one: Received = { method, url, headers, body, at: Date.now(), status: null };
    received.push(one);
    const { status, headers: sent = {}, body: said = '', after = 0, cut } = answering(one);
    if (after > 0) await sleep(after);
    if (cut === 'reset') return void request.socket.destroy();
    if (cut === 'hang') return;
    if (cut === 'drip') return drip(response.writeHead(status, sent));
    if (response.destroyed) return;
    one.status = status;
    response.writeHead(status, sent).end(said);
  });
  const { address, stop } = await served(server);
  return {
    url: address,
    received,
    /** The requests that it accepted. */
    taken: (): Received[] => received.filter(({ status }) => status !== null && status < 300),
    answer(next: (request: Received) => ReceiverAnswer): void {
      answering = next;
    },
    /** Waits until a condition holds for the received requests. */
    async until(holds: (received: readonly Received[]) => boolean, patience = 20_000): Promise<void> {
      const end = Date.now() + patience;
      while (!holds(received)) {
        if (Date.now() > end)
          throw new Error(
            `it did not come; what did:\n${received.map((one) => JSON.stringify(one)).join('\n')}`,
          );
        await sleep(50);
      }
    },
    close: stop,
  };
}
export type Receiver = Awaited<ReturnType<typeof startReceiver>>;
