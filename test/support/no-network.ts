import { isIP, Socket } from 'node:net';
import { Agent, setGlobalDispatcher } from 'undici';
import { afterAll, expect } from 'vitest';

/** No test may reach beyond loopback: undici's global dispatcher and the sockets of Node.js refuse every other host. */
function assertLoopback(host: string): void {
  if (!/^(127\.[\d.]+|\[?::1\]?|localhost)$/.test(host))
    throw new Error(`a test tried to reach ${host}: tests use loopback only`);
}

setGlobalDispatcher(
  new Agent().compose((dispatch) => (options, handler) => {
    assertLoopback(new URL(String(options.origin)).hostname);
    return dispatch(options, handler);
  }),
);

/** Hosts of refused sockets. One list per thread, because the test files of a thread share its sockets. */
const shared = globalThis as { refusedHosts?: string[] };

if (shared.refusedHosts === undefined) {
  shared.refusedHosts = [];
  guardSockets(shared.refusedHosts);
}
const refused = shared.refusedHosts;

// A command catches what its calls throw, so the refusal alone fails no test.
afterAll(() => {
  expect(refused.splice(0), 'tests use loopback only').toEqual([]);
});

/** The AWS SDK's client uses these sockets, and knows nothing of undici's dispatcher. */
function guardSockets(refused: string[]): void {
  const connect = Socket.prototype.connect;
  Socket.prototype.connect = function (this: Socket, ...args: Parameters<typeof connect>) {
    const [asked] = [args[0]].flat(2) as [{ host?: string; lookup?: unknown } | number | string];
    const { host, lookup } = typeof asked === 'object' ? asked : {};
    // A test with a lookup of its own says where a name leads.
    if (host !== undefined && (isIP(host) > 0 || lookup === undefined)) {
      try {
        assertLoopback(host);
      } catch (error) {
        refused.push(host);
        throw error;
      }
    }
    return connect.apply(this, args);
  } as typeof connect;
}
