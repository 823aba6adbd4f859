import { describe, expect, it } from 'vitest';
import type { ApiKey } from '../../../functions/api/api-key.ts';
import {
  BadRequest,
  KeyRefused,
  NoSlot,
  NoSuchEndpoint,
  PlanExhausted,
  RateLimited,
  UnreadableReply,
  UpstreamUnavailable,
} from '../../../functions/transfer/source-errors.ts';
import { virtualClock } from '../../support/virtual-clock.ts';
import {
  apiOptions,
  failureOf,
  keyed,
  type MockReply,
  mockApi,
  readAll,
  readFrom,
  transferPages,
  unpaced,
  wirePage,
} from '../test-api.ts';

/** How a read ends if the API gives these replies in turn, and how many calls it made. */
async function readAgainst(...replies: MockReply[]) {
  const { failure, seen, clock } = await readFrom(replies);
  return { failure, calls: seen.length, clock };
}

const threeTimes = (reply: MockReply): MockReply[] => [reply, reply, reply];

describe('a 401', () => {
  it.each(['Invalid key', 'invalid api token', 'No API key was given', 'Unauthorized'])(
    'that says %j is a refused key',
    async (message) => {
      const { failure, calls } = await readAgainst(...threeTimes({ status: 401, body: { message } }));
      expect(failure).toBeInstanceOf(KeyRefused);
      expect(calls).toBe(1);
    },
  );

  it.each([
    'Validation service blocked: Your plan: free-plan-daily total included usage has been consumed, please upgrade your plan here, https://moralis.io/pricing',
    'Validation service blocked: you have an unpaid invoice',
    'Your usage is paused',
    ['Daily quota exhausted'],
    'Monthly limit has been reached',
  ])('is an exhausted plan if it says %j', async (message) => {
    const { failure, calls } = await readAgainst(...threeTimes({ status: 401, body: { message } }));
    expect(failure).toBeInstanceOf(PlanExhausted);
    expect(calls).toBe(1);
  });

  it('without a readable body is a refused key', async () => {
    for (const body of ['{}', '<html>401</html>', '']) {
      expect((await readAgainst({ status: 401, body })).failure).toBeInstanceOf(KeyRefused);
    }
  });

  it('to a call without key says that none is set', async () => {
    const reply = { status: 401, body: { message: 'Invalid key' } };
    expect(String((await readFrom([reply], { apiKey: keyed(null) })).failure)).toContain(
      'The API answered 401, "Invalid key": it asks for an API key and none is set. Store a valid one.',
    );
  });
});

describe('a refusal of a key that its owner has replaced', () => {
  /** The first key is cached, the second one is stored. */
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
    'is not the end of %j: the call is repeated with the new one',
    async (cached) => {
      const heard: unknown[] = [];
      const limiter = { ...unpaced, answered: (fault: unknown) => void heard.push(fault) };
      const refused: MockReply[] = cached === 'the-old-key' ? [{ status: 401 }] : [];
      const replies = [...refused, { body: wirePage() }];
      const { pages, seen } = await readFrom(replies, { apiKey: rotated(cached), limiter });
      expect(pages).toHaveLength(1);
      expect(seen.at(-1)?.headers).toMatchObject({ 'x-api-key': 'the-new-key' });
      expect(heard.filter((fault) => fault instanceof KeyRefused)).toEqual([]);
    },
  );

  it('waits for the next poll if no call is left now', async () => {
    let calls = 0;
    const acquire = async () => {
      calls += 1;
      if (calls === 2) throw new NoSlot('no turn is left');
    };
    const limiter = { ...unpaced, acquire };
    const { failure } = await readFrom([{ status: 401 }], { apiKey: rotated('the-old-key'), limiter });
    expect(String(failure)).toBe(
      'NoSlot: The API key was replaced meanwhile: the next call sends the new one.',
    );
  });

  it('stays a refusal if the stored key can not be read', async () => {
    const apiKey = rotated('the-old-key', () => Promise.reject(new Error('SSM is down')));
    expect((await readFrom([{ status: 401 }], { apiKey })).failure).toBeInstanceOf(KeyRefused);
  });
});

it('a 403 about the key is a refused key, about the plan an exhausted plan, else a bad request', async () => {
  const kindOf = async (message: string) => (await readAgainst({ status: 403, body: { message } })).failure;
  expect(await kindOf('API key not valid for this host')).toBeInstanceOf(KeyRefused);
  expect(await kindOf('Your plan has been consumed')).toBeInstanceOf(PlanExhausted);
  expect(await kindOf('Country blocked')).toBeInstanceOf(BadRequest);
});

it('a 402 is an exhausted plan', async () => {
  expect((await readAgainst({ status: 402 })).failure).toBeInstanceOf(PlanExhausted);
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
    ['soon', null],
    ['2026', 2026],
  ])('with Retry-After %j is reported to the limiter as %j seconds, not retried', async (header, seconds) => {
    const told: (number | null)[] = [];
    const reply = { status: 429, headers: header === undefined ? {} : { 'retry-after': header } };
    const answered = (fault: unknown) => {
      if (fault instanceof RateLimited) told.push(fault.retryAfterSeconds);
    };
    const limiter = { acquire: async () => {}, answered };
    const { failure, seen } = await readFrom(threeTimes(reply), { limiter });
    expect(failure).toBeInstanceOf(RateLimited);
    expect(failure).toMatchObject({ retryAfterSeconds: seconds });
    expect(told).toEqual([seconds]);
    expect(seen).toHaveLength(1);
  });

  it('silences the limiter for the next read too', async () => {
    const { dispatcher, seen } = mockApi(
      { status: 429, headers: { 'retry-after': '600' } },
      { body: wirePage() },
    );
    const options = apiOptions({ dispatcher });
    const source = transferPages(options);
    await failureOf(readAll(source, options.limits));
    expect(await failureOf(readAll(source, options.limits))).toBeInstanceOf(RateLimited);
    expect(seen).toHaveLength(1);
  });
});

describe('another 4xx', () => {
  it.each([
    [400, { message: 'chain must be a valid enum value' }, 'chain must be a valid enum value'],
    [
      400,
      { message: ['a is wrong', 'b is wrong', 7], statusCode: '400', error: 'Bad Request' },
      'a is wrong; b is wrong',
    ],
    [400, { message: ['', 'a is wrong'], details: '' }, 'a is wrong'],
    [400, { message: null, error: 'Bad Request', statusCode: 400 }, 'Bad Request'],
    [
      400,
      { message: 'Validation Failed', details: { chain: { message: 'unknown' }, limit: 'too large' } },
      'Validation Failed; chain: unknown; limit: too large',
    ],
    [400, { message: 'Wrong', details: ['x', 'y'] }, 'Wrong; x; y'],
    [404, 'Not found', 'Not found'],
    [404, '<html>Not found</html>', null],
    [404, {}, null],
    [404, [], null],
    [410, { message: 'line\r\nbreak\u0007\u202e\u200bhere' }, 'line break here'],
    [413, { message: 'too large' }, 'too large'],
    [414, '', null],
    [422, { message: { deep: true } }, null],
  ])('%i with %j is a bad request that says %j, and not retried', async (status, body, said) => {
    const { failure, calls } = await readAgainst(...threeTimes({ status, body }));
    expect(failure).toBeInstanceOf(BadRequest);
    const answer = said === null ? `${status}` : `${status}, "${said}"`;
    expect(failure).toMatchObject({ message: `The API answered ${answer}: it will not serve this request.` });
    expect(calls).toBe(1);
  });

  it('with an endless message is cut to 300 characters', async () => {
    const { failure } = await readAgainst({ status: 400, body: { message: 'x'.repeat(10_000) } });
    expect(String(failure)).toMatch(/400, "x{299}.":/);
  });
});

describe('a redirect', () => {
  it.each([301, 302, 303, 307, 308])(
    '%i is not followed, and named with the host it leads to',
    async (status) => {
      const location = 'https://elsewhere.example/login?next=secret';
      const { failure, calls } = await readAgainst(...threeTimes({ status, headers: { location } }));
      // The API's address is wrong, as with a 404: one message to operations for all wallets.
      expect(failure).toBeInstanceOf(NoSuchEndpoint);
      expect(failure).toMatchObject({
        message: expect.stringContaining(`answered ${status}`),
        whatToDo: expect.stringContaining('baseUrl'),
      });
      expect(String(failure)).toMatch(/redirects to https:\/\/elsewhere\.example, .*not followed/);
      expect(String(failure)).not.toContain('secret');
      expect(calls).toBe(1);
    },
  );

  it('without a readable target is one too', async () => {
    expect(String((await readAgainst({ status: 302 })).failure)).toMatch(/redirects to another address/);
  });
});

describe('a fault that may pass', () => {
  it.each([408, 424, 425, 500, 502, 503, 504, 529])('%i is tried three times in all', async (status) => {
    const { failure, calls, clock } = await readAgainst(
      ...threeTimes({ status, body: { message: 'try later' } }),
    );
    expect(failure).toBeInstanceOf(UpstreamUnavailable);
    expect(failure).toMatchObject({ status });
    expect(calls).toBe(3);
    expect(clock).toMatchObject({ slept: expect.arrayContaining([200, 400]) }); // half of 400 and 800
  });

  it('is forgotten when a later try is answered', async () => {
    const { pages, seen } = await readFrom([{ status: 503 }, { status: 500 }, { body: wirePage() }]);
    expect([pages.length, seen.length]).toEqual([1, 3]);
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
    const waits = { status: 503, headers: { 'retry-after': '20' } };
    expect((await readFrom([waits, { body: wirePage() }])).clock).toMatchObject({ slept: [20_000] });

    const patient = await readAgainst({ status: 503, headers: { 'retry-after': '120' } });
    expect(patient.failure).toMatchObject({ status: 503, retryAfterSeconds: 120 });
    expect(patient.calls).toBe(1);
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

  it('ends at a 429 or a refused key, which are not tried again', async () => {
    const limited = await readAgainst({ status: 503 }, { status: 429 }, { body: wirePage() });
    expect(limited.failure).toBeInstanceOf(RateLimited);
    const refused = await readAgainst({ status: 503 }, { status: 401 }, { body: wirePage() });
    expect(refused.failure).toBeInstanceOf(KeyRefused);
  });
});

describe('a 200 that can not be read', () => {
  it.each(['', '{}', '<html>maintenance</html>', '{"result": [', '{"result": null}', '[]', 'null'])(
    '%j is tried once more',
    async (body) => {
      const { failure, calls } = await readAgainst(...threeTimes({ body }));
      expect(failure).toBeInstanceOf(UnreadableReply);
      expect(calls).toBe(2);
    },
  );

  it('is forgotten when the second try is whole', async () => {
    expect((await readFrom([{ body: '{"result": [' }, { body: wirePage() }])).pages).toHaveLength(1);
  });

  it('is a 204 too', async () => {
    expect((await readAgainst(...threeTimes({ status: 204, body: '' }))).failure).toBeInstanceOf(
      UnreadableReply,
    );
  });
});

describe('a refusal says what happened and what to do', () => {
  it.each([
    [300, '', 'The API answered 300: the base address redirects'],
    [302, '', 'The API answered 302: the base address redirects to another address, and redirects are not'],
    [400, 'no chain', 'The API answered 400, "no chain": it will not serve this request.'],
    [401, 'Invalid', 'The API answered 401, "Invalid": it refuses the API key. Store a valid one.'],
    [401, '', 'The API answered 401: it refuses the API key. Store a valid one.'],
    [402, '', "The API answered 402: the API plan is used up, unpaid or paused. See the plan's account."],
    [403, 'forbidden land', 'The API answered 403, "forbidden land": it will not serve this request.'],
    [404, 'no such key', 'The API answered 404, "no such key": it will not serve this request.'],
    [429, '', 'The API answered 429: too many calls, so no call until the next tick.'],
    [503, '', "The API answered 503: it can't serve now."],
  ])('%i %j', async (status, message, sentence) => {
    const { failure } = await readAgainst(...threeTimes({ status, body: message === '' ? '' : { message } }));
    expect(failure).toMatchObject({ message: expect.stringContaining(sentence) });
  });

  it('and a 299 refuses nothing', async () => {
    expect((await readFrom([{ status: 299, body: wirePage() }])).pages).toHaveLength(1);
  });

  it('with the seconds to wait', async () => {
    const { failure } = await readAgainst({ status: 429, headers: { 'retry-after': '7' } });
    expect(failure).toMatchObject({ message: 'The API answered 429: too many calls, so no call for 7 s.' });
  });
});
