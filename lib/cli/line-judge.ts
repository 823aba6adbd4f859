import { parseAddress } from '../../functions/chain/address.ts';
import { withCoin } from '../../functions/coin/describe.ts';
import { judge } from '../../functions/spam/judge.ts';
import { counterpartiesAfter } from '../../functions/spam/poisoning/counterparties-after.ts';
import { findLookalike, type Lookalike } from '../../functions/spam/poisoning/find-lookalike.ts';
import type { Reason } from '../../functions/spam/verdict.ts';
import { directionFor } from '../../functions/transfer/direction.ts';
import type { Transfer } from '../../functions/transfer/transfer.ts';
import { readRow } from '../../functions/wallet/read-row.ts';
import type { Counterparty } from '../../functions/wallet/wallet-state.ts';
import type { JudgeOptions } from './judge-options.ts';

/** What `chainbell judge` prints of one transfer. */
export interface Judgement {
  readonly spam: boolean;
  readonly score: number;
  readonly poisoning: boolean;
  readonly reasons: readonly Reason[];
}

const nobody = parseAddress(`0x${'0'.repeat(40)}`);

/**
 * Judges transfers one after the other as a poll does, with the row that has nothing but wallet and chain. It remembers
 * whom the wallet paid, 200 addresses at most, and nothing else. Without a wallet each transfer is seen by its receiver.
 */
export function createLineJudge({
  chain,
  wallet,
}: Pick<JudgeOptions, 'chain' | 'wallet'>): (transfer: Transfer) => Judgement {
  const watch = readRow({ wallet: wallet ?? nobody, chain: chain.id });
  let counterparties: readonly Counterparty[] = [];
  return (transfer) => {
    const seenBy = wallet ?? transfer.to.address ?? nobody;
    const own = directionFor(seenBy, transfer);
    const described = withCoin({ ...transfer, direction: own ?? 'in' }, chain, null);
    const verdict = judge(described, { ...watch, wallet: seenBy });
    if (wallet === null || own === null) return judgement(verdict, null);
    const evidence = { transfer: described, verdict, watch, counterparties };
    counterparties = counterpartiesAfter(evidence);
    return judgement(verdict, findLookalike(evidence));
  };
}

function judgement(
  { spam, score, reasons }: Omit<Judgement, 'poisoning'>,
  lookalike: Lookalike | null,
): Judgement {
  if (lookalike === null) return { spam, score, poisoning: false, reasons };
  return { spam, score, poisoning: true, reasons: [poisoned(lookalike), ...reasons] };
}

function poisoned({ address, imitates, samePrefix, sameSuffix }: Lookalike): Reason {
  return {
    rule: 'poisoning',
    detail: `${address} looks like ${imitates}, which the wallet paid: the first ${samePrefix} and the last ${sameSuffix} digits are alike.`,
  };
}
