import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { callMonitor } from '../../functions/dispatch-polls/heartbeat.ts';
import { guardedLookup } from '../../functions/runtime/address-guard.ts';
import { type Receiver, startReceiver } from '../support/fakes/receiver.ts';

let monitor: Receiver;
beforeAll(async () => {
  monitor = await startReceiver();
});
afterAll(() => monitor.close());
beforeEach(() => {
  monitor.received.length = 0;
  monitor.answer(() => ({ status: 200 }));
});
const called = () => monitor.received.map(({ method, url }) => `${method} ${url}`);

describe('the call to a monitor', () => {
  it.each([
    ['/ping/key', true, '/ping/key'],
    ['/ping/key', false, '/ping/key/fail'],
    ['/ping/key/?rid=7', false, '/ping/key/fail?rid=7'],
  ])('is a GET of %s, or of /fail behind its path', async (path, isWell, asked) => {
    expect(await callMonitor(` ${monitor.url}${path}\n`, isWell, true)).toBe('200');
    expect(called()).toEqual([`GET ${asked}`]);
  });

  it('follows no redirect', async () => {
    monitor.answer(() => ({ status: 302, headers: { location: `${monitor.url}/elsewhere` } }));
    expect(await callMonitor(`${monitor.url}/key`, true, true)).toBe('302');
    expect(called()).toEqual(['GET /key']);
  });

  it('does not reveal the URL if nobody answers', async () => {
    monitor.answer(() => ({ status: 200, cut: 'reset' }));
    expect(await callMonitor(`${monitor.url}/key`, true, true)).toBe('no answer (ECONNRESET)');
  });

  it('is aborted after five seconds', async () => {
    const limit = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.timeout(50));
    onTestFinished(() => limit.mockRestore());
    monitor.answer(() => ({ status: 200, after: 1_000 }));
    expect(await callMonitor(`${monitor.url}/key`, true, true)).toBe('no answer within 5 seconds');
    expect(limit).toHaveBeenCalledWith(5_000);
  });

  it.each([
    ['https://10.0.0.1/key', true],
    ['https://169.254.169.254/latest', true],
    ['https://[::ffff:10.0.0.1]/key', true],
    ['http://127.0.0.1:9/key', false],
    ['http://monitor.example.org/key', true],
    ['https://user:key@monitor.example.org/', true],
    ['no url with a key', true],
  ])('is not made of %s', async (url, allowLoopback) => {
    const said = await callMonitor(url, true, allowLoopback);
    expect(said).toMatch(/^not called, for it /);
    expect(said).not.toMatch(/key|\d\.\d/);
  });

  it('is not made if its host resolves to a forbidden address', async () => {
    // biome-ignore lint/suspicious/noExplicitAny: only one overload of node:dns is used
    const resolving: any = (_name: string, _options: unknown, done: (error: null, found: unknown) => void) =>
      done(null, [{ address: '10.0.0.1', family: 4 }]);
    const lookup = guardedLookup(false, resolving);
    expect(await callMonitor('https://monitor.example.org/key', true, false, lookup)).toBe(
      'not called, for its name resolves to a forbidden address',
    );
  });
});
