import { addressesIn, withPeople } from '../../alert/compose/compose-transfer.ts';
import { describeFor } from '../../coin/coin-lookup.ts';
import { isUnderMinUsd, withWorth } from '../../prices/price.ts';
import { isKnownToken } from '../../spam/known-token.ts';
import { AddressBook } from '../../spam/poisoning/address-book.ts';
import { otherSide } from '../../spam/poisoning/evidence.ts';
import { type KnownAddresses, nobodyKnown } from '../../state/known-addresses.ts';
import { leftOutBy } from '../../transfer/transfer.ts';
import { watchBeside } from '../../wallet/watch.ts';
import type { Poll } from '../dependencies.ts';
import type { PollOutcome } from '../poll-outcome.ts';
import type { FreshTransfer } from './compare.ts';
import { isPaymentOut, type JudgedTransfer, judgeTransfer } from './judge-transfer.ts';
import { chooseSingles, firstOfEachAddress, maxWarningsInDay, rationWarnings } from './rations.ts';

/** Milliseconds of judging before other wallets get a turn. */
const judgingSlice = 10;

/** Adds coin records and worth, and judges in chain order. In between other wallets get a turn: hostile texts take milliseconds. */
export async function judgeNews(
  fresh: readonly FreshTransfer[],
  known: KnownAddresses,
  before: Pick<PollOutcome, 'told' | 'warned' | 'singles' | 'cursor'>,
  poll: Pick<
    Poll,
    'watch' | 'limits' | 'pace' | 'coins' | 'prices' | 'clock' | 'isReadFromNode' | 'findPeople' | 'states'
  >,
): Promise<readonly JudgedTransfer[]> {
  const { watch, limits, clock } = poll;
  // No price of an unknown token: whoever made it also makes its market.
  const isPriced = ({ transfer }: FreshTransfer) =>
    transfer.tokenId === null && isKnownToken(transfer.token, watch);
  const tokensOf = (some: readonly FreshTransfer[]) => some.map(({ transfer }) => transfer.token.address);
  const [coinOf, priceOf, beside] = await Promise.all([
    poll.coins.find(watch.chain, poll.isReadFromNode(watch.chain) ? [] : tokensOf(fresh), limits),
    poll.prices.find(watch.chain, tokensOf(fresh.filter(isPriced)), limits),
    fresh.length === 0 ? nobodyKnown : addressesOfOtherWatch(poll),
  ]);
  const now = clock.now();
  const detectedAt = new Date(now).toISOString();
  const judging = { watch, detectedAt };
  const book = new AddressBook(known, beside);
  const judged: JudgedTransfer[] = [];
  let [block, paidBefore] = [-1, book.counterparties];
  let begun = clock.now();
  for (const one of fresh) {
    if (clock.now() - begun >= judgingSlice) {
      await clock.sleep(0);
      begun = clock.now();
    }
    const { token, blockNumber } = one.transfer;
    if (blockNumber !== block) [block, paidBefore] = [blockNumber, book.counterparties];
    const plain = describeFor(watch, one.transfer, coinOf(token.address));
    const price = isPriced(one) ? priceOf(token.address) : null;
    const described = withWorth(plain, watch.chain.id, price, now);
    judged.push(judgeTransfer(one, described, book, paidBefore, judging));
  }
  const withoutSuspicion = (one: JudgedTransfer): JudgedTransfer => ({
    ...judgeTransfer(one, one.described, new AddressBook(nobodyKnown), known.counterparties, judging),
    paid: one.paid,
    imitations: one.imitations,
  });
  const suspected = await clearNamedPeople(judged, withoutSuspicion, poll);
  const rationed = rationWarnings(suspected, [known, beside], before.warned, detectedAt);
  const choose = (some: readonly JudgedTransfer[]) =>
    namePeople(chooseSingles(some, before, poll, now), poll);
  const chosen = await choose(rationed);
  // A payment that is left out because of its receiver's name takes up no other transfer's single alert.
  return chosen.some(({ outcome }, i) => outcome !== rationed[i]?.outcome) ? choose(chosen) : chosen;
}

/** The addresses that the row's other watch knows: on an API chain, the watches of the API and of the node know different payees. */
async function addressesOfOtherWatch({
  watch,
  states,
  isReadFromNode,
}: Pick<Poll, 'watch' | 'states' | 'isReadFromNode'>) {
  const isWhole = !watch.chain.besideApi && isReadFromNode(watch.chain);
  const beside = isWhole ? null : watchBeside(watch);
  return beside === null ? nobodyKnown : states.readAddresses(beside);
}

/** A person that the owner has named imitates nobody. Looks up as many addresses as a day may have warnings, new warnings first. */
async function clearNamedPeople(
  judged: readonly JudgedTransfer[],
  withoutSuspicion: (one: JudgedTransfer) => JudgedTransfer,
  { findPeople }: Pick<Poll, 'findPeople'>,
): Promise<readonly JudgedTransfer[]> {
  const imitating = judged.filter(({ imitations }) => imitations.length > 0);
  const sides = [...firstOfEachAddress(judged), ...imitating].map(({ described }) => otherSide(described));
  const suspects = [...new Set(sides.filter((one) => one !== null))].slice(0, maxWarningsInDay);
  if (suspects.length === 0) return judged;
  const people = await findPeople(new Set(suspects));
  return judged.map((one) => {
    const other = otherSide(one.described);
    return one.imitations.length > 0 && other !== null && people.has(other) ? withoutSuspicion(one) : one;
  });
}

/** Maximum transfers of a batch that are looked up by name though a stranger may have made them up. A look-up takes five reads. */
const maxUnsureNamed = 20;

/** Adds contacts' names. Hidden transfers and incoming ones in digests get none: strangers could cause thousands of look-ups. */
async function namePeople(
  judged: readonly JudgedTransfer[],
  { findPeople, watch }: Pick<Poll, 'findPeople' | 'watch'>,
): Promise<readonly JudgedTransfer[]> {
  const isInDigest = ({ format }: JudgedTransfer) => format === 'digest' || format === 'next digest';
  const isPayment = ({ described }: JudgedTransfer) =>
    isPaymentOut(described) && isKnownToken(described.token, watch);
  const isOut = ({ described }: JudgedTransfer) => described.direction === 'out';
  const unsure = judged.filter((one) => isInDigest(one) && isOut(one) && !isPayment(one));
  const unnamed = new Set(unsure.slice(maxUnsureNamed));
  const isNamed = (one: JudgedTransfer) =>
    one.warning !== null || (one.format !== null && !unnamed.has(one) && (isOut(one) || !isInDigest(one)));
  const named = judged.filter(isNamed);
  if (named.length === 0) return judged;
  const people = await findPeople(new Set(named.flatMap(({ alert }) => addressesIn(alert))));
  return judged.map((one) => {
    if (!isNamed(one)) return one;
    const alert = withPeople(one.alert, people);
    const warning = one.warning && withPeople(one.warning, people);
    const leftOut = isLeftOut(one, alert, watch) ? ({ outcome: 'unwanted', format: null } as const) : {};
    return { ...one, alert, warning, ...leftOut };
  });
}

/** Whether the row leaves the payment out now that names are known: before, its receiver seemed new. */
function isLeftOut(one: JudgedTransfer, { counterparty }: JudgedTransfer['alert'], watch: Poll['watch']) {
  const isNamed = counterparty === 'own' || counterparty === 'contact';
  if (one.warning !== null || !isNamed) return false;
  return isUnderMinUsd(one.described, watch) || leftOutBy(one.described, watch) !== null;
}
