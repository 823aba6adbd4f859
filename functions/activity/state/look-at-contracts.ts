import { isDeepStrictEqual } from 'node:util';
import type { Address } from '../../chain/address.ts';
import type { Chain } from '../../chain/chains.ts';
import type { BlockNumber, EpochMinutes } from '../../chain/units.ts';
import { NodeUnusable } from '../../node/calls.ts';
import { type AccountCode, readCodes } from '../../node/control/account-codes.ts';
import { logOf, readSafeLogs } from '../../node/control/safe-events.ts';
import { readPrints, readSafe, type SafeRead } from '../../node/control/safes.ts';
import type { EventLog } from '../../node/event-log.ts';
import type { NodeCalls } from '../../node/json-rpc.ts';
import type { ControlChange } from '../../node/node-event.ts';
import { type ContractState, compareSafe, type Safe, type SafeNews, safeIn } from './safe-state.ts';

export interface ContractLook {
  readonly chain: Chain;
  readonly block: BlockNumber;
  readonly lastBlock: BlockNumber;
  /** Wallets that no previous look has asked about. */
  readonly isFirst: (wallet: Address) => boolean;
  readonly minute: EpochMinutes;
  /** State from earlier looks; null: none yet. */
  readonly contracts: ReadonlyMap<Address, ContractState | null>;
}

export interface ContractNews {
  readonly state: ContractState;
  readonly changes: readonly (readonly [ControlChange, EventLog | undefined])[];
}

/** Finds Safes and their changes. A Safe whose print (a hash of its answers) is the same is not read. */
export async function lookAtContracts(
  look: ContractLook,
  node: NodeCalls,
): Promise<ReadonlyMap<Address, ContractNews>> {
  const { contracts, block, lastBlock, chain } = look;
  const prints = await readPrints([...contracts.keys()], block, node);
  const reads = await readSome(dueOf(look, prints), block, node);
  const unknown = Array.from(reads).filter(([wallet]) => !contracts.get(wallet)?.safe);
  const found = unknown.flatMap(([, read]) => safeIn(read)?.implementation ?? []);
  const codes = await readCodes(found, block, node).catch(() => null);
  const fresh = [...reads.keys()].filter((wallet) => !contracts.get(wallet) && !look.isFirst(wallet));
  const codesBefore = await readCodes(fresh, lastBlock, node).catch(() => null);
  const compared = Array.from(reads, ([wallet, read]) => {
    const was = contracts.get(wallet) ?? null;
    const isCreated = was?.isCreated ?? codesBefore?.get(wallet)?.hasCode === false;
    const { safe, changes, isAll } = was?.safe
      ? compareSafe(was.safe, read)
      : firstLook(read, codes, isCreated);
    // Without a print, a later look reads the contract again.
    const isDone = isAll && read.isFinal && (safe === null || read.isShown);
    const print = isDone ? (prints?.get(wallet) ?? null) : null;
    return { wallet, was, changes, state: { print, safe, isCreated: isCreated && safe === null } };
  });
  const news = compared.filter(({ was, state }) => !isDeepStrictEqual(was, state));
  const changed = news.filter(({ changes }) => changes.length > 0).map(({ wallet }) => wallet);
  const span = { from: Math.max(0, block - chain.reorgBlocks), to: block };
  const logs = changed.length === 0 ? [] : await readSafeLogs(changed, span, node);
  return new Map(
    news.map(({ wallet, state, changes }) => [
      wallet,
      { state, changes: changes.map((change) => [change, logOf(wallet, change, logs)] as const) },
    ]),
  );
}

/** Maximum contracts that one look reads, eight calls each. */
const maxRead = 16;

/** Contracts whose answers changed since they were read, then contracts without a print. */
function dueOf(
  { contracts, minute }: ContractLook,
  prints: ReadonlyMap<Address, string> | null,
): readonly Address[] {
  const due = Array.from(contracts).filter(([wallet, was]) => {
    const print = prints?.get(wallet);
    return print === undefined || (was === null ? print !== '0' : print !== was.print);
  });
  const { changed = [], blind = [] } = Object.groupBy(due, ([, was]) =>
    was !== null && was.print === null ? 'blind' : 'changed',
  );
  const chosen = [...turnOf(changed, maxRead, minute), ...turnOf(blind, maxRead, minute)];
  return chosen.slice(0, maxRead).map(([wallet]) => wallet);
}

/** The items of this minute's look. If there are more than `most`, the minutes take turns. */
export function turnOf<One>(all: readonly One[], most: number, minute: EpochMinutes): readonly One[] {
  const turn = minute % Math.max(1, Math.ceil(all.length / most));
  return all.slice(turn * most, (turn + 1) * most);
}

/** Reads contracts while the node's calls last; the next look reads the others. */
async function readSome(
  wallets: readonly Address[],
  block: BlockNumber,
  node: NodeCalls,
): Promise<ReadonlyMap<Address, SafeRead>> {
  const reads = new Map<Address, SafeRead>();
  for (const wallet of wallets) {
    try {
      // One call each: a contract that returns megabytes spoils no other's answer.
      reads.set(wallet, await readSafe(wallet, block, node));
    } catch (error) {
      if (!(error instanceof NodeUnusable) || reads.size === 0) throw error;
      return reads;
    }
  }
  return reads;
}

/** A Safe's implementation is a contract. A first look reports no change, unless the Safe was created since an earlier look. */
function firstLook(
  read: SafeRead,
  codes: ReadonlyMap<Address, AccountCode> | null,
  isCreated: boolean,
): Omit<SafeNews, 'safe'> & { readonly safe: Safe | null } {
  const found = safeIn(read);
  const isSafe = found?.implementation != null && codes?.get(found.implementation)?.hasCode === true;
  const created = { what: 'implementation', before: null, after: found?.implementation ?? null } as const;
  return {
    changes: isSafe && isCreated ? [created] : [],
    safe: isSafe ? found : null,
    isAll: found === null || codes !== null,
  };
}
