import * as z from 'zod';
import type { Address } from '../../chain/address.ts';
import type { Chain } from '../../chain/chains.ts';
import type { BlockNumber } from '../../chain/units.ts';
import type { EventLog } from '../../node/event-log.ts';
import type { ApprovalEvent } from '../../node/node-event.ts';

/** `told` is JSON, oldest first. */
export const givenItem = z.object({ stamp: z.string(), told: z.array(z.string()) });

/** The approvals of a wallet in surely real tokens that its polls were left, while a re-org may drop them or bring them back. */
export interface Given extends z.infer<typeof givenItem> {
  readonly wallet: Address;
}

/** What polls were last left about one allowance. */
export interface ToldApproval {
  readonly wallet: Address;
  /** Of the allowance. */
  readonly name: string;
  /** Where the approval stood when a scan last showed it. */
  readonly log: EventLog;
  /** Without a transaction: a re-org dropped the log. */
  readonly event: ApprovalEvent;
  /** How many re-orgs were reported. Keys contain it, because what is mined again must be reported again. */
  readonly round: number;
  /** The blocks of the log were read again, it is not the last of its allowance any more, and nobody was told yet. */
  readonly inDoubt: boolean;
}

/** By the allowance's name. */
export type ToldApprovals = ReadonlyMap<string, ToldApproval>;

/** Maximum of a wallet. */
const maxGiven = 20;
/** In spans of `rescanBlocks`, five minutes each: longer than polls look back for what they have reported. */
const spansOfReorg = 24;

export function toldIn(given: Iterable<Given>): ToldApprovals {
  const lines = Array.from(given).flatMap(({ told }) => told);
  return new Map(lines.map((line): ToldApproval => JSON.parse(line)).map((one) => [one.name, one]));
}

/** Without what no re-org changes any more, as a scan up to the block `to` leaves it; the newest twenty of each wallet. */
export function givenOf(
  told: ToldApprovals,
  {
    to,
    rescanBlocks,
    stamp,
  }: Pick<Chain, 'rescanBlocks'> & { readonly to: BlockNumber; readonly stamp: string },
): readonly Given[] {
  const kept = Array.from(told.values()).filter(({ log, round, inDoubt }) => {
    const spans = round > 0 || inDoubt ? spansOfReorg : 1;
    return log.blockNumber >= to - spans * rescanBlocks;
  });
  const sorted = kept.sort((a, b) => a.log.blockNumber - b.log.blockNumber);
  return Array.from(
    Map.groupBy(sorted, ({ wallet }) => wallet),
    ([wallet, ones]) => {
      return { wallet, stamp, told: ones.slice(-maxGiven).map((one) => JSON.stringify(one)) };
    },
  );
}
