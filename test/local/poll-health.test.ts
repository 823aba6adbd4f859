import { beforeEach, describe, expect, it } from 'vitest';
import { parseAddress } from '../../functions/chain/address.ts';
import { findChain } from '../../functions/chain/chains.ts';
import { TickEnded } from '../../functions/rate/tick-limiter.ts';
import type { PageRequest, SourcePage } from '../../functions/transfer/source.ts';
import {
  BadRequest,
  KeyRefused,
  RateLimited,
  UpstreamUnavailable,
} from '../../functions/transfer/source-errors.ts';
import { createPollReads, type PollRead } from '../../lib/local/lambda/poll-reads.ts';
import { createPollHealth } from '../../lib/local/poll-health.ts';
import type { RemarkNews } from '../../lib/page/news.ts';

const refused = new UpstreamUnavailable('The API at 127.0.0.1:9 gave no complete answer: …', null, {
  cause: new Error('ECONNREFUSED: connect ECONNREFUSED 127.0.0.1:9'),
});
const overloaded = new UpstreamUnavailable("The API answered 503: it can't serve now.", 503);

let said: RemarkNews[];
let health: (reads: readonly PollRead[]) => void;
let now: number;
beforeEach(() => {
  said = [];
  now = 0;
  health = createPollHealth(
    (remark) => said.push(remark),
    () => now,
  );
});

/** One batch of polls, a second after the last one; for each wallet null (answered) or the error. */
function poll(results: Record<string, Error | null>, began = now): void {
  health(Object.entries(results).map(([wallet, error]) => ({ name: `${wallet} on eth`, began, error })));
  now += 1_000;
}
const texts = () => said.splice(0).map(({ text }) => text);

describe('what npm start says about an outage', () => {
  it('is said at the first failed poll, and once more when it is over', () => {
    poll({ a: refused });
    expect(said).toEqual([
      {
        kind: 'remark',
        at: '1970-01-01T00:00:00.000Z',
        text: 'The API does not answer (connect ECONNREFUSED 127.0.0.1:9). It is tried again at every tick; nothing is lost.',
        look: 'bad',
        api: 'down',
      },
    ]);
    poll({ a: overloaded });
    poll({ a: null });
    poll({ a: null });
    expect(said.slice(1)).toEqual([
      {
        kind: 'remark',
        at: '1970-01-01T00:00:02.000Z',
        text: 'The API answers again.',
        look: 'good',
        api: 'up',
      },
    ]);
  });

  const silent = expect.stringMatching(/^The API does not answer/);
  const bFails = expect.stringMatching(/^b on eth can't be polled\. The API answered 503/);
  it.each<[string, Record<string, Error | null>[], unknown[]]>([
    ['is said of the API, not of the only wallet', [{ a: null }, { a: refused }], [silent]],
    [
      'names the wallet if others are answered, once',
      [
        { a: null, b: overloaded },
        { a: null, b: overloaded },
        { a: null, b: null },
      ],
      [bFails, 'b on eth can be polled again.'],
    ],
    [
      'names the wallet also if its poll is in a batch of its own',
      [{ a: null }, { b: overloaded }],
      [bFails],
    ],
    [
      'is one line for many wallets that all fail after polls that succeeded',
      [
        { a: null, b: null },
        { a: refused, b: refused },
        { a: null, b: overloaded },
      ],
      [silent, 'The API answers again.', bFails],
    ],
    [
      'names all wallets for a 429, whichever wallet met it',
      [{ a: null, b: new RateLimited('The API answered 429: too many calls, so no call for 9 s.', 9) }],
      [expect.stringMatching(/^The API answered 429/)],
    ],
    [
      'ignores a refused key, which operations hear of at once, and calls that were not made',
      [
        {
          a: new KeyRefused('It answered 401.', 'Set another.'),
          b: new TickEnded(new Error('It answered 401.')),
        },
      ],
      [],
    ],
    [
      'stays one line, whatever the API says',
      [{ a: new BadRequest('The API answered 400,\n"no\tsuch chain".') }],
      [expect.stringMatching(/^The API answered 400, "no such chain"\.[^\n]+$/)],
    ],
  ])('%s', (_, batches, remarks) => {
    for (const results of batches) poll(results);
    expect(texts()).toEqual(remarks);
  });

  it('is one more line if eighty wallets fail one after another', () => {
    const wallets = Array.from({ length: 80 }, (_, n) => `w${n}`);
    poll(Object.fromEntries(wallets.map((wallet) => [wallet, null])));
    for (const wallet of wallets) poll({ [wallet]: refused });
    expect(texts()).toEqual([
      ...[0, 1, 2].map((n) => expect.stringContaining(`w${n} on eth can't be polled`)),
      expect.stringMatching(/^The API does not answer/),
    ]);
    for (const wallet of wallets) poll({ [wallet]: null });
    expect(texts()).toEqual([
      'The API answers again.',
      ...[0, 1, 2].map((n) => `w${n} on eth can be polled again.`),
    ]);
  });

  it('does not follow a call that hung while a later one was answered', () => {
    poll({ a: null }, 5_000);
    poll({ a: refused }, 1_000);
    expect(texts()).toEqual([]);
    poll({ a: refused }, 9_000);
    expect(texts()).toHaveLength(1);
  });
});

describe("a worker's reads", () => {
  const request: PageRequest = {
    wallet: parseAddress(`0x${'ab'.repeat(20)}`),
    chain: findChain('gnosis'),
    from: null,
    to: null,
    position: null,
  };
  const empty: SourcePage = { transfers: [], unreadable: [], next: null };

  it('pass through, and a failed one counts once as a failed poll', async () => {
    const reads = createPollReads(() => 7);
    let fails = false;
    async function* pages() {
      yield empty;
      if (fails) throw overloaded;
    }
    const source = reads.listen({ open: async () => {}, pages });
    const read = async () => {
      const read: SourcePage[] = [];
      for await (const one of source.pages(request, { deadline: 1_000 })) read.push(one);
      return read;
    };
    expect(await read()).toEqual([empty]);
    expect(reads.take()).toEqual([{ name: `${request.wallet} on gnosis`, began: 7, error: null }]);
    fails = true;
    await expect(read()).rejects.toBe(overloaded);
    fails = false;
    await read();
    expect(reads.take()).toEqual([expect.objectContaining({ error: overloaded })]);
    expect(reads.take()).toEqual([]);
  });
});
