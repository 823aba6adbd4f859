import type { Overflow } from '../../functions/state/overflow.ts';
import { spillSeen } from '../../functions/state/seen-pages.ts';
import { toStateItem } from '../../functions/state/state-item.ts';
import { findState, type StateItems, type StateTable, stateKey } from '../../functions/state/state-table.ts';
import { VersionConflict, type WalletState } from '../../functions/state/wallet-state.ts';
import { type Watch, watchKey } from '../../functions/wallet/watch.ts';
import { overflowInMemory } from '../../lib/cli/replay/states-in-memory.ts';

/** The State table in memory, with the same items and the same conditional saves. */
export class MemoryStates implements StateTable {
  readonly items = new Map<string, Record<string, unknown>>();
  readonly pieces = new Map<string, readonly string[]>();
  saves = 0;

  async readItems(keys: Parameters<StateTable['readItems']>[0]): Promise<StateItems> {
    const asked = new Set(keys.map(({ wallet, chain }) => `${wallet}#${chain}`));
    return new Map([...this.items].filter(([key]) => asked.has(key)));
  }

  async save(watch: Watch, state: WalletState): Promise<WalletState> {
    const stored = this.items.get(watchKey(watch));
    if ((stored?.version ?? 0) !== state.version) throw new VersionConflict('another worker saved first');
    const saved = { ...(await spillSeen(state, this.overflow())), version: state.version + 1 };
    this.items.set(watchKey(watch), { ...stateKey(watch), ...toStateItem(saved) });
    this.saves += 1;
    return saved;
  }

  overflow(): Overflow {
    return overflowInMemory(this.pieces);
  }

  stateOf(watch: Watch, now = 0): WalletState {
    return findState(watch, this.items, now);
  }
}
