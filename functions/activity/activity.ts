import { chainKey } from '../chain/chains.ts';
import type { EpochMinutes } from '../chain/units.ts';
import type { FindNode } from '../node/node-parameters.ts';
import type { Watch } from '../wallet/watch.ts';
import { type ChainActivity, openChain } from './chain-activity.ts';
import type { Roster } from './chain-record.ts';
import type { ChainDependencies } from './opened-chain.ts';

export interface ActivityDependencies extends Omit<ChainDependencies, 'rosters' | 'balances'> {
  readonly findNode: FindNode;
}

/** By chain key. A chain in neither has a node that can say nothing now. */
export interface OpenedChains {
  readonly nodes: ReadonlyMap<string, ChainActivity>;
  readonly nodeless: ReadonlySet<string>;
}

export interface Activity {
  /**
   * Each chain with its stored activity; asks no node yet. Chains that are not opened are polled ordinarily, unless they are
   * read from their node.
   * @param isBetween for a scan between two ticks: chains whose node is being asked, or was last asked for another tick, are not
   * opened either
   */
  open(watches: readonly Watch[], tick: Date, isBetween?: boolean): Promise<OpenedChains>;
}

/** Minutes since the epoch, as all times of ticks are kept. */
export function minuteOf(tick: Date): EpochMinutes {
  return Math.floor(tick.getTime() / 60_000);
}

export function createActivity(deps: ActivityDependencies): Activity {
  const { findNode, table, log } = deps;
  const memory = { rosters: new Map<string, Roster>(), balances: new Map() };

  async function open(
    watches: readonly Watch[],
    minute: EpochMinutes,
    isBetween: boolean,
  ): Promise<ChainActivity | 'no node' | 'unknown'> {
    const [first] = watches;
    if (first === undefined) return 'unknown';
    const { chain } = first;
    try {
      const node = await findNode(chain, minute);
      const isSource = deps.source?.isReadFromNode(chain) ?? false;
      if (node.kind === 'none' && (chain.part !== undefined || !isSource)) return 'no node';
      if (isBetween && node.kind !== 'url') return 'unknown';
      const items = await table.load(chain);
      const { asking, calls } = items.record;
      if (isBetween && (asking !== null || calls.minute !== minute)) return 'unknown';
      // The chain may never have had a node.
      if (node.kind === 'unreadable' && items.record.saves === 0 && !isSource) {
        log.warn(node.reason, { chain: chain.name });
        return 'unknown';
      }
      return await openChain({ chain, node, watches, items, minute, isBetween }, { ...deps, ...memory });
    } catch (error) {
      log.error("error: what is known of a chain's activity can't be read at this tick", {
        chain: chain.name,
        error: String(error),
      });
      return 'unknown';
    }
  }

  return {
    async open(watches, tick, isBetween = false) {
      const groups = Map.groupBy(watches, ({ chain }) => chainKey(chain));
      const minute = minuteOf(tick);
      const opened = await Promise.all(
        Array.from(groups, async ([key, group]) => [key, await open(group, minute, isBetween)] as const),
      );
      return {
        nodes: new Map(opened.flatMap(([key, one]) => (typeof one === 'string' ? [] : [[key, one]]))),
        nodeless: new Set(opened.flatMap(([key, one]) => (one === 'no node' ? [key] : []))),
      };
    },
  };
}
