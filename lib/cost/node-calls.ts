import { largestSizes, mostFiltered } from '../../functions/activity/scan-range.ts';

/** Compute units as one host counts them (Alchemy, 2026); its free plan has 30 million a month. */
export const rpcUnits = { logs: 60, block: 20, freeAMonth: 30e6 };

/** Blocks that a tick asks for: the newest, the one scanned last, the one at the end of the range. */
const blocks = 3;

/** Calls to a chain's node in one tick, as scan-chain.ts and scan-range.ts make them of a host that refuses nothing. */
export function nodeCallsOfTick(wallets: number): { readonly rpcCalls: number; readonly rpcUnits: number } {
  const logs = wallets > mostFiltered ? 1 : 2 * Math.ceil(wallets / largestSizes.topics);
  // The chain's id costs no units.
  return { rpcCalls: 1 + blocks + logs, rpcUnits: blocks * rpcUnits.block + logs * rpcUnits.logs };
}
