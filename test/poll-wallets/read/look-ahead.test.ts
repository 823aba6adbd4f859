import { describe, expect, it } from 'vitest';
import { lookAhead, mayBeTheft } from '../../../functions/poll-wallets/read/look-ahead.ts';
import { surelyRealContracts } from '../../../functions/spam/known-token.ts';
import type { CallLimits, PageRequest, SourcePage } from '../../../functions/transfer/source.ts';
import {
  BadRequest,
  NoSlot,
  UnreadableReply,
  UpstreamUnavailable,
} from '../../../functions/transfer/source-errors.ts';
import type { Transfer } from '../../../functions/transfer/transfer.ts';
import { withKeys } from '../../../functions/transfer/transfer-key.ts';
import { describedTransfer, exchange, party, treasury, watchOf } from '../../support/alerts.ts';
import { begunCursor, transferIn } from '../../support/reads.ts';

const watch = watchOf();
const cursor = begunCursor({ settled: 10 });

/** Looks ahead at a source that shows `newest` on its newest page, and `sure` when asked for contracts. */
async function look(newest: readonly Transfer[], sure: readonly Transfer[] | Error, isFromNode = false) {
  const asked: PageRequest[] = [];
  const repeats: unknown[] = [];
  async function* pages(request: PageRequest, limits: CallLimits): AsyncGenerator<SourcePage> {
    asked.push(request);
    repeats.push(limits.repeats);
    const shown = request.contracts === undefined ? newest : sure;
    if (shown instanceof Error) throw shown;
    // Each transfer of the second read is a page of its own.
    if (request.contracts === undefined) yield { transfers: shown, unreadable: [], next: 'older' };
    else for (const one of shown) yield { transfers: [one], unreadable: [], next: 'older' };
  }
  const limits = { deadline: 1, publishUntil: 1 };
  const source = { open: async () => {}, pages };
  const seen = await lookAhead(cursor, { watch, limits, source, isReadFromNode: () => isFromNode });
  return { asked, repeats, blocks: seen.map(({ transfer }) => transfer.blockNumber) };
}

describe('a look ahead of a long read', () => {
  it('asks for the newest page, and for unsettled transfers of surely real tokens', async () => {
    const { asked, repeats } = await look([], []);
    const { wallet, chain } = watch;
    const newest = { wallet, chain, from: null, to: null, position: null };
    const contracts = surelyRealContracts(watch);
    expect(asked).toEqual([newest, { ...newest, from: { block: 11 }, contracts }]);
    // The long read shows the same transfers later, so the second call is not repeated on failure.
    expect(repeats).toEqual([undefined, false]);
  });

  it('shows the transfers of both above the settled block, each once, oldest first', async () => {
    const both = transferIn(12);
    const { blocks } = await look([transferIn(13), both, transferIn(10)], [both]);
    expect(blocks).toEqual([12, 13]);
  });

  it('shows the surely real ones of twenty pages of a node, which are not chosen by contract', async () => {
    const dust = Array.from({ length: 19 }, (_, n) => ({
      ...describedTransfer({}, { address: exchange }),
      blockNumber: 90 - n,
    }));
    const [last, beyond] = [transferIn(12), transferIn(11)];
    expect((await look([], [...dust, last, beyond], true)).blocks).toEqual([12]);
    expect((await look([], [...dust, last], false)).blocks).toEqual([]);
  });

  it.each([
    ['has no call left', new NoSlot('no call left')],
    ['is away', new UpstreamUnavailable('time-out', null)],
    ['answers what nobody can read', new UnreadableReply('no JSON')],
  ])('shows its newest page if the second call %s', async (_, error) => {
    expect((await look([transferIn(12)], error)).blocks).toEqual([12]);
  });

  it('fails if the second call is refused', async () => {
    const refused = new BadRequest('The API answered 400');
    await expect(look([transferIn(12)], refused)).rejects.toBe(refused);
  });
});

describe('a theft', () => {
  const out = { from: party(treasury), to: party(exchange) };
  const is = (...of: Parameters<typeof describedTransfer>) =>
    withKeys([describedTransfer(...of)]).map((one) => mayBeTheft(one, watch));

  it('is a transfer of value out of the wallet, in a token that nobody can make up', () => {
    const all = [...is(out), ...is({ ...out, value: 0n }), ...is(), ...is(out, { address: exchange })];
    expect(all).toEqual([true, false, false, false]);
  });
});
