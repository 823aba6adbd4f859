import { nameLines, type Overflow } from '../../../functions/state/overflow.ts';
import type { StateTable } from '../../../functions/state/state-table.ts';

/** What a wallet's item has no room for, by the names of its pieces. */
export function overflowInMemory(kept: Map<string, readonly string[]>): Overflow {
  return {
    async put(lines) {
      const named = nameLines(lines);
      for (const { name, lines: some } of named) kept.set(name, some);
      return named;
    },
    read: async (names) => names.map((name) => kept.get(name) ?? null),
  };
}

/** A State table of one wallet, for as long as the process lives. Nobody else saves to it. */
export function statesInMemory(): StateTable {
  const overflow = overflowInMemory(new Map());
  return {
    readItems: async () => new Map(),
    save: async (_watch, state) => ({ ...state, version: state.version + 1 }),
    overflow: () => overflow,
  };
}
