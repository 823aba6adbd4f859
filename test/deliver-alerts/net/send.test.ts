import { createServer, type RequestListener } from 'node:http';
import { Agent } from 'undici';
import { describe, expect, it } from 'vitest';
import { createSend, NoAnswer } from '../../../functions/deliver-alerts/net/send.ts';
import { ForbiddenAddress } from '../../../functions/runtime/address-guard.ts';
import { served } from '../../../lib/simulated-api/serve-api.ts';
import { ChatServices } from '../../support/fakes/chat-services.ts';
import { Scheduler } from '../../support/scheduler.ts';

const call = { method: 'POST', headers: {}, body: 'x' } as const;

/** The outcome of a call that fails with this network error. */
async function failing(error: Error): Promise<unknown> {
  const scheduler = new Scheduler(0);
  const send = createSend(new ChatServices(scheduler, () => error), scheduler.clock());
  const failed = send({ ...call, url: 'https://hooks.example.org/in' }).catch((thrown: unknown) => thrown);
  await scheduler.runUntil(1_000);
  return failed;
}
const forbidden = new ForbiddenAddress('its name resolves to a forbidden address');
const coded = (code: string) => Object.assign(new Error('https://hooks.example.org is away'), { code });

describe('a forbidden address', () => {
  it.each([
    ['itself', forbidden],
    ['as a cause', new Error('connect', { cause: forbidden })],
    ['as the cause of a cause', new Error('fetch', { cause: new Error('connect', { cause: forbidden }) })],
    ['among the tries of several addresses', new AggregateError([coded('ETIMEDOUT'), forbidden])],
    ['as a cause among them', new AggregateError([new Error('connect', { cause: forbidden })])],
  ])('is found %s', async (_what, error) => {
    expect(await failing(error)).toBe(forbidden);
  });

  it.each([new AggregateError([coded('ETIMEDOUT')]), new Error('connect', { cause: coded('ETIMEDOUT') })])(
    'is not any other fault',
    async (error) => {
      expect(await failing(error)).toEqual(new NoAnswer('no complete answer (unknown fault)'));
    },
  );
});

describe('a fault of the network', () => {
  it('is reported only by its code', async () => {
    expect(String(await failing(coded('ECONNRESET')))).toBe('NoAnswer: no complete answer (ECONNRESET)');
    const uncoded = await failing(new Error('https://hooks.example.org'));
    expect(uncoded).toEqual(new NoAnswer('no complete answer (unknown fault)'));
  });
});

describe('an endless answer', () => {
  async function bodyOf(answer: RequestListener): Promise<string> {
    const { address: url, stop } = await served(createServer(answer));
    const send = createSend(new Agent(), new Scheduler(0).clock());
    return (await send({ ...call, url }).finally(stop)).body;
  }

  it('is read up to 32 KB, then dropped', async () => {
    const most = 32 * 1024;
    const endless = await bodyOf((_request, response) => {
      const more = () => {
        while (!response.destroyed && response.write('x'.repeat(8_000)));
      };
      response.on('drain', more);
      more();
    });
    expect(endless).toBe('x'.repeat(most));
    // The body does not end, but no more bytes come.
    const exact = await bodyOf((_request, response) => void response.write('y'.repeat(most)));
    expect(exact).toHaveLength(most);
    const inPieces: RequestListener = (_request, response) =>
      void response.write('sho', () => setTimeout(() => response.end('rt'), 50));
    expect(await bodyOf(inPieces)).toBe('short');
  });

  it('is taken as far as it came, if the connection breaks in its midst', async () => {
    const broken = await bodyOf((_request, response) => {
      response.writeHead(200, { 'content-length': 10 }).write('half');
      setImmediate(() => response.destroy());
    });
    expect('half').toContain(broken);
  });
});
