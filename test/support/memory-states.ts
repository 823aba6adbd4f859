import { toStateItem } from '../../functions/wallet/state-item.ts';
import { findState, type StateTable, stateKey } from '../../functions/wallet/state-table.ts';
import { RaceLost, type WalletState } from '../../functions/wallet/wallet-state.ts';
import type { Watch } from '../../functions/wallet/watch.ts';

/** The State table in memory, with the same items and the same conditional saves. */
export class MemoryStates implements StateTable {
  readonly items = new Map<string, Record<string, unknown>>();
  saves = 0;

  async readItems(keys: Parameters<StateTable['readItems']>[0]): Promise<readonly Record<string, unknown>[]> {
    return keys
      .map(({ wallet, chain }) => this.items.get(`${wallet}|${chain}`))
      .filter((item) => item !== undefined);
  }

  async save(watch: Watch, state: WalletState): Promise<WalletState> {
    const { wallet, chain } = stateKey(watch);
    const stored = this.items.get(`${wallet}|${chain}`);
    if ((stored?.version ?? 0) !== state.version) throw new RaceLost('another worker saved first');
    const saved = { ...state, version: state.version + 1 };
    this.items.set(`${wallet}|${chain}`, { wallet, chain, ...toStateItem(saved) });
    this.saves += 1;
    return saved;
  }

  stateOf(watch: Watch, now = 0): WalletState {
    return findState(watch, [...this.items.values()], now);
  }
}
