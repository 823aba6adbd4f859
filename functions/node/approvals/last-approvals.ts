import type { Address } from '../../chain/address.ts';
import type { BlockNumber } from '../../chain/units.ts';
import { chainOrder } from '../../transfer/transfer-key.ts';
import type { EventLog } from '../event-log.ts';
import { movementsIn } from '../movements.ts';
import { approvalIn, type SaidApproval } from './approval-events.ts';

/** The last approval of one allowance that a scan's logs show. */
export interface LastApproval extends SaidApproval {
  /** Identifies the allowance in every scan. */
  readonly name: string;
  /** The same transaction moved the token out of the wallet: older tokens write an approval for each spending. */
  readonly movedAlong: boolean;
  /** The block before the first event of this allowance in the scan. */
  readonly priorBlock: BlockNumber;
}

/** The last approval of each allowance. Leaves out events that only report a spending, which strangers can cause too. */
export function lastApprovals(logs: readonly EventLog[]): readonly LastApproval[] {
  const moved = new Set(logs.flatMap((log) => movementsIn(log).map((one) => movedBy(log, one.from, one))));
  const last = new Map<string, LastApproval>();
  for (const log of logs.toSorted(chainOrder)) {
    const said = approvalIn(log);
    if (said === null) continue;
    const movedAlong = moved.has(movedBy(log, said.owner, said));
    const name = `${said.owner} ${allowanceOf(said)}`;
    const before = last.get(name);
    const isSpent = !said.isGranted && (said.of === 'erc721' || said.of === 'erc20');
    if (movedAlong && (isSpent || before?.movedAlong === false)) continue;
    last.set(name, { ...said, name, movedAlong, priorBlock: before?.priorBlock ?? log.blockNumber - 1 });
  }
  return [...last.values()];
}

/** The key of the event that reports an approval to polls, the same in every scan. */
export function keyOfApproval(said: SaidApproval): string {
  return `${allowanceOf(said)} ${said.log.transactionHash}`;
}

function allowanceOf({ of, token, spender, tokenId }: SaidApproval): string {
  return `${of} ${token} ${tokenId ?? spender}`;
}

function movedBy(
  { transactionHash }: EventLog,
  from: Address,
  { token, tokenId }: { readonly token: Address | null; readonly tokenId: string | null },
): string {
  return [transactionHash, from, token, tokenId].join(' ');
}
