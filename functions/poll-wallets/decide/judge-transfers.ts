import { describeFor } from '../../coin/describe.ts';
import { withWorth } from '../../prices/price.ts';
import { rememberingTexts } from '../../spam/judge.ts';
import { isKnownToken } from '../../spam/known-token.ts';
import { AddressBook } from '../../spam/poisoning/address-book.ts';
import type { KnownAddresses } from '../../state/known-addresses.ts';
import type { Watch } from '../../wallet/watch.ts';
import type { PollDependencies, PollLimits } from '../poll-dependencies.ts';
import type { PollOutcome } from '../poll-outcome.ts';
import { chooseSingles } from './choose-singles.ts';
import type { FreshTransfer } from './compare.ts';
import { type JudgedTransfer, judgeTransfer } from './judge-transfer.ts';
import { namePeople } from './name-people.ts';
import { rationWarnings } from './ration-warnings.ts';

/** Milliseconds of judging before other wallets get a turn. */
const atOnce = 10;

/**
 * Adds coin records and worth, and judges in chain order. The other wallets get a turn every few milliseconds, because a hostile
 * text can take a millisecond to judge.
 */
export async function judgeTransfers(
  fresh: readonly FreshTransfer[],
  watch: Watch,
  known: KnownAddresses,
  before: Pick<PollOutcome, 'told' | 'warned' | 'singles' | 'cursor'>,
  deps: Pick<PollDependencies, 'coins' | 'prices' | 'clock' | 'isReadFromNode' | 'findPeople'>,
  limits: PollLimits,
): Promise<readonly JudgedTransfer[]> {
  const tokens = deps.isReadFromNode(watch.chain) ? [] : fresh.map(({ transfer }) => transfer.token.address);
  // No price of an unknown token: whoever made it also makes its market.
  const priced = fresh.filter(
    ({ transfer }) => transfer.tokenId === null && isKnownToken(transfer.token, watch),
  );
  const [coinOf, priceOf] = await Promise.all([
    deps.coins.find(watch.chain, tokens, limits),
    deps.prices.find(
      watch.chain,
      priced.map(({ transfer }) => transfer.token.address),
      limits,
    ),
  ]);
  const isPriced = new Set(priced);
  const now = deps.clock.now();
  const detectedAt = new Date(now).toISOString();
  const read = rememberingTexts();
  const book = new AddressBook(known);
  const since = before.cursor.start?.since ?? null;
  const judged: JudgedTransfer[] = [];
  let [block, paidBefore] = [-1, book.counterparties];
  let begun = deps.clock.now();
  for (const one of fresh) {
    if (deps.clock.now() - begun >= atOnce) {
      await deps.clock.sleep(0);
      begun = deps.clock.now();
    }
    const { token, blockNumber } = one.transfer;
    if (blockNumber !== block) [block, paidBefore] = [blockNumber, book.counterparties];
    const described = withWorth(
      describeFor(watch, one.transfer, coinOf(token.address)),
      watch.chain.id,
      isPriced.has(one) ? priceOf(token.address) : null,
      now,
    );
    judged.push(judgeTransfer(one, described, book, paidBefore, watch, detectedAt, since, read));
  }
  const rationed = rationWarnings(judged, known, before.warned, detectedAt);
  return namePeople(chooseSingles(rationed, watch, before, limits, now), deps);
}
