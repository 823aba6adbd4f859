import { type Chain, chainKey } from '../chain/chains.ts';
import type { EpochMinutes } from '../chain/units.ts';
import type { FindNode } from '../node/node-parameters.ts';
import { tickMinute } from '../runtime/clock.ts';
import type { Watch } from '../wallet/watch.ts';
import { type ChainActivity, maxStaleTicks, type NodeHealth, openChain } from './chain-activity.ts';
import type { ChainDependencies } from './opened-chain.ts';

const stateUnread =
  "Its wallets' stored activity can't be read from the State table: the log of the dispatch function says why.";

export type Activity = ReturnType<typeof createActivity>;

type Memory = Pick<ChainDependencies, 'rosters' | 'balances'>;

export function createActivity(
  deps: Omit<ChainDependencies, keyof Memory> & { readonly findNode: FindNode },
) {
  const { findNode, table, isReadFromNode, log } = deps;
  const memory: Memory = { rosters: new Map(), balances: new Map() };
  /** By chain key: ticks in a row in which the chain's record could not be read. The record itself counts other doubts. */
  const unreadTicks = new Map<string, number>();

  async function open(
    watches: readonly Watch[],
    minute: EpochMinutes,
    isBetween: boolean,
  ): Promise<ChainActivity | 'no node' | 'unknown' | 'unread'> {
    const [first] = watches;
    if (first === undefined) return 'unknown';
    const { chain } = first;
    try {
      const node = await findNode(chain, minute);
      const isFromNode = isReadFromNode(chain);
      if (node.kind === 'none' && (chain.besideApi || !isFromNode)) return 'no node';
      if (isBetween && node.kind !== 'url') return 'unknown';
      const items = await table.load(chain);
      const wasUnread = !isBetween && unreadTicks.delete(chainKey(chain));
      const { asking, calls } = items.record;
      if (isBetween && (asking !== null || calls.minute !== minute)) return 'unknown';
      // The chain may never have had a node.
      if (node.kind === 'unreadable' && !node.exists && items.record.saves === 0 && !isFromNode) {
        log.warn(node.reason, { chain: chain.name });
        return 'unknown';
      }
      const opened = { chain, node, watches, items, minute, isBetween, wasUnread };
      return await openChain(opened, { ...deps, ...memory });
    } catch (error) {
      log.error("error: what is known of a chain's activity can't be read at this tick", {
        chain: chain.name,
        error: String(error),
      });
      return 'unread';
    }
  }

  function unreadHealth(chain: Chain): NodeHealth {
    const ticks = (unreadTicks.get(chainKey(chain)) ?? 0) + 1;
    unreadTicks.set(chainKey(chain), ticks);
    const unread = { chain: chain.name, doubt: stateUnread, missed: undefined };
    return { ...unread, isLasting: ticks > maxStaleTicks, isReadFromNode: isReadFromNode(chain) };
  }

  return {
    /**
     * Opens chains with their stored activity, and asks no node yet. `nodes` and `nodeless` are by chain key. The node of a chain that is
     * in neither can't be asked now. `unread` has the health of chains whose stored activity could not be read.
     * @param isBetween a scan between two ticks leaves out chains whose node is being asked now, or was last asked for another tick
     */
    async open(watches: readonly Watch[], tick: Date, isBetween = false) {
      const groups = Map.groupBy(watches, ({ chain }) => chainKey(chain));
      const minute = tickMinute(tick);
      const opened = await Promise.all(
        Array.from(groups, async ([key, group]) => [key, await open(group, minute, isBetween)] as const),
      );
      return {
        nodes: new Map(opened.flatMap(([key, one]) => (typeof one === 'string' ? [] : [[key, one]]))),
        nodeless: new Set(opened.flatMap(([key, one]) => (one === 'no node' ? [key] : []))),
        unread: opened.flatMap(([key, one]) => {
          const [watch] = (one === 'unread' && !isBetween && groups.get(key)) || [];
          return watch === undefined ? [] : [unreadHealth(watch.chain)];
        }),
      };
    },
  };
}
