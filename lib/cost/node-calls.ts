import { largestSizes, maxFiltered } from '../../functions/activity/scan/scan-range.ts';
import { findChain, reorgSeconds } from '../../functions/chain/chains.ts';
import { maxBlocks } from '../../functions/node/coin/scan-native.ts';
import { maxNonces } from '../../functions/node/coin/search-span.ts';
import { callsForWallets } from '../../functions/node/wallet-programs.ts';
import { minutesADay } from './load.ts';

/** Compute units of one host (Alchemy, 2026); its free plan has 30 million a month. */
export const rpcUnits = { logs: 60, block: 20, freeAMonth: 30e6 };

/** Block headers a scan: the newest, the last scanned, the end of the range. */
const blocks = 3;

/** One scan, as scan-chain.ts and scan-range.ts call a host that refuses nothing. */
export function nodeCallsOfScan(wallets: number): { readonly rpcCalls: number; readonly rpcUnits: number } {
  const logs = logCalls(wallets, 2);
  return { rpcCalls: blocks + logs, rpcUnits: blocks * rpcUnits.block + logs * rpcUnits.logs };
}

/** A tick also asks for the chain's id, which costs no units. */
export const idCalls = 1;

/** One scan with `source` node and idle wallets: logs by both sides and by operators, blocks with balances, account codes. */
export function sourceCallsOfScan(wallets: number, newBlocks: number): number {
  const ofState = callsForWallets(wallets);
  // If there are many blocks, only blocks that changed a balance or a nonce are read.
  const nonces = wallets > maxNonces ? 0 : wallets;
  const ofBlocks = newBlocks > maxBlocks(wallets) ? 2 * (ofState + nonces) : newBlocks * (1 + ofState);
  return blocks + logCalls(wallets, 3) + ofBlocks + ofState;
}

export function sourceCallsADay(chain: string, wallets: number, scanSeconds: number): number {
  const scans = minutesADay * (60 / scanSeconds);
  const newBlocks = ((minutesADay * 60) / reorgSeconds / scans) * findChain(chain).reorgBlocks;
  return scans * sourceCallsOfScan(wallets, Math.max(1, newBlocks)) + minutesADay * idCalls;
}

function logCalls(wallets: number, places: number): number {
  return wallets > maxFiltered ? 1 : places * Math.ceil(wallets / largestSizes.topics);
}
