import { parseAddress } from '../../../functions/chain/address.ts';
import { withCoin } from '../../../functions/coin/describe.ts';
import { judge } from '../../../functions/spam/judge.ts';
import { AddressBook } from '../../../functions/spam/poisoning/address-book.ts';
import type { Verdict } from '../../../functions/spam/verdict.ts';
import { nobodyKnown } from '../../../functions/state/known-addresses.ts';
import { directionFor, type Transfer } from '../../../functions/transfer/transfer.ts';
import { readRow } from '../../../functions/wallet/read-row.ts';
import type { JudgeOptions } from './judge-options.ts';

/** What `chainbell judge` finds in one transfer. */
export interface Judgement extends Verdict {
  readonly poisoning: boolean;
}

/** Judges the next transfer of a stream. */
export type JudgeLine = (transfer: Transfer) => Judgement;

const nobody = parseAddress(`0x${'0'.repeat(40)}`);

/**
 * Judges transfers one after the other as a poll does, with the row that has nothing but wallet and chain. It remembers
 * whom the wallet paid, 200 addresses at most, who imitates those, and nothing else. Without a wallet each transfer is seen by its receiver.
 */
export function createLineJudge({ chain, wallet }: Pick<JudgeOptions, 'chain' | 'wallet'>): JudgeLine {
  const watch = readRow({ wallet: wallet ?? nobody, chain: chain.id });
  const book = new AddressBook(nobodyKnown);
  return (transfer) => {
    const seenBy = wallet ?? transfer.to.address ?? nobody;
    const own = directionFor(seenBy, transfer);
    const described = withCoin({ ...transfer, direction: own ?? 'in' }, chain, null);
    const verdict = judge(described, { ...watch, wallet: seenBy });
    if (wallet === null || own === null) return { ...verdict, poisoning: false };
    const { verdict: whole, lookalike } = book.meet(described, verdict, watch);
    return { ...whole, poisoning: lookalike !== null };
  };
}
