import { describeFor } from '../../coin/describe.ts';
import { AddressBook } from '../../spam/poisoning/address-book.ts';
import { rememberingTexts } from '../../spam/read-texts.ts';
import type { KnownAddresses } from '../../state/known-addresses.ts';
import type { Watch } from '../../wallet/watch.ts';
import type { PollDependencies, PollLimits } from '../poll-dependencies.ts';
import type { PollOutcome } from '../poll-outcome.ts';
import { chooseSingles } from './choose-singles.ts';
import type { FreshTransfer } from './compare.ts';
import { type JudgedTransfer, judgeTransfer } from './judge-transfer.ts';
import { rationWarnings } from './ration-warnings.ts';

/** Milliseconds for which transfers are judged before others have a turn. */
const atOnce = 10;

/**
 * Describes each transfer with its coin record and decides, one by one in chain order, what becomes of it: by the
 * row's filters, by the verdict and the row's policy, and by whether it comes from an imitation of an address that the
 * wallet paid. Every few milliseconds the other wallets of the batch have their turn: texts that somebody made for it
 * take up to one each.
 * @param before what this poll has told already
 */
export async function judgeTransfers(
  fresh: readonly FreshTransfer[],
  watch: Watch,
  known: KnownAddresses,
  before: Pick<PollOutcome, 'told' | 'warned' | 'singles' | 'cursor'>,
  deps: Pick<PollDependencies, 'coins' | 'clock' | 'isReadFromNode'>,
  limits: PollLimits,
): Promise<readonly JudgedTransfer[]> {
  const tokens = deps.isReadFromNode(watch.chain) ? [] : fresh.map(({ transfer }) => transfer.token.address);
  const coinOf = await deps.coins.find(watch.chain, tokens, limits);
  const now = deps.clock.now();
  const detectedAt = new Date(now).toISOString();
  const read = rememberingTexts();
  const book = new AddressBook(known);
  const judged: JudgedTransfer[] = [];
  let begun = deps.clock.now();
  for (const one of fresh) {
    if (deps.clock.now() - begun >= atOnce) {
      await deps.clock.sleep(0);
      begun = deps.clock.now();
    }
    const described = describeFor(watch, one.transfer, coinOf(one.transfer.token.address));
    judged.push(judgeTransfer(one, described, book, watch, detectedAt, read));
  }
  const rationed = rationWarnings(judged, known, before.warned, detectedAt);
  return chooseSingles(rationed, watch, before, limits, now);
}
