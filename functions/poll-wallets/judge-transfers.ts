import { describeFor } from '../coin/describe.ts';
import type { FreshTransfer } from '../transfer/compare-with-seen.ts';
import type { CallLimits } from '../upstream/source.ts';
import type { Watch } from '../wallet/watch.ts';
import { type JudgedTransfer, judgeTransfer, type KnownAddresses } from './judge-transfer.ts';
import type { PollDependencies } from './poll-dependencies.ts';

/**
 * Describes each transfer with its coin record and decides, one by one in chain order, what becomes of it: by the
 * row's filters, by the verdict and the row's policy, and by whether it comes from an imitation of an address that the
 * wallet paid.
 */
export async function judgeTransfers(
  fresh: readonly FreshTransfer[],
  watch: Watch,
  state: KnownAddresses,
  deps: Pick<PollDependencies, 'coins' | 'clock'>,
  limits: CallLimits,
): Promise<readonly JudgedTransfer[]> {
  const coinOf = await deps.coins.find(
    watch.chain,
    fresh.map(({ transfer }) => transfer.token.address),
    limits,
  );
  const detectedAt = new Date(deps.clock.now()).toISOString();
  let known = state;
  return fresh.map((one) => {
    const described = describeFor(watch, one.transfer, coinOf(one.transfer.token.address));
    const judged = judgeTransfer(one, described, known, watch, detectedAt);
    known = judged.known;
    return judged;
  });
}
