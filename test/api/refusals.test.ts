import { describe, expect, it } from 'vitest';
import type { ApiKey } from '../../functions/api/api-key.ts';
import {
  BadRequest,
  KeyRefused,
  NoSlot,
  NoSuchEndpoint,
  PlanExhausted,
  RateLimited,
  UnreadableReply,
  UpstreamUnavailable,
} from '../../functions/transfer/source-errors.ts';
import { virtualClock } from '../support/virtual-clock.ts';
import { keyed, type MockReply, readFrom, unpaced, wirePage } from './test-api.ts';

const whole: MockReply = { body: wirePage() };
const threeTimes = (reply: MockReply): MockReply[] => [reply, reply, reply];

describe('a refusal', () => {
  const usedUp = "the API plan is used up, unpaid or paused. See the plan's account.";
  const refusedKey = 'it refuses the API key. Store a valid one.';
  const unserved = 'it will not serve this request.';
  const consumed =
    'Validation service blocked: Your plan: free-plan-daily total included usage has been consumed, please upgrade your plan here, https://moralis.io/pricing';

  it.each([
    [401, { message: 'Invalid key' }, KeyRefused, `, "Invalid key": ${refusedKey}`],
    [401, '<html>401</html>', KeyRefused, `: ${refusedKey}`],
    [401, { message: consumed }, PlanExhausted, `, "${consumed}": ${usedUp}`],
    [
      401,
      { message: 'you have an unpaid invoice' },
      PlanExhausted,
      `, "you have an unpaid invoice": ${usedUp}`,
    ],
    [401, { message: 'Your usage is paused' }, PlanExhausted, `, "Your usage is paused": ${usedUp}`],
    [401, { message: ['Daily quota exhausted'] }, PlanExhausted, `, "Daily quota exhausted": ${usedUp}`],
    [402, '', PlanExhausted, `: ${usedUp}`],
    [403, { message: 'API key not valid here' }, KeyRefused, `, "API key not valid here": ${refusedKey}`],
    [403, { message: 'Plan consumed' }, PlanExhausted, `, "Plan consumed": ${usedUp}`],
    [403, { message: 'Country blocked' }, BadRequest, `, "Country blocked": ${unserved}`],
    [
      400,
      { message: ['a is wrong', 'b', 7], error: 'Bad Request' },
      BadRequest,
      `, "a is wrong; b": ${unserved}`,
    ],
    [400, { message: ['', 'a is wrong'], details: '' }, BadRequest, `, "a is wrong": ${unserved}`],
    [400, { message: null, error: 'Bad Request' }, BadRequest, `, "Bad Request": ${unserved}`],
    [
      400,
      { message: 'Wrong', details: { chain: { message: 'unknown' }, limit: 'too large' } },
      BadRequest,
      `, "Wrong; chain: unknown; limit: too large": ${unserved}`,
    ],
    [400, { message: 'Wrong', details: ['x', 'y'] }, BadRequest, `, "Wrong; x; y": ${unserved}`],
    [400, { message: 'x'.repeat(10_000) }, BadRequest, `, "${'x'.repeat(299)}…": ${unserved}`],
    [404, 'Not found', NoSuchEndpoint, `, "Not found": ${unserved}`],
    [404, { message: 'no such key' }, NoSuchEndpoint, `, "no such key": ${unserved}`],
    [410, { message: 'line\r\nbreak\u0007\u202e\u200bhere' }, BadRequest, `, "line break here": ${unserved}`],
    [413, '', BadRequest, `: ${unserved}`],
    [422, { message: { deep: true } }, BadRequest, `: ${unserved}`],
  ])('%i with %j is told by its kind and sentence, and not retried', async (status, body, kind, sentence) => {
    const { failure, seen } = await readFrom(threeTimes({ status, body }));
    expect(failure).toBeInstanceOf(kind);
    expect(failure).toMatchObject({ message: `The API answered ${status}${sentence}` });
    expect(seen).toHaveLength(1);
  });

  it('of a call without key says that none is set', async () => {
    const { failure } = await readFrom([{ status: 401 }], { apiKey: keyed(null) });
    expect(String(failure)).toContain('it asks for an API key and none is set. Store a valid one.');
  });

  it.each([300, 308])(
    'by the redirect %i is not followed; the error names the host it leads to',
    async (status) => {
      const location = 'https://elsewhere.example/login?next=secret';
      const { failure, seen } = await readFrom(threeTimes({ status, headers: { location } }));
      // The API's address is wrong, as with a 404: one message to operations for all wallets.
      expect(failure).toBeInstanceOf(NoSuchEndpoint);
      expect(failure).toMatchObject({ whatToDo: expect.stringContaining('baseUrl') });
      expect(String(failure)).toMatch(/redirects to https:\/\/elsewhere\.example, .*not followed/);
      expect(String(failure)).not.toContain('secret');
      expect(seen).toHaveLength(1);
    },
  );

  it('by a redirect without a readable target says so', async () => {
    expect(String((await readFrom([{ status: 302 }])).failure)).toMatch(/redirects to another address/);
  });
});

describe('a refusal of a key that its owner has replaced', () => {
  /** The first key is cached, the second one is stored in SSM. */
  function rotated(cached: string, isReplaced: ApiKey['isReplaced'] = async () => true): ApiKey {
    let current = cached;
    const replace: ApiKey['isReplaced'] = async (refused) => {
      if (refused !== current) return true;
      current = 'the-new-key';
      return isReplaced(refused);
    };
    return { ...keyed(cached), current: () => current, isReplaced: replace };
  }

  it.each(['the-old-key', 'a\nbroken-key'])(
    'does not end the call of %j: it is repeated with the new key',
    async (cached) => {
      const heard: unknown[] = [];
      const limiter = { ...unpaced, answered: (fault: unknown) => void heard.push(fault) };
      const replies = cached === 'the-old-key' ? [{ status: 401 }, whole] : [whole];
      const { pages, seen } = await readFrom(replies, { apiKey: rotated(cached), limiter });
      expect(pages).toHaveLength(1);
      expect(seen.at(-1)?.headers).toMatchObject({ 'x-api-key': 'the-new-key' });
      expect(heard.filter((fault) => fault instanceof KeyRefused)).toEqual([]);
    },
  );

  it('waits for the next poll if no call is left', async () => {
    let calls = 0;
    const acquire = async () => {
      calls += 1;
      if (calls === 2) throw new NoSlot('no turn is left');
    };
    const apiKey = rotated('the-old-key');
    const { failure } = await readFrom([{ status: 401 }], { apiKey, limiter: { ...unpaced, acquire } });
    expect(String(failure)).toBe(
      'NoSlot: The API key was replaced meanwhile: the next call sends the new one.',
    );
  });

  it('is the only fault after which the key is read again', async () => {
    const apiKey = rotated('the-old-key');
    await readFrom([{ status: 404 }], { apiKey });
    expect(apiKey.current()).toBe('the-old-key');
  });

  it('stays a refusal if the stored key can not be read', async () => {
    const apiKey = rotated('the-old-key', () => Promise.reject(new Error('SSM is down')));
    expect((await readFrom([{ status: 401 }], { apiKey })).failure).toBeInstanceOf(KeyRefused);
  });
});

describe('a 429', () => {
  const date = 'Fri, 02 Jan 2026 03:04:35 GMT'; // 30 s after the clock of the tests
  it.each([
    [undefined, null],
    ['17', 17],
    ['1.2', 2],
    [' 7 ', 7],
    ['7 s', null],
    [date, 30],
    [`on ${date}`, null],
    [`${date} or so`, null],
    ['Thu, 01 Jan 2026 00:00:00 GMT', 1],
    ['0', 1],
    ['86399', 86_399],
    ['999999999', 86_400],
    ['-5', null],
    ['2026', 2026],
  ])('with Retry-After %j is reported to the limiter as %j seconds, not retried', async (header, seconds) => {
    const heard: unknown[] = [];
    const reply = { status: 429, headers: header === undefined ? {} : { 'retry-after': header } };
    const limiter = { ...unpaced, answered: (fault: unknown) => void heard.push(fault) };
    const { failure, seen } = await readFrom(threeTimes(reply), { limiter });
    expect(failure).toBeInstanceOf(RateLimited);
    const wait = seconds === null ? 'no call until the next tick' : `no call for ${seconds} s`;
    const message = `The API answered 429: too many calls, so ${wait}.`;
    expect(failure).toMatchObject({ retryAfterSeconds: seconds, message });
    expect([heard, seen.length]).toEqual([[failure], 1]);
  });
});

describe('a fault that may pass', () => {
  it.each([408, 424, 425, 500, 529])('%i is tried three times in all', async (status) => {
    const { failure, seen, clock } = await readFrom(threeTimes({ status }));
    expect(failure).toBeInstanceOf(UpstreamUnavailable);
    expect(failure).toMatchObject({ status, message: `The API answered ${status}: it can't serve now.` });
    expect(seen).toHaveLength(3);
    expect(clock).toMatchObject({ slept: expect.arrayContaining([200, 400]) }); // half of 400 and 800
  });

  it('is not retried if the wait would pass the deadline', async () => {
    const clock = virtualClock({ passes: true });
    const limits = { deadline: clock.now() + 200 };
    const { failure, seen } = await readFrom(threeTimes({ status: 503 }), { clock, limits });
    expect(failure).toMatchObject({ status: 503 });
    expect([seen.length, clock.slept]).toEqual([1, []]);
  });

  it('is not retried if the caller wants a single attempt', async () => {
    const { failure, seen } = await readFrom(threeTimes({ status: 503 }), { limits: { repeats: false } });
    expect(failure).toMatchObject({ status: 503 });
    expect(seen).toHaveLength(1);
  });

  it('is not tried again before its Retry-After', async () => {
    const waits = (seconds: string) => ({ status: 503, headers: { 'retry-after': seconds } });
    expect((await readFrom([waits('20'), whole])).clock).toMatchObject({ slept: [20_000] });
    const { failure, seen } = await readFrom([waits('120')]);
    expect(failure).toMatchObject({ status: 503, retryAfterSeconds: 120 });
    expect(seen).toHaveLength(1);
  });

  it.each([
    ['stays the news when the limiter leaves no time', new RateLimited('no time', null), UpstreamUnavailable],
    ['stays the news when the plan has no call left', new NoSlot('no call'), UpstreamUnavailable],
    ['is no news once the key is refused', new KeyRefused('refused', 'Set another.'), KeyRefused],
  ])('passes the limiter at each try, and %s for another', async (_what, refusal, kind) => {
    let entered = 0;
    const acquire = async () => {
      entered += 1;
      if (entered === 2) throw refusal;
    };
    const limiter = { ...unpaced, acquire };
    const { failure, seen } = await readFrom(threeTimes({ status: 503 }), { limiter });
    expect(failure).toBeInstanceOf(kind);
    expect([entered, seen.length]).toEqual([2, 1]);
  });

  it('and the answer after it are told to the limiter', async () => {
    const told: unknown[] = [];
    const answered = (fault: unknown) => void told.push(fault);
    await readFrom([{ status: 503 }, whole], { limiter: { ...unpaced, answered } });
    expect(told).toEqual([expect.any(UpstreamUnavailable), null]);
  });

  it('is not tried at all if the limiter refuses the first try, which is the news', async () => {
    const acquire = () => Promise.reject(new NoSlot('no call'));
    const { failure, seen } = await readFrom([whole], { limiter: { ...unpaced, acquire } });
    expect(failure).toBeInstanceOf(NoSlot);
    expect(seen).toEqual([]);
  });

  it('is not retried after a 429 or a refused key', async () => {
    const failureAt = async (status: number) =>
      (await readFrom([{ status: 503 }, { status }, whole])).failure;
    expect(await failureAt(429)).toBeInstanceOf(RateLimited);
    expect(await failureAt(401)).toBeInstanceOf(KeyRefused);
  });
});

describe('a 200 that can not be read', () => {
  it.each(['', '<html>maintenance</html>', '{"result": [', '{"result": null}'])(
    '%j is tried once more',
    async (body) => {
      const { failure, seen } = await readFrom(threeTimes({ status: body === '' ? 204 : 200, body }));
      expect(failure).toBeInstanceOf(UnreadableReply);
      expect(seen).toHaveLength(2);
    },
  );
});
